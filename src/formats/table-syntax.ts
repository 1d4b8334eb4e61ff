// How a row of a table is written: `12  w(x)  @ a.c:3`, the event in the column of its thread. Bytes in, indices out; the
// reader takes rows apart with this and the writer asks it whether a name would come back.

import { CLOSE, indexIn, isBlank, OPEN, SPACE, skipBlanks, TAB } from './ascii.ts';
import { type Notation, PAPER_WORDS, parseNotation } from './notation.ts';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const UNDERSCORE = 0x5f;

/** An event in a row. */
export interface Cell {
  /** `'word'`: it has the form of an event, but no such operation exists. */
  readonly notation: Notation | 'word';
  /** Where it starts and ends, with the clocks that some papers write around it: `[1,0]_w(x)_[2,0]`. */
  readonly start: number;
  readonly end: number;
}

/** The end of the word that starts here. */
export function wordEnd(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && !isBlank(bytes[i])) i++;
  return i;
}

/** `12`, `12.`, `12:`, `e12`, with or without a mark before it: where it ends, or `start` if it is none. */
export function labelEnd(bytes: Uint8Array, start: number, end: number): number {
  const stop = wordEnd(bytes, start, end);
  let i = start;
  if (bytes[i] === 0x3e || bytes[i] === 0x2a) i++;
  if (bytes[i] === 0x65) i++;
  const digits = i;
  while (i < stop && isDigit(bytes[i]!)) i++;
  if (i === digits) return start;
  if (i < stop && (bytes[i] === 0x2e || bytes[i] === 0x3a)) i++;
  return i === stop ? stop : start;
}

/**
 * The `)` of a line behind which a cell may end. One search serves all cells of the line, asked from left to right: a line of words
 * that only begin like events is still read once.
 */
export class Closings {
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private close = -1;
  /** Behind the `)` and the clock that may follow it. */
  stop = -1;

  constructor(bytes: Uint8Array, end: number) {
    this.bytes = bytes;
    this.end = end;
  }

  /** The first one from here on; `end` if there is none. */
  from(start: number): number {
    const { bytes, end } = this;
    if (start <= this.close) return this.close;
    for (let i = start; i < end; i++) {
      if (bytes[i] !== CLOSE) continue;
      this.stop = clockEnd(bytes, i + 1, end, true);
      if (!isGap(bytes, this.stop, end)) continue;
      this.close = i;
      return i;
    }
    this.close = end;
    return end;
  }
}

/** The event that starts here, `'broken'` if it only begins like one, or undefined: then it may be a word of a head. */
export function cellAt(
  bytes: Uint8Array,
  start: number,
  end: number,
  closings = new Closings(bytes, end),
): Cell | 'broken' | undefined {
  const from = clockEnd(bytes, start, end, false);
  const first = wordEnd(bytes, from, end);
  const open = indexIn(bytes, OPEN, from, first);
  if (open < 0) {
    const bare = isGap(bytes, first, end) ? parseNotation(bytes, from, first, PAPER_WORDS) : undefined;
    return bare === undefined ? undefined : { notation: bare, start, end: first };
  }
  for (let i = from; i < open; i++) if (!isWordByte(bytes[i]!)) return undefined;
  const close = closings.from(open + 1);
  const notation = close === end ? undefined : parseNotation(bytes, from, close + 1, PAPER_WORDS);
  return notation === undefined ? 'broken' : { notation, start, end: closings.stop };
}

/** Where the location behind an event starts: after `@ `, up to the end. `end` if there is none, undefined if there is other text. */
export function locationAfter(bytes: Uint8Array, start: number, end: number): number | undefined {
  const at = skipBlanks(bytes, start, end);
  if (at === end) return end;
  return bytes[at] === 0x40 && bytes[at + 1] === SPACE && at + 2 < end ? at + 2 : undefined;
}

/** Behind a cell: the end of the line, a tab, or two blanks; one blank may belong to a name. */
function isGap(bytes: Uint8Array, i: number, end: number): boolean {
  return i === end || bytes[i] === TAB || (bytes[i] === SPACE && (i + 1 === end || isBlank(bytes[i + 1])));
}

/** The end of a clock, `[1,0]_` before an event or `_[2,0]` behind it; `start` if there is none. */
function clockEnd(bytes: Uint8Array, start: number, end: number, behind: boolean): number {
  let i = start;
  if (behind && bytes[i++] !== UNDERSCORE) return start;
  if (i >= end || bytes[i++] !== OPEN_BRACKET) return start;
  while (i < end && (isDigit(bytes[i]!) || bytes[i] === 0x2c)) i++;
  if (i >= end || bytes[i++] !== CLOSE_BRACKET) return start;
  if (behind) return i;
  return bytes[i] === UNDERSCORE ? i + 1 : start;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isWordByte(byte: number): boolean {
  return ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) || byte === 0x2d;
}
