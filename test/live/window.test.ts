// A window of a run has exactly the races that the run had between accesses within it, wherever it is cut.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Moment, Window } from '../../src/live/window.ts';
import { Merge } from '../../src/raw/assemble/merge.ts';
import { scan } from '../../src/raw/assemble/scan.ts';
import { RAW_HEADER_BYTES, Raw } from '../../src/raw/format.ts';
import { assembledFolder } from '../raw/assemble/assembled.ts';
import { arbitrarySteps, Program, type Step } from '../raw/assemble/program.ts';
import { racingSites } from '../raw/assemble/racing-sites.ts';
import { type RawLogWriter, recording } from '../raw/raw-log.ts';
import { runs } from '../runs.ts';

const WORD_BYTES = 4;

/** How far each log was read, after each run of records in the order of the merge. */
async function moments(folder: string): Promise<Moment[]> {
  const found = await scan(folder);
  const now = new Map(found.threads.map(({ number }) => [number, RAW_HEADER_BYTES]));
  const all: Moment[] = [new Map(now)];
  const merge = new Merge(found, {
    records(log, _, from, to) {
      const { number } = found.threads[log]!;
      now.set(number, now.get(number)! + (to - from) * WORD_BYTES);
      all.push(new Map(now));
    },
  });
  while (merge.run(1)) {
    // Until all are handed on.
  }
  return all;
}

function feed(window: Window, logs: readonly RawLogWriter[], until: Moment): void {
  for (const [number, offset] of until) {
    const buffer = window.buffer(number);
    const bytes = offset - buffer.end;
    const log = logs.find((one) => one.number === number)!.bytes();
    buffer.room(bytes).set(new Uint32Array(Uint8Array.from(log.subarray(buffer.end, offset)).buffer));
    buffer.commit(bytes);
  }
}

/** The sites of the accesses between two moments. */
function sitesBetween(logs: readonly RawLogWriter[], from: Moment, to: Moment): Set<number> {
  const sites = new Set<number>();
  for (const log of logs) {
    const bytes = Buffer.from(log.bytes());
    for (let at = from.get(log.number)!; at < to.get(log.number)!; at += 16)
      if (bytes[at + 6]! <= Raw.atomicUpdate) sites.add(bytes.readUInt32LE(at + 8));
  }
  return sites;
}

/** Which token a semaphore hands out nobody can tell, and a window takes another. */
function hasNoSemaphore({ action }: Step): boolean {
  return action !== 22 && action !== 23;
}

describe('a window of a run', () => {
  test('has the races that the run had in it', async () => {
    const shares = fc.array(fc.nat(1000), { minLength: 3, maxLength: 6 });
    let races = 0;
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, shares, fc.integer({ min: 1, max: 2 }), async (steps, cuts, kept) => {
        const program = new Program(steps.filter(hasNoSemaphore));
        const logs = program.logs.filter((log) => log.written.length > 0);
        const folder = recording(logs);
        const part = mkdtempSync(join(tmpdir(), 'foretrace-window-'));
        try {
          const all = await moments(folder);
          const chosen = [...cuts].sort((a, b) => a - b).map((share) => all[Math.floor((share * (all.length - 1)) / 1000)]!);
          const window = new Window();
          const last = chosen.pop()!;
          for (const moment of chosen) {
            feed(window, logs, moment);
            window.cut(moment, kept);
          }
          feed(window, logs, last);
          const begin = chosen[chosen.length - 1 - kept] ?? all[0]!;
          if ([...last.values()].every((offset) => offset === RAW_HEADER_BYTES)) return;
          for (const [number, offset] of begin) expect(window.buffer(number).start).toBe(offset);
          window.save(part, last, { folder, pid: 1 });
          const { trace, assembled } = await assembledFolder(part, { liftLocks: false, losesLast: true });
          const within = sitesBetween(logs, begin, last);
          const expected = program.races().filter((pair) => pair.split('-').every((site) => within.has(Number(site))));
          expect(racingSites(trace)).toEqual(expected);
          expect(assembled.repaired).toBe(0);
          expect(assembled.incomplete).toBeUndefined();
          if (begin !== all[0]) races += expected.length;
        } finally {
          rmSync(folder, { recursive: true });
          rmSync(part, { recursive: true });
        }
      }),
      runs(600),
    );
    expect(races).toBeGreaterThan(50);
  });
});
