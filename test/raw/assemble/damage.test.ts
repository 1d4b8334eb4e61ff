// Recordings that were cut or damaged: everything before the damage is kept, and the damage is counted.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RAW_HEADER_BYTES, Raw } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';
import { assembled, assembledFolder, lines } from './assembled.ts';

function twoWriters(): RawLogWriter[] {
  const a = new RawLogWriter(0).stamp(1).record(Raw.fork, { address: 1 }).write(0x100).write(0x200);
  const b = new RawLogWriter(1).stamp(2).write(0x100).write(0x200);
  return [a, b];
}

const KEPT = ['T0 fork(T1)', 'T0 w(100:4)', 'T1 w(100:4)'];

describe('a log', () => {
  test('that ends within a record', async () => {
    const { trace, assembled: counts } = await assembled(twoWriters(), {}, (bytes) => bytes.subarray(0, bytes.length - 3));
    expect(lines(trace)).toEqual(KEPT);
    expect(counts.damage).toEqual({ unusable: 0, truncated: 2, garbage: 0, outside: 0 });
  });

  test('that was made longer in advance', async () => {
    const padded = (bytes: Uint8Array) => Buffer.concat([bytes.subarray(0, bytes.length - 16), new Uint8Array(4096 + 5)]);
    const { trace, assembled: counts } = await assembled(twoWriters(), {}, padded);
    expect(lines(trace)).toEqual(KEPT);
    expect(counts.damage).toEqual({ unusable: 0, truncated: 0, garbage: 0, outside: 0 });
  });

  test('that goes on with garbage', async () => {
    const spoilt = (bytes: Uint8Array) => Buffer.concat([bytes.subarray(0, bytes.length - 16), new Uint8Array(64).fill(0xee)]);
    const { trace, assembled: counts } = await assembled(twoWriters(), {}, spoilt);
    expect(lines(trace)).toEqual(KEPT);
    expect(counts.damage).toEqual({ unusable: 0, truncated: 0, garbage: 2, outside: 0 });
  });

  test('that lacks what belongs to its last record', async () => {
    const logs = twoWriters();
    logs[0]!.writeRange(0x300, 100);
    logs[1]!.atomicStore(0x300, 5);
    const { trace, assembled: counts } = await assembled(logs, {}, (bytes) => bytes.subarray(0, bytes.length - 16));
    expect(lines(trace)).toHaveLength(5);
    expect(counts.damage).toEqual({ unusable: 0, truncated: 2, garbage: 0, outside: 0 });
  });

  test('whose header is gone', async () => {
    const headless = (bytes: Uint8Array, number: number) => (number === 1 ? bytes.subarray(RAW_HEADER_BYTES) : bytes);
    const { trace, assembled: counts } = await assembled(twoWriters(), { sharedOnly: false }, headless);
    expect(lines(trace)).toEqual(['T0 fork(T1)', 'T0 w(100:4)', 'T0 w(200:4)']);
    expect(counts.damage.unusable).toBe(1);
  });

  test('that is empty', async () => {
    const { assembled: counts } = await assembled(twoWriters(), {}, (bytes, number) => (number === 1 ? new Uint8Array() : bytes));
    expect(counts.threads).toBe(1);
    expect(counts.damage).toEqual({ unusable: 0, truncated: 0, garbage: 0, outside: 0 });
  });

  test('of a thread that another log is of already', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foretrace-recording-'));
    const [first] = twoWriters();
    for (const name of ['thread-0.raw', 'thread-7.raw']) writeFileSync(join(folder, name), first!.bytes());
    const { assembled: counts } = await assembledFolder(folder);
    expect(counts.damage.unusable).toBe(1);
    rmSync(folder, { recursive: true });
  });

  test('that says why it stopped', async () => {
    const logs = twoWriters();
    logs[1]!.record(Raw.stopped, { extra: 2 });
    expect((await assembled(logs)).assembled.stopped).toEqual({ by: 'system', errno: 0 });
  });
});

describe('threads', () => {
  test('whose release was lost give the lock up when the next one has it', async () => {
    const a = new RawLogWriter(0).stamp(1).acquire(0x10).write(0x100);
    const b = new RawLogWriter(1).stamp(2).acquire(0x10).write(0x100).release(0x10);
    const { trace, assembled: counts } = await assembled([a, b]);
    expect(lines(trace)).toEqual(['T0 acq(m10)', 'T0 w(100:4)', 'T0 rel(m10)', 'T1 acq(m10)', 'T1 w(100:4)', 'T1 rel(m10)']);
    expect(counts.repaired).toBe(1);
  });

  test('come after their fork and before their join, whatever the stamps say', async () => {
    const a = new RawLogWriter(0)
      .stamp(5)
      .record(Raw.fork, { address: 1 })
      .stamp(6)
      .record(Raw.join, { address: 1 })
      .write(0x100);
    const b = new RawLogWriter(1).stamp(1).write(0x100).stamp(9).write(0x100);
    const { trace } = await assembled([a, b]);
    expect(lines(trace)).toEqual(['T0 fork(T1)', 'T1 w(100:4)', 'T1 w(100:4)', 'T0 join(T1)', 'T0 w(100:4)']);
  });

  test('that fork or join each other in a circle all come', async () => {
    const forks = [0, 1, 2].map((n) =>
      new RawLogWriter(n)
        .stamp(n + 1)
        .record(Raw.fork, { address: (n + 1) % 3 })
        .write(0x100),
    );
    expect(lines((await assembled(forks)).trace).filter((line) => line.includes(' w('))).toHaveLength(3);
    const joins = [0, 1].map((n) =>
      new RawLogWriter(n)
        .stamp(n + 1)
        .write(0x100)
        .record(Raw.join, { address: 1 - n })
        .write(0x100),
    );
    expect(lines((await assembled(joins)).trace).filter((line) => line.includes(' w(')).length).toBeGreaterThanOrEqual(3);
  });

  test('whose fork was lost', async () => {
    const logs = [new RawLogWriter(4).stamp(2).write(0x100), new RawLogWriter(9).stamp(1).write(0x100)];
    expect(lines((await assembled(logs)).trace)).toEqual(['T9 w(100:4)', 'T4 w(100:4)']);
  });
});

describe('a folder', () => {
  test('that is no recording', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foretrace-recording-'));
    await expect(assembledFolder(folder)).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
    rmSync(folder, { recursive: true });
    await expect(assembledFolder(folder)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  test('of a later version', async () => {
    const later = (bytes: Uint8Array) => {
      bytes[8] = 99;
      return bytes;
    };
    await expect(assembled(twoWriters(), {}, later)).rejects.toMatchObject({ code: 'TRACE_VERSION' });
  });
});
