// What is done beside the program while it runs.

import { setTimeout as sleep } from 'node:timers/promises';

export interface Companion {
  /** It gives the disk back what it has seen of the logs: they have no limit, and nobody will see them as a whole. */
  readonly givesBack?: true;
  /** Called again and again, with the folder of the recording; `isOver`: for the last time, the program has ended. Whether there was
   * something to do. */
  step(folder: string, isOver: boolean): Promise<boolean>;
}

/** Most programs end sooner, and have nothing from it. */
const LATER_MS = 300;
/** Between two looks where there is nothing to do. */
const REST_MS = 50;

/** Runs the companion beside the program. If it fails, so does this, when the program has ended. */
export async function accompanied<R>(program: Promise<R>, companion: Companion | undefined, folder: string): Promise<R> {
  if (companion === undefined) return program;
  const over = new AbortController();
  const ended = program.finally(() => over.abort());
  const beside = accompany(companion, folder, over.signal);
  // What it says is heard below.
  beside.catch(() => {});
  const result = await ended;
  await beside;
  return result;
}

async function accompany(companion: Companion, folder: string, over: AbortSignal): Promise<void> {
  await rest(LATER_MS, over);
  while (!over.aborted) if (!(await companion.step(folder, false))) await rest(REST_MS, over);
  await companion.step(folder, true);
}

async function rest(ms: number, over: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: over }).catch(() => {});
}
