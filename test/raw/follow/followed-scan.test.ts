// What logs told while they were followed is what they tell when they are read, or nothing.

import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../../src/raw/assemble/scan.ts';
import { followedScan } from '../../../src/raw/follow/followed-scan.ts';
import { Follower } from '../../../src/raw/follow/follower.ts';
import { Raw } from '../../../src/raw/format.ts';
import { runs } from '../../runs.ts';
import { arbitrarySteps, Program } from '../assemble/program.ts';
import { type RawLogWriter, recording } from '../raw-log.ts';

/** Where, as a share of the file, and with what. */
const arbitraryDamage = fc.record({ how: fc.nat(8), where: fc.double({ min: 0, max: 1, noNaN: true }), what: fc.nat(255) });
type Damage = typeof arbitraryDamage extends fc.Arbitrary<infer D> ? D : never;

function damaged(bytes: Uint8Array, { how, where, what }: Damage): Uint8Array {
  const at = Math.floor(where * (bytes.length - 1));
  if (how === 0) return bytes.subarray(0, at);
  if (how === 1) return Buffer.concat([bytes, new Uint8Array(what)]);
  if (how === 2) return Buffer.concat([bytes, new Uint8Array(32).fill(what)]);
  if (how === 3) return Buffer.concat([bytes.subarray(0, at), new Uint8Array([what]), bytes.subarray(at + 1)]);
  // Another version.
  if (how === 4) return Buffer.concat([bytes.subarray(0, 8), new Uint8Array([what % 4]), bytes.subarray(9)]);
  return bytes;
}

/** What tells of a log as a whole, and what programs of the tests do not do. */
function telling(log: RawLogWriter, what: number): void {
  log.call(0x4000).place(0x4100, 1);
  if (what % 2 === 0) log.fence(what % 6);
  if (what % 3 === 0) log.record(Raw.allocate, { address: 0x9000_0000 }).record(Raw.length, { address: what << 12 });
  if (what % 5 === 0) log.record(Raw.begin, { address: 0x77, site: 2 ** 47 + 1 });
  if (what % 7 === 0) log.record(Raw.end);
  if (what % 4 === 0) log.record(Raw.request, { address: 0x99, extra: what % 3 === 0 ? 0x100 : 0 });
  if (what % 11 === 0) log.record(Raw.stopped, { address: 28, extra: 1 + (what % 2) });
  if (what % 13 === 0) log.place(0x4200, 7);
}

test('logs that were followed tell what they tell when they are read', async () => {
  let told = 0;
  const whats = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, whats, arbitraryDamage, async (steps, whats, damage) => {
      const { logs } = new Program(steps);
      for (const [i, log] of logs.entries()) telling(log, whats[i]!);
      const folder = recording(logs, (bytes, number) => (number === 1 ? damaged(bytes, damage) : bytes));
      writeFileSync(join(folder, 'about'), 'version 1\nfollow tails\n');
      try {
        const follower = new Follower(folder, { keepsFacts: true });
        const followed = followedScan(folder, follower.look(true).logs);
        follower.close();
        const read = await scan(folder).catch(() => undefined);
        const isWhole = read !== undefined && Object.values(read.damage).every((count) => count === 0);
        if (damage.how > 4) expect(followed === undefined).toBe(!isWhole);
        if (followed === undefined) return;
        expect(followed).toEqual(read);
        expect(isWhole).toBe(true);
        told++;
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
    runs(1200, 200),
  );
  expect(told).toBeGreaterThan(50);
});

test('a log that came later, or grew, is read', () => {
  const { logs } = new Program([]);
  for (const log of logs) telling(log, 1);
  const folder = recording(logs.slice(0, 2));
  writeFileSync(join(folder, 'about'), 'version 1\nfollow tails\n');
  const follower = new Follower(folder, { keepsFacts: true });
  const followed = follower.look(true).logs;
  expect(followedScan(folder, followed)?.threads).toHaveLength(2);
  writeFileSync(join(folder, 'thread-2.raw'), logs[2]!.bytes());
  expect(followedScan(folder, followed)).toBeUndefined();
  rmSync(join(folder, 'thread-2.raw'));
  appendFileSync(join(folder, 'thread-1.raw'), logs[1]!.written);
  expect(followedScan(folder, followed)).toBeUndefined();
  follower.close();
  rmSync(folder, { recursive: true });
});
