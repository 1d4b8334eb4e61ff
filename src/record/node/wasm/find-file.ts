// The file that a module was read from: the program gives bytes and no name, but the file mostly lies beside the script that
// compiles it. Files of the same length in the folders of the stack are compared with the bytes.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { natives } from '../core/natives.ts';

const MOST_FOLDERS = 4;

/** The path of the file with these bytes; undefined if it is not found. Never throws. */
export function findFile(bytes: Uint8Array): string | undefined {
  for (const folder of foldersOfStack()) {
    try {
      for (const name of readdirSync(folder)) {
        if (!name.endsWith('.wasm')) continue;
        const path = join(folder, name);
        if (statSync(path).size === bytes.length && Buffer.compare(readFileSync(path), bytes) === 0) return path;
      }
    } catch {
      // A folder that cannot be read: the next one.
    }
  }
  return undefined;
}

function foldersOfStack(): Set<string> {
  const folders = new Set<string>();
  try {
    const holder: { stack?: string } = {};
    natives.captureStackTrace(holder, findFile);
    for (const [place] of String(holder.stack).matchAll(/(?:file:\/\/)?\/[^\s():]+/g)) {
      if (folders.size < MOST_FOLDERS) folders.add(dirname(place.startsWith('file:') ? fileURLToPath(place) : place));
    }
  } catch {
    // The program makes its own stacks.
  }
  return folders;
}
