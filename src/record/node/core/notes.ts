// What a person should know about a recording, one line each, in the folder of the process: in `notes` what is good to know; in `unrecorded` what ran and
// is missing, for which the verdict is partial; in `tools` the packages whose code ran as it is, because all they do is run, bundle or translate the
// program.

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

/** What ran unrecorded in a thread that has no shared memory so far: nobody could race with it. */
let untold: string[] | undefined = [];

/** Says once that this ran and was not recorded, why, and what helps; `isShared`: whether there is shared memory in any case. */
export function noteUnrecorded(text: string, isShared = false): void {
  if (untold === undefined || isShared) say('unrecorded', text);
  else untold.push(text);
}

/** The thread has shared memory from now on. */
export function tellUnrecorded(): void {
  const texts = untold ?? [];
  untold = undefined;
  for (const text of texts) noteUnrecorded(text);
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
