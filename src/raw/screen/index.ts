// Screens the logs of one process. What comes of it is an answer only if there is no doubt.

import { type Assembled, type AssembleOptions, completeness } from '../assemble/index.ts';
import type { Pause } from '../assemble/pause.ts';
import type { Scan, ThreadScan } from '../assemble/scan.ts';
import type { Naming } from '../naming.ts';
import { attempt } from './attempt.ts';
import type { FollowedScreen } from './followed.ts';
import { IncrementalScreen, MOST_THREADS, type Screened } from './incremental.ts';
import { wholeLogs } from './source.ts';

/** What became of a recording in which no two accesses can race, without a trace; undefined if that is not certain. Names, which take a while
 * to be had, are asked for only then. `followed`: the process was screened while it ran. */
export async function screened(
  recording: Scan,
  naming: () => Promise<Naming>,
  options: AssembleOptions,
  followed?: FollowedScreen,
): Promise<Assembled | undefined> {
  const { threads, records, damage, stopped } = recording;
  if (stopped !== undefined || Object.values(damage).some((count) => count > 0)) return undefined;
  const { pause } = options;
  const passed = await (followed?.end(threads, () => pause?.(0)) ?? screenedThreads(threads, pause));
  if (passed === undefined) return undefined;
  const nothing = { lockedAtomics: 0, dropped: { local: 0, unwritten: 0, benign: 0, repeated: 0 }, repaired: 0 };
  return {
    ...passed,
    ...nothing,
    records,
    threads: threads.length,
    damage,
    stopped,
    ...completeness(recording, await naming(), options),
  };
}

/**
 * Undefined if two accesses might race, or if it cannot be told here.
 * @internal
 */
export async function screenedThreads(threads: readonly ThreadScan[], pause?: Pause): Promise<Screened | undefined> {
  if (threads.length === 0 || threads.length > MOST_THREADS) return undefined;
  const records = threads.reduce((sum, thread) => sum + thread.records, 0);
  return attempt(async () => {
    const screen = new IncrementalScreen(wholeLogs(threads), threads.length);
    for (const { number } of threads) screen.log(number);
    return screen.end(() => pause?.(screen.records / records));
  });
}
