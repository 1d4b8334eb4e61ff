// The kernel of the STD reader. It takes the plain lines of a piece of text, and stops at the first that is not plain: the reader in
// src/formats/std-reader.ts looks at that one with care. Plain: ASCII, an operation with a target in parentheses, a thread that begins no comment.
// It reads the same from these lines as the reader would; what is wrong with any other line, it does not know.

import { mark as markPiece } from './marks';
import { LOCATIONS, MARKS, OPS, PIECE, TARGETS, TEXT, THREADS } from './memory';
import { idIn, idOf, keyIn, shortKey, slotOf } from './names';
import { bitsOfWord, isFree, kindIn, opIn, slotOfWord } from './words';

export { forget } from './names';
export { setWord } from './words';

const BAR: u32 = 0x7c;
const CLOSE: u32 = 0x29;
const NEWLINE: u32 = 0x0a;
const RETURN: u32 = 0x0d;
/** Threads that begin with what is below may be blanks, or comments. */
const FIRST_OF_THREAD: u32 = 0x24;
const THREAD: u32 = 2;
const LOCATION: u32 = 3;

/** The next mark. */
let marks: usize = MARKS;

export function textAt(): usize {
  return TEXT;
}
export function pieceBytes(): u32 {
  return PIECE;
}
export function opsAt(): usize {
  return OPS;
}
export function threadsAt(): usize {
  return THREADS;
}
export function targetsAt(): usize {
  return TARGETS;
}
export function locationsAt(): usize {
  return LOCATIONS;
}

/** The text is new, so many bytes. */
export function mark(length: u32): void {
  markPiece(length);
  marks = MARKS;
}

/** Reads at most `most` plain lines from the one at offset `from` on, and returns the offset of the next line and above it their number. */
export function read(from: u32, most: u32): u32 {
  while (markAt(marks) < from) marks += 2;
  let at = marks;
  let line = from;
  let count: u32 = 0;
  for (; count < most; count++) {
    // The thread, up to the first bar.
    let next = at;
    let bar = markAt(next);
    while (byteAt(bar) === CLOSE) {
      next += 2;
      bar = markAt(next);
    }
    if (byteAt(bar) !== BAR || bar === line || byteAt(line) < FIRST_OF_THREAD) break;

    // The operation, up to the first opening parenthesis: its word has less than eight letters.
    const text = load<u64>(TEXT + bar, 1);
    const wordBits = bitsOfWord(text);
    if (wordBits === 64) break;
    const word = slotOfWord(text & (((<u64>1) << wordBits) - 1));
    if (isFree(word)) break;

    // The target, up to the closing parenthesis that ends the field.
    const target = bar + 2 + (<u32>wordBits >>> 3);
    let close: u32 = 0;
    next += 2;
    let mark = markAt(next);
    while (byteAt(mark) === CLOSE) {
      close = mark;
      next += 2;
      mark = markAt(next);
    }
    if (close <= target || mark !== close + 1) break;

    // The location, if there is one.
    let location = mark;
    if (byteAt(mark) === BAR) {
      location++;
      do {
        next += 2;
        mark = markAt(next);
      } while (byteAt(mark) === CLOSE);
    }
    let newline = mark;
    if (byteAt(mark) === RETURN) {
      next += 2;
      newline = markAt(next);
    }
    if (byteAt(newline) !== NEWLINE || newline > mark + 1) break;

    // Most names are short and in their first slots. To call a function for each of them takes a quarter more time in all.
    const kind = kindIn(word);
    const threadLength = bar - line;
    const targetLength = close - target;
    const locationLength = mark - location;
    const threadKey = shortKey(THREAD, TEXT + line, threadLength);
    const targetKey = shortKey(kind, TEXT + target, targetLength);
    const locationKey = shortKey(LOCATION, TEXT + location, locationLength);
    const row = (<usize>count) << 2;
    store<u8>(OPS + count, <u8>opIn(word));
    let slot = slotOf(threadKey);
    if (keyIn(slot) === threadKey && threadLength <= 8) store<u32>(THREADS + row, idIn(slot));
    else store<u32>(THREADS + row, idOf(THREAD, TEXT + line, threadLength));
    slot = slotOf(targetKey);
    if (keyIn(slot) === targetKey && targetLength <= 8) store<u32>(TARGETS + row, idIn(slot));
    else store<u32>(TARGETS + row, idOf(kind, TEXT + target, targetLength));
    slot = slotOf(locationKey);
    if (keyIn(slot) === locationKey && locationLength <= 8) store<u32>(LOCATIONS + row, idIn(slot));
    else store<u32>(LOCATIONS + row, idOf(LOCATION, TEXT + location, locationLength));
    line = newline + 1;
    at = next + 2;
  }
  marks = at;
  return (count << 16) | line;
}

function markAt(at: usize): u32 {
  return load<u16>(at);
}

function byteAt(offset: u32): u32 {
  return load<u8>(TEXT + offset);
}
