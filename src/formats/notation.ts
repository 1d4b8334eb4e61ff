// The notation `op(target)` that most text formats share: operations by their short names, or by the words of a format, and a
// target that may contain anything, parentheses too: it lies between the first `(` and the `)` that ends the text.

import { nearest } from '../base/nearest.ts';
import { Op, operations } from '../trace/operation.ts';
import { asciiWord, CLOSE, indexIn, OPEN } from './ascii.ts';

/** Word → operation. */
export type Words = ReadonlyMap<string, Op>;

/** The short names of the operations table. */
export const SHORT_WORDS: Words = new Map(operations.map(({ short, op }) => [short, op]));

/** The words of the papers and of other tools beside the short names. */
export const PAPER_WORDS: Words = new Map([
  ...SHORT_WORDS,
  ['rd', Op.read],
  ['wr', Op.write],
  ['read', Op.read],
  ['write', Op.write],
  ['acquire', Op.acquire],
  ['release', Op.release],
  ['lock', Op.acquire],
  ['unlock', Op.release],
]);

/** What a text in the notation says. Without a target (only `begin` and `end` may do so) start is end. */
export interface Notation {
  readonly op: Op;
  /** The target in the bytes. */
  readonly start: number;
  readonly end: number;
}

const LONGEST_WORD = 16;

/** The notation in bytes[start..end), `'word'` if its form is right but the word unknown, or undefined. */
export function parseNotation(bytes: Uint8Array, start: number, end: number, words: Words): Notation | 'word' | undefined {
  const open = indexIn(bytes, OPEN, start, end);
  const wordEnd = open < 0 ? end : open;
  const op = wordEnd - start > LONGEST_WORD ? undefined : words.get(asciiWord(bytes, start, wordEnd));
  const targetless = op === Op.begin || op === Op.end;
  if (open < 0) return targetless ? { op, start: end, end } : undefined;
  if (bytes[end - 1] !== CLOSE || wordEnd === start) return undefined;
  if (op === undefined) return 'word';
  if (open + 1 === end - 1 && !targetless) return undefined;
  return { op, start: open + 1, end: end - 1 };
}

/** What somebody who writes this word probably means: other tools' words first, then the nearest by spelling. */
const MEANT: Readonly<Record<string, Op>> = {
  ...Object.fromEntries(PAPER_WORDS),
  ...Object.fromEntries(operations.map(({ name, op }) => [name, op])),
  start: Op.fork,
  spawn: Op.fork,
  create: Op.fork,
  load: Op.read,
  store: Op.write,
  enter: Op.begin,
  exit: Op.end,
  notifyall: Op.notify,
  signal: Op.notify,
  broadcast: Op.notify,
  malloc: Op.alloc,
};

/** A hint for an unknown operation. */
export function suggestion(word: string, words: Words): string {
  const lower = word.trim().toLowerCase();
  const similar = Object.hasOwn(MEANT, lower) ? lower : nearest(lower, Object.keys(MEANT));
  const meant = similar === undefined ? undefined : MEANT[similar];
  // The first word of an operation is its proper one.
  const names = new Map<Op, string>();
  for (const [name, op] of words) if (!names.has(op)) names.set(op, name);
  const all = `the operations are ${[...names.values()].join(' ')}`;
  const name = meant === undefined ? undefined : names.get(meant);
  return name === undefined ? all : `did you mean ${name}? ${all}`;
}
