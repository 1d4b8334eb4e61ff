// The trace of the last `foretrace run` that found races, in the user's cache: `foretrace explain R1` needs no second run, which
// might not show the same race.

import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../base/cache-folder.ts';

/** Larger traces are kept only where the user says so. */
const LARGEST = 256 << 20;

export function lastRun(): string {
  return join(cacheFolder(process.env), 'last-run.ftrace');
}

/** Whether it was kept: a full or forbidden cache is no reason to fail. */
export async function keepLastRun(trace: string): Promise<boolean> {
  try {
    if ((await stat(trace)).size > LARGEST) return false;
    const kept = lastRun();
    const partial = `${kept}.${process.pid}`;
    await copyFile(trace, partial);
    await rename(partial, kept).catch(async (error) => {
      await rm(partial, { force: true });
      throw error;
    });
    return true;
  } catch {
    return false;
  }
}
