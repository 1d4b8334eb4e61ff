// Bounds what is kept for the next run: the entries that were not used for longest go first, those of other versions of Foretrace too. A process that
// has one of them open keeps it; one that wants it makes it anew.

import fs from 'node:fs';
import { join } from 'node:path';

const { lstatSync, readdirSync, rmdirSync, unlinkSync } = fs;

/** Of all entries together, roughly: writers do not wait for each other. */
export const MOST_BYTES: number = 1 << 30;
/** Larger ones are not kept. */
export const LARGEST_ENTRY: number = 1 << 28;
/** What is left, so that not every entry has others go. */
const KEPT = 0.75;
/** An entry of this size is worth a look at all others. */
const LARGE = 1 << 20;
/** Of a text, with its length, and of a module. */
const SOME = /(?:-[0-9a-f]{6}[048c]0-\d+|-[0-9a-f]{62}[048c]0)$/;
const FOLDER = /^node-[0-9a-f]{16}$/;

interface Entry {
  readonly path: string;
  readonly size: number;
  readonly used: number;
}

/** Whether to look at all after an entry was written: after a large one, and after one of 64 small ones, by the last digits of its hash. */
export function isDue(name: string, bytes: number): boolean {
  return bytes >= LARGE || SOME.test(name);
}

/** Never throws: somebody else may sweep as well. */
export function sweep(root: string, most: number): void {
  const entries = foldersIn(root).flatMap(entriesIn);
  let total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total <= most) return;
  entries.sort((a, b) => a.used - b.used);
  for (const { path, size } of entries) {
    if (total <= most * KEPT) break;
    if (attempted(() => unlinkSync(path))) total -= size;
  }
  // Of versions that are gone: those with entries stay.
  for (const folder of foldersIn(root)) attempted(() => rmdirSync(folder));
}

/** Folders of this user, no links. */
function foldersIn(root: string): string[] {
  return named(root)
    .filter((name) => FOLDER.test(name))
    .map((name) => join(root, name))
    .filter((path) => {
      const status = lstatSync(path, { throwIfNoEntry: false });
      return status?.isDirectory() === true && (process.getuid === undefined || status.uid === process.getuid());
    });
}

function entriesIn(folder: string): Entry[] {
  return named(folder).flatMap((name) => {
    const path = join(folder, name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    return status?.isFile() === true ? [{ path, size: status.size, used: Math.max(status.mtimeMs, status.atimeMs) }] : [];
  });
}

function named(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function attempted(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
