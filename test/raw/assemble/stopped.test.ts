// Recordings that stopped before their program did: what came later in other logs does not count, and the trace says that it is partial.

import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../../src/analyze.ts';
import { detectorById } from '../../../src/detectors/index.ts';
import { memoryInput } from '../../../src/formats/input.ts';
import { assemble } from '../../../src/raw/assemble/index.ts';
import { RAW_HEADER_BYTES, Raw } from '../../../src/raw/format.ts';
import { concat } from '../../formats/encode.ts';
import { RawLogWriter, recording } from '../raw-log.ts';
import { assembled, assembledFolder, lines, plainNames } from './assembled.ts';

const { ENOSPC, EFBIG } = constants.errno;

/** A hands x to B by an atomic. */
function handedOver(): [RawLogWriter, RawLogWriter] {
  const a = new RawLogWriter(0).stamp(1).record(Raw.begin).record(Raw.fork, { address: 1 }).stamp(2).write(0x100);
  const b = new RawLogWriter(1).stamp(3).record(Raw.begin);
  return [a, b];
}

describe('a log that stops', () => {
  test('ends what the others did later, which it might have ordered', async () => {
    const [a, b] = handedOver();
    a.stamp(4).record(Raw.stopped, { extra: 2, address: ENOSPC });
    b.stamp(5).atomicLoad(0x200, 1).write(0x100);
    b.stamp(6).record(Raw.end);
    const { trace, assembled: counts } = await assembled([a, b], { sharedOnly: false });
    expect(lines(trace).filter((line) => line.startsWith('T1'))).toEqual([]);
    expect(counts.stopped).toEqual({ by: 'system', errno: ENOSPC });
    expect(counts.incomplete).toBe('recording stopped because the disk was full');
  });

  test('leaves what came before', async () => {
    const [a, b] = handedOver();
    b.write(0x100);
    a.stamp(4).record(Raw.stopped, { extra: 2, address: EFBIG });
    const { trace, assembled: counts } = await assembled([a, b]);
    expect(lines(trace)).toEqual(['T0 fork(T1)', 'T0 w(100:4)', 'T1 w(100:4)']);
    expect(counts.incomplete).toContain('ulimit -f');
  });

  test('at a limit that the user set says so', async () => {
    const [a, b] = handedOver();
    a.record(Raw.stopped, { extra: 1 });
    expect((await assembled([a, b])).assembled.incomplete).toBe('recording stopped at --max-events');
    const { incomplete } = (await assembled([a, b], { room: 12_345_678_912 })).assembled;
    expect(incomplete).toMatch(/^recording stopped at 12\.3 GB, half of the room that was free \(/);
  });

  test('for the system’s sake is told before one that stops for a limit', async () => {
    const [a, b] = handedOver();
    a.record(Raw.stopped, { extra: 1 });
    b.record(Raw.stopped, { extra: 2, address: ENOSPC });
    expect((await assembled([a, b])).assembled.stopped).toEqual({ by: 'system', errno: ENOSPC });
  });
});

describe('a recording', () => {
  test('whose runtime was refused ends where a thread begins that has no log', async () => {
    const a = new RawLogWriter(0).stamp(1).write(0x100).record(Raw.fork, { address: 1 }).record(Raw.fork, { address: 2 });
    const b = new RawLogWriter(1).stamp(3).write(0x100);
    const without = await assembled([a, b], { sharedOnly: false });
    expect(lines(without.trace)).toEqual(['T0 w(100:4)', 'T0 fork(T1)', 'T0 fork(T2)', 'T1 w(100:4)']);
    const refused = await assembled([a, b], { sharedOnly: false, refused: ENOSPC });
    expect(lines(refused.trace)).toEqual(['T0 w(100:4)', 'T0 fork(T1)', 'T0 fork(T2)']);
    expect(refused.assembled.incomplete).toBe('recording stopped because the disk was full');
  });

  test('of a killed process is complete only if its runtime loses nothing then', async () => {
    const logs = handedOver();
    expect((await assembled(logs)).assembled.incomplete).toBeUndefined();
    expect((await assembled(logs, { losesLast: true })).assembled.incomplete).toMatch(/^its main thread has no end/);
    // Other threads may still run when the program ends.
    logs[0].stamp(9).record(Raw.end);
    expect((await assembled(logs, { losesLast: true })).assembled.incomplete).toBeUndefined();
  });

  test('that is incomplete makes every later analysis partial', async () => {
    const [a, b] = handedOver();
    a.record(Raw.stopped, { extra: 2, address: ENOSPC });
    const folder = recording([a, b]);
    const parts: Uint8Array[] = [];
    const options = { sharedOnly: true, liftLocks: true };
    await assemble(folder, plainNames, options, { write: (bytes) => parts.push(bytes) });
    rmSync(folder, { recursive: true });
    const { unfinished } = await analyze(memoryInput('t', concat(parts)), { detectors: [detectorById('shb')!] });
    expect(unfinished).toEqual(['the recording is incomplete: recording stopped because the disk was full']);
  });
});

describe('a tail', () => {
  /** The log is cut after its first records, and the tail has the rest. */
  function withTail(): { folder: string; log: RawLogWriter } {
    const [a, b] = handedOver();
    b.write(0x100);
    const folder = recording([a, b]);
    const whole = b.bytes();
    const written = RAW_HEADER_BYTES + 16;
    const tail = new Uint8Array(RAW_HEADER_BYTES + (whole.length - written) + 64);
    tail.set(whole.subarray(0, RAW_HEADER_BYTES));
    new DataView(tail.buffer).setBigUint64(24, BigInt(written), true);
    tail.set(whole.subarray(written), RAW_HEADER_BYTES);
    // What was written in part counts as not written.
    writeFileSync(join(folder, 'thread-1.raw'), Buffer.concat([whole.subarray(0, written), new Uint8Array(7).fill(0xee)]));
    writeFileSync(join(folder, 'thread-1.tail'), tail);
    return { folder, log: b };
  }

  test('is read where it stands: nothing is written to a recording', async () => {
    const { folder } = withTail();
    const before = readdirSync(folder);
    const { trace, assembled: counts } = await assembledFolder(folder);
    expect(lines(trace)).toEqual(['T0 fork(T1)', 'T0 w(100:4)', 'T1 w(100:4)']);
    expect(counts.damage).toEqual({ unusable: 0, truncated: 0, garbage: 0, outside: 0 });
    expect(readdirSync(folder)).toEqual(before);
    rmSync(folder, { recursive: true });
  });

  test('is the whole log if nothing was written yet', async () => {
    const { folder, log } = withTail();
    rmSync(join(folder, 'thread-1.raw'));
    writeFileSync(join(folder, 'thread-1.tail'), Buffer.concat([log.bytes(), new Uint8Array(64)]));
    expect(lines((await assembledFolder(folder)).trace)).toEqual(['T0 fork(T1)', 'T0 w(100:4)', 'T1 w(100:4)']);
    rmSync(folder, { recursive: true });
  });
});

describe('ranges of accesses', () => {
  const GIGABYTES_4 = 2 ** 32;
  const huge = (log: RawLogWriter): RawLogWriter => {
    for (let i = 1; i <= 10; i++) log.stamp(i).writeRange(i * 2 ** 36, GIGABYTES_4);
    return log;
  };

  test('beyond the memory that the process had are cut and counted', async () => {
    const { assembled: counts, trace } = await assembled([huge(new RawLogWriter(0)), huge(new RawLogWriter(1))]);
    expect(counts.damage.outside).toBe(20);
    expect(counts.incomplete).toBe('some of its logs are damaged');
    expect(lines(trace)).toContain(`T0 w(1000000000:${2 ** 16})`);
  });

  test('within a block or a mapping are taken as they are', async () => {
    const bytes = 2 ** 28 + 4096;
    const [block, mapping] = [2 ** 40, 2 ** 41];
    const a = new RawLogWriter(0).stamp(1).allocate(block, bytes).writeRange(block, bytes).writeRange(mapping, bytes);
    const b = new RawLogWriter(1).stamp(2).readRange(block, bytes).readRange(mapping, bytes);
    const folder = recording([a, b]);
    writeFileSync(join(folder, 'maps'), `${mapping.toString(16)}-${(mapping + bytes).toString(16)} rw-p 00000000 00:00 0 \n`);
    const { trace, assembled: counts } = await assembledFolder(folder);
    expect(counts.damage.outside).toBe(0);
    expect(lines(trace)).toHaveLength(4);
    rmSync(folder, { recursive: true });
  });
});

test('a log that is a link to nowhere is counted', async () => {
  const folder = recording(handedOver());
  symlinkSync('nowhere', join(folder, 'thread-7.raw'));
  mkdirSync(join(folder, 'more'));
  expect((await assembledFolder(folder)).assembled.damage.unusable).toBe(1);
  rmSync(folder, { recursive: true });
});
