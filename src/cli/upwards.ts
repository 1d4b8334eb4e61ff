// Files that belong to a project are found from anywhere inside of it: in the working directory or in a folder above.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folders from the working directory up to the root; none if the working directory is gone. */
export function* foldersUpwards(from: string | undefined = workingFolder()): Generator<string> {
  if (from === undefined) return;
  for (let folder = from; ; folder = dirname(folder)) {
    yield folder;
    if (dirname(folder) === folder) return;
  }
}

/** Undefined if somebody removed it. */
export function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** The nearest file of this name, or undefined. */
export function findUpwards(name: string, from?: string): string | undefined {
  for (const folder of foldersUpwards(from)) if (existsSync(join(folder, name))) return join(folder, name);
  return undefined;
}
