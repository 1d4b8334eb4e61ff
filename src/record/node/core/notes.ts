// What a person should know about a recording, one line each, in `notes` in the folder of the process.

import fs from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';

const { appendFileSync } = fs;

let file: string | undefined;
const said = new Set<string>();

export function startNotes(folder: string): void {
  file = join(folder, 'notes');
}

/** Says it once. */
export function note(text: string): void {
  if (file === undefined || said.has(text)) return;
  said.add(text);
  try {
    appendFileSync(file, `${text.replaceAll('\n', ' ')}\n`, { mode: PRIVATE_FILE });
  } catch {
    // The recording is poorer for it; the program is not.
  }
}
