// The screen is right if it never says that nothing can race where something can: neither in the run, by the definitions, nor in any
// correct reordering of its trace, by exhaustive search. And it is worth its time if programs that keep to their locks pass.

import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scan } from '../../../src/raw/assemble/scan.ts';
import { type Screened, screenedThreads } from '../../../src/raw/screen/index.ts';
import { predictablePairs } from '../../referee/correct-reorderings.ts';
import { runs } from '../../runs.ts';
import { assembled } from '../assemble/assembled.ts';
import { arbitrarySteps, Program } from '../assemble/program.ts';
import { type RawLogWriter, recording } from '../raw-log.ts';
import { arbitraryDiscipline, disciplined } from './disciplined.ts';

async function screenedLogs(logs: readonly RawLogWriter[]): Promise<Screened | undefined> {
  const folder = recording(logs);
  try {
    return await screenedThreads((await scan(folder)).threads);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Small enough that all reorderings can be tried; undefined if not. */
async function canRace(logs: readonly RawLogWriter[]): Promise<boolean | undefined> {
  const { trace } = await assembled(logs);
  const pairs = predictablePairs(trace, 100_000);
  return pairs === undefined ? undefined : pairs.length > 0;
}

describe('what passes the screen', () => {
  test('had no race, whatever the program does', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, async (steps) => {
        const program = new Program(steps);
        if ((await screenedLogs(program.logs)) === undefined) return;
        expect(program.races()).toEqual([]);
        expect(await canRace(program.logs)).not.toBe(true);
      }),
      runs(240),
    );
  });

  test('can have no race in another order', async () => {
    let clean = 0;
    let racy = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryDiscipline, async (steps) => {
        const logs = disciplined(steps);
        const passed = (await screenedLogs(logs)) !== undefined;
        const races = await canRace(logs);
        if (passed) expect(races).not.toBe(true);
        if (passed && races === false) clean++;
        if (races === true) racy++;
      }),
      runs(240),
    );
    // The property says something: both kinds are there.
    expect(clean).toBeGreaterThan(10);
    expect(racy).toBeGreaterThan(10);
  });
});
