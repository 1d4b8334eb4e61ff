// What the screen says of logs that are whole, and what the definitions say.

import { rmSync } from 'node:fs';
import { scan } from '../../../src/raw/assemble/scan.ts';
import type { Screened } from '../../../src/raw/screen/incremental.ts';
import { screenedThreads } from '../../../src/raw/screen/index.ts';
import { predictablePairs } from '../../referee/correct-reorderings.ts';
import { atomicRaces, hbRaces } from '../../referee/observed-races.ts';
import { assembled } from '../assemble/assembled.ts';
import { type RawLogWriter, recording } from '../raw-log.ts';

export async function screenedLogs(logs: readonly RawLogWriter[]): Promise<Screened | undefined> {
  const folder = recording(logs);
  try {
    return await screenedThreads((await scan(folder)).threads);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether the run or a reordering of it has a race; undefined if there are too many to be tried. */
export async function canRace(logs: readonly RawLogWriter[]): Promise<boolean | undefined> {
  const { trace } = await assembled(logs);
  if (hbRaces(trace).length + atomicRaces(trace).length > 0) return true;
  const pairs = predictablePairs(trace, 100_000);
  return pairs === undefined ? undefined : pairs.length > 0;
}
