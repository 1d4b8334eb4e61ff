// What is built on first use and kept in the cache. Two builds at once do not disturb each other: each builds aside, the first to rename wins. The
// folder is the user's alone (see cache-folder.ts): what is in it becomes part of programs.

import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOfDeadProcess, processMark } from '../../base/process-mark.ts';

const BUILDING = 'building-';

/** Fills a folder that will be moved to where it is kept. */
type Build = (aside: string, kept: string) => void;

/** The folder of this name, which `build` fills if it is not there. */
export function builtOnce(cache: string, name: string, build: Build): string {
  const folder = join(cache, name);
  if (!existsSync(folder)) buildAside(cache, folder, build);
  return folder;
}

function buildAside(cache: string, folder: string, build: Build): void {
  removeLeftovers(cache);
  const aside = mkdtempSync(join(cache, `${BUILDING}${processMark()}-`));
  try {
    build(aside, folder);
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Somebody else was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** What builds that were killed left. */
function removeLeftovers(cache: string): void {
  for (const name of readdirSync(cache)) {
    if (name.startsWith(BUILDING) && isOfDeadProcess(name.slice(BUILDING.length)))
      rmSync(join(cache, name), { recursive: true, force: true });
  }
}
