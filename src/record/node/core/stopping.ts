// What is said when the system takes no more of the recording: once on stderr, and in `about`, whose first line has room for it that
// the disk gave when the recording began. All threads stop then: one without a log makes the order of all unknown.

import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { Control32 } from './hooks.ts';
import { bytesOf, natives } from './natives.ts';

const { closeSync, openSync, writeSync } = fs;

/** The first line of `about`: an errno in the place of the blanks. */
export const STOPPED_LINE = `stopped ${' '.repeat(8)}\n`;
const STOPPED_AT = 'stopped '.length;

let control: Int32Array | undefined;
let about = '';

export function startStopping(memory: WebAssembly.Memory, folder: string): void {
  control = new Int32Array(bytesOf(memory));
  about = join(folder, 'about');
}

/** The system's number for the error; 0 if it is none of the system's. */
export function errnoOf(error: unknown): number {
  const { errno } = (error ?? {}) as { errno?: unknown };
  return typeof errno === 'number' && errno < 0 ? -errno : 0;
}

/** Ends the recording of all threads; each notices when it next writes its log. */
export function refused(error: unknown): void {
  if (control === undefined) return;
  const errno = errnoOf(error);
  if (natives.compareExchange(control, Control32.stopped, 0, errno === 0 ? -1 : -errno) !== 0) return;
  overwrite(about, STOPPED_AT, String(errno));
  say(`foretrace: recording stops (${codeOf(error)}); the program runs on unrecorded\n`);
}

/** Puts a few bytes where others are already: that needs no room on the disk. */
export function overwrite(path: string, position: number, text: string): void {
  try {
    const file = openSync(path, 'r+');
    try {
      writeSync(file, text, position);
    } finally {
      closeSync(file);
    }
  } catch {
    // The logs that end in the middle tell it.
  }
}

function say(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody listens.
  }
}

/** Node has no name for some (EDQUOT). */
function codeOf(error: unknown): string {
  const errno = errnoOf(error);
  const name = Object.entries(os.constants.errno).find(([, number]) => number === errno)?.[0];
  return name ?? (error instanceof Error ? error.message : String(error));
}
