// Names in short files: a line each, up to an empty one. Where a name is the one before with higher numbers (a.c:3, a.c:4), its line tells by how
// much they are, each in a byte.

import { joinedBytes } from '../../base/joined-bytes.ts';
import type { Cursor } from '../../base/varint.ts';
import { MAX_SHORT_NAMES } from './layout.ts';
import { taken } from './shapes-encode.ts';
import { textSize, writeText } from './text.ts';

const LINE_END = 10;
const encoder = new TextEncoder();

/** Adds `count` texts, as in a section of symbols, as lines; false if one is no line. */
export function putNames(out: number[], count: number, cursor: Cursor): boolean {
  let before: Uint8Array | undefined;
  for (let i = 0; i < count; i++) {
    const size = cursor.varint();
    const name = cursor.bytes.subarray(cursor.at, cursor.at + size);
    cursor.at += size;
    if (areSteps(name) || name.includes(LINE_END)) return false;
    for (const byte of (before && stepsBetween(before, name)) ?? name) out.push(byte);
    out.push(LINE_END);
    before = name;
  }
  out.push(LINE_END);
  return true;
}

/** The names of the lines at the cursor as texts one after the other, and how many; undefined if they do not end, or take too much room. */
export function takeNames(cursor: Cursor): { readonly texts: Uint8Array; readonly count: number } | undefined {
  const texts: Uint8Array[] = [];
  let room = MAX_SHORT_NAMES;
  let before: Uint8Array | undefined;
  for (let count = 0; ; count++) {
    const end = cursor.bytes.subarray(0, cursor.end).indexOf(LINE_END, cursor.at);
    if (end < 0) return undefined;
    const line = cursor.bytes.subarray(cursor.at, end);
    cursor.at = end + 1;
    if (line.length === 0) return { texts: joinedBytes(texts), count };
    const name: Uint8Array | undefined = areSteps(line) ? before && stepped(before, line) : line;
    if (name === undefined) return undefined;
    const text = new Uint8Array(textSize(name));
    writeText(text, 0, name);
    texts.push(text);
    room -= text.length;
    if (room < 0) return undefined;
    before = name;
  }
}

/** Whether a line is nothing but steps, as the line that ends the names is. */
function areSteps(line: Uint8Array): boolean {
  return line.every((byte) => byte < LINE_END);
}

function stepsBetween(before: Uint8Array, name: Uint8Array): number[] | undefined {
  const [from, to] = [taken(before), taken(name)];
  if (to.numbers.length === 0 || from.key !== to.key) return undefined;
  const steps = to.numbers.map((number, k) => number - from.numbers[k]!);
  return steps.every((step) => step >= 0 && step < LINE_END) ? steps : undefined;
}

function stepped(before: Uint8Array, steps: Uint8Array): Uint8Array | undefined {
  const { pieces, numbers } = taken(before);
  if (numbers.length !== steps.length) return undefined;
  const bytes = numbers.flatMap((number, k) => [...pieces[k]!, ...encoder.encode(`${number + steps[k]!}`)]);
  return Uint8Array.from([...bytes, ...pieces.at(-1)!]);
}
