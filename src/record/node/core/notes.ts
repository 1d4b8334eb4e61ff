// What a person should know about a recording, one line each, in `notes` in the folder of the process; and in `tools` the packages whose code ran as it
// is, because all they do is run, bundle or translate the program.

import fs from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';

const { appendFileSync } = fs;

let folder: string | undefined;
const said = new Set<string>();

export function startNotes(to: string): void {
  folder = to;
}

/** Says it once. */
export function note(text: string): void {
  say('notes', text);
}

/** Says once that the code of this package is not recorded. */
export function noteTool(name: string): void {
  say('tools', name);
}

function say(file: string, text: string): void {
  const line = `${text.replaceAll('\n', ' ')}\n`;
  if (folder === undefined || said.has(file + line)) return;
  said.add(file + line);
  try {
    appendFileSync(join(folder, file), line, { mode: PRIVATE_FILE });
  } catch {
    // The recording is poorer for it; the program is not.
  }
}
