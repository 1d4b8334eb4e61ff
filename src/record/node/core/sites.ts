// Places in the program, by number. What the numbers mean goes to `sites.jsonl` in the folder of the process, one line per file:
// {"base","file","at":[line,column,…],"called":[line,column,…],"moved","calls","map"}, {"base","file","names":[…]}, {"base","file","module","by"} or, for a call in text that ran and may have been
// transformed, {"base","file","ran":[line,column],"function"}. In a process without shared memory nothing is written.

import fs from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';
import type { SiteLine } from '../left.ts';
import { hashText } from '../loading/hash.ts';
import { secretOf, takeSites } from './control.ts';
import { Control32, type ModuleLine, type Moves } from './hooks.ts';
import { bytesOf } from './natives.ts';
import { refused } from './stopping.ts';

const { appendFileSync } = fs;

let control: Int32Array = new Int32Array(16);
let folder = '';
/** Lines that nobody needs yet. */
let waiting: string[] = [];
let atOnce = false;
/** Hears of every text that this thread has numbers for, also of those that others have told of. */
let hear: ((line: SiteLine) => void) | undefined;

/** `now`: this thread may be ended without notice, so it keeps nothing back. */
export function startSites(memory: WebAssembly.Memory, to: string, now: boolean, listener?: (line: SiteLine) => void): void {
  control = new Int32Array(bytesOf(memory));
  folder = to;
  atOnce = now;
  hear = listener;
}

/** Numbers for the places of one text; equal texts under one name get the same numbers in every thread. */
export function sitesOfText(
  file: string,
  text: string,
  at: readonly number[],
  more?: Moves & { readonly called: readonly number[]; readonly map: string | undefined },
): number {
  return take(file, text, at.length / 2, { at, ...more } as Pick<SiteLine, 'at'>);
}

/** Numbers for places that have names of their own. */
export function sitesOfNames(key: string, file: string, names: readonly string[]): number {
  return take(file, key, names.length, { names });
}

/** Numbers for the places in a module of WebAssembly. `by`: the script that compiled it, if it is no file. */
export function sitesOfModule(key: string, file: string, module: ModuleLine, by: string | undefined): number {
  return take(file, key, module.length, by === undefined ? { module } : { module, by });
}

/** A number for a call, by where it is in the text that ran. */
export function siteOfCall(file: string, line: number, column: number, name: string): number {
  return take(file, `call\n${line}:${column}`, 1, { ran: [line, column], function: name });
}

function take(file: string, key: string, count: number, what: Omit<SiteLine, 'base' | 'file'>): number {
  const { base, fresh } = takeSites(control, hashText(`${file}\0${key}`, secretOf(control)), count);
  if (fresh) keep(JSON.stringify({ base, file, ...what }));
  if (base !== 0) hear?.({ base, file, ...what });
  return base;
}

/** Called from anywhere in the program, which a full disk must not disturb. */
function keep(line: string): void {
  waiting.push(`${line}\n`);
  try {
    saveSites();
  } catch (error) {
    refused(error);
  }
}

/** There is something that refers to places, also without shared memory. */
export function needSites(): void {
  control[Control32.refers] = 1;
}

/** Writes what waits, if there is anything that could refer to it. Throws what the file system throws. */
export function saveSites(): void {
  if (waiting.length === 0 || !(atOnce || control[Control32.blocks]! > 0 || control[Control32.refers] === 1)) return;
  const lines = waiting;
  waiting = [];
  appendFileSync(join(folder, 'sites.jsonl'), lines.join(''), { mode: PRIVATE_FILE });
}
