// What is watched in parts shows races, and only races, however small the parts are.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recommended } from '../../src/detectors/index.ts';
import { judged } from '../../src/live/judge.ts';
import { LiveProcess } from '../../src/live/live-process.ts';
import { missing } from '../../src/raw/assemble/completeness.ts';
import { Raw } from '../../src/raw/format.ts';
import { plainNames } from '../raw/assemble/assembled.ts';
import { arbitrarySteps, Program } from '../raw/assemble/program.ts';
import { RawLogWriter, recording } from '../raw/raw-log.ts';
import { runs } from '../runs.ts';

interface Watched {
  /** Pairs of sites of races that the run has, sorted. */
  readonly observed: string[];
  /** How often a deadlock was told. */
  readonly deadlocks: number;
  readonly live: LiveProcess;
}

async function watched(logs: readonly RawLogWriter[], partBytes: number, slice: number, room = 1e9): Promise<Watched> {
  const folder = recording(logs);
  writeFileSync(join(folder, 'about'), 'runtime native\nfollow tails\n');
  const scratch = mkdtempSync(join(tmpdir(), 'foretrace-live-'));
  const observed = new Set<string>();
  let deadlocks = 0;
  const options = { detectors: recommended, sharedOnly: true, liftLocks: false, command: 'program' };
  const live = new LiveProcess(
    { folder, pid: 1 },
    {
      partBytes,
      slice,
      scratch,
      room,
      memoryBytes: 1 << 27,
      now: () => 0,
      judge: (part) => judged(part, plainNames, { ...options, memoryModel: 'c11' }),
      async found({ findings }) {
        deadlocks += findings.filter(({ type }) => type === 'deadlock').length;
        for (const { places } of findings)
          for (const { first, second, claim } of places)
            if (claim === 'observed')
              observed.add(
                [first!, second]
                  .map((place) => Number(place.slice(1)))
                  .sort((a, b) => a - b)
                  .join('-'),
              );
      },
    },
  );
  try {
    await live.step(true);
    live.close(plainNames);
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(scratch, { recursive: true });
  }
  return { observed: [...observed].sort(), deadlocks, live };
}

describe('a process that is watched', () => {
  test('shows no race that it did not have, and some if it had any', async () => {
    let racy = 0;
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, fc.integer({ min: 1, max: 40 }), fc.nat(20), async (steps, parts, slice) => {
        const program = new Program(steps);
        const logs = program.logs.filter((log) => log.written.length > 0);
        const races = program.races();
        const { observed, live } = await watched(logs, 64 * parts, slice + 1);
        for (const pair of observed) expect(races).toContain(pair);
        // What was not understood is said, and is reason enough to find nothing.
        if (races.length > 0 && live.passedOver.size === 0) {
          racy++;
          expect(observed.length).toBeGreaterThan(0);
        }
      }),
      runs(200),
    );
    expect(racy).toBeGreaterThan(runs(200).numRuns / 20);
  });

  test('names deadlocks that it could have had, though it touches nothing', async () => {
    const nested = (thread: number, outer: number, inner: number) =>
      new RawLogWriter(thread).record(Raw.begin).acquire(outer).acquire(inner).release(inner).release(outer).record(Raw.end);
    expect(await watched([nested(0, 64, 128), nested(1, 128, 64)], 4096, 1)).toMatchObject({ deadlocks: 1 });
    expect(await watched([nested(0, 64, 128), nested(1, 64, 128)], 4096, 1)).toMatchObject({ deadlocks: 0 });
  });

  test('says what its logs have lost', async () => {
    const left = async (edit: (log: RawLogWriter) => void) => {
      const log = new RawLogWriter(0).record(Raw.begin).write(64);
      edit(log);
      return missing((await watched([log], 64, 1)).live.left, { losesLast: true });
    };
    expect(await left((log) => log.record(Raw.end))).toBeUndefined();
    expect(await left(() => {})).toContain('its main thread has no end');
    expect(await left((log) => log.record(Raw.stopped, { address: constants.errno.ENOSPC, extra: 2 }))).toContain(
      'the disk was full',
    );
    expect(await left((log) => log.record(250).record(Raw.end))).toBe('some of its logs are damaged');
  });
});
