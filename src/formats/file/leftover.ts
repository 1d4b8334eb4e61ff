// Temporary files and folders that must not outlive the program, however it ends.

import { rmSync } from 'node:fs';

const leftovers = new Set<string>();

/** Removes the file or folder when the program ends, unless `keep` is called first. */
export function removeAtExit(path: string): void {
  if (leftovers.size === 0) process.on('exit', removeAll);
  leftovers.add(path);
}

export function keep(path: string): void {
  leftovers.delete(path);
  if (leftovers.size === 0) process.off('exit', removeAll);
}

function removeAll(): void {
  for (const path of leftovers) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // It is gone already, or it cannot be helped: the program is over.
    }
  }
}
