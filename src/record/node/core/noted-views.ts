// The views through which this thread reaches shared memory, for those who name it later: a line each in `views.jsonl` in the folder of the
// process, {"address","type","length","site","thread","made"}. Numbers that a DataView or a Buffer reads or writes are lines of their own,
// with the address of that view as "of". A view is told of when it is made or first used, each kind at a place once. A line
// {"address","debug","size","changed"} names the file with the debug information of a module of WebAssembly whose memory begins there.

import fs from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';

const { appendFileSync, existsSync, statSync, writeFileSync } = fs;

/** A line costs as much as a system call does; a program with more views than this has no name for each. */
const MOST_LINES = 2048;

export const elementTypes = [
  ...['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Float16', 'Int32', 'Uint32', 'Float32', 'Float64', 'BigInt64'],
  ...['BigUint64', 'DataView'],
] as const;
export type ElementType = (typeof elementTypes)[number];

const codes = new Map<string, number>(elementTypes.map((type, code) => [type, code]));
/** More than there are types, twice: addresses have 47 bits. */
const TYPES = 32;

let folder = '';
let thread = 0;
let left = MOST_LINES;
/** By address and type: the most elements that were told of. */
const longest = new Map<number, number>();
const numbers = new Set<number>();

export function startViews(to: string, ofThread: number): void {
  folder = to;
  thread = ofThread;
}

/** `length` in elements, of a DataView in bytes; -1 if it grows. `isMade`: the site is where the program made it, else where it used it. */
export function noteView(address: number, type: ElementType, length: number, site: number, isMade: boolean): void {
  // A view of the recorder's own is none of the program's.
  if (left === 0 || site < 0) return;
  const key = address * TYPES + 2 * codes.get(type)! + Number(isMade);
  const known = longest.get(key);
  if (known !== undefined && (known === -1 || (length !== -1 && length <= known))) return;
  longest.set(key, length);
  tell({ address, type, length, site, thread, ...(isMade && { made: true }) });
}

/** A number at an address, in the view that begins at another. */
export function noteNumber(address: number, type: ElementType, of: number, site: number): void {
  if (left === 0) return;
  const key = address * TYPES + codes.get(type)!;
  if (numbers.has(key)) return;
  numbers.add(key);
  tell({ address, type, length: 1, site, thread, of });
}

const described = new Set<string>();

/** The file that tells what is in the memory of a WebAssembly module, which begins at an address. */
export function noteDebugFile(address: number, debug: string): void {
  const key = `${address} ${debug}`;
  if (left === 0 || described.has(key)) return;
  described.add(key);
  const file = statSync(debug, { throwIfNoEntry: false });
  if (file !== undefined) tell({ address, debug, size: file.size, changed: file.mtimeMs });
}

/** Puts a file beside the logs; its path, or undefined if that was not possible. */
export function keepFile(name: string, bytes: Uint8Array): string | undefined {
  const path = join(folder, name);
  try {
    if (!existsSync(path)) writeFileSync(path, bytes, { mode: PRIVATE_FILE });
    return path;
  } catch {
    return undefined;
  }
}

function tell(line: object): void {
  left--;
  try {
    appendFileSync(join(folder, 'views.jsonl'), `${JSON.stringify(line)}\n`, { mode: PRIVATE_FILE });
  } catch {
    // The memory has the name of its buffer then.
    left = 0;
  }
}
