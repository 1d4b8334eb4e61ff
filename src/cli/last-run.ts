// The trace of the last `foretrace run` that found races, in the user's cache: `foretrace explain R1` needs no second run, which
// might not show the same race. Nobody else may read it.

import { chmod, copyFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../base/cache-folder.ts';
import { PRIVATE_FILE } from '../base/private-folder.ts';
import { isOfDeadProcess, processMark } from '../base/process-mark.ts';

/** Larger traces are kept only where the user says so. */
const LARGEST = 256 << 20;
const NAME = 'last-run.ftrace';

export function lastRun(): string {
  return join(cacheFolder(process.env), NAME);
}

/** Whether it was kept: a full or forbidden cache is no reason to fail. */
export async function keepLastRun(trace: string): Promise<boolean> {
  try {
    if ((await stat(trace)).size > LARGEST) return false;
    const folder = cacheFolder(process.env);
    await removeLeftovers(folder);
    const kept = join(folder, NAME);
    const partial = `${kept}.${processMark()}`;
    try {
      await copyFile(trace, partial);
      await chmod(partial, PRIVATE_FILE);
      await rename(partial, kept);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    return true;
  } catch {
    return false;
  }
}

/** What runs that were killed at this left. */
async function removeLeftovers(folder: string): Promise<void> {
  const behind = `${NAME}.`;
  const left = (await readdir(folder)).filter((name) => name.startsWith(behind) && isOfDeadProcess(name.slice(behind.length)));
  for (const name of left) await rm(join(folder, name), { force: true });
}
