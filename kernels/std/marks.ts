// Marks the separators of a piece, 64 bytes at a time: bars, closing parentheses, and all that is no plain text: newlines and other control
// characters, and bytes that are not ASCII. Between two marks there is nothing to look at.

import { MARKS, TEXT } from './memory';

const BAR: u8 = 0x7c;
const CLOSE: u8 = 0x29;
const BLANK: i8 = 0x20;

function marksOf(at: usize): u64 {
  const bytes = v128.load(at);
  // With a sign, bytes that are not ASCII are below the blank too.
  const marked = v128.or(
    v128.or(v128.eq<u8>(bytes, v128.splat<u8>(BAR)), v128.eq<u8>(bytes, v128.splat<u8>(CLOSE))),
    v128.lt<i8>(bytes, v128.splat<i8>(BLANK)),
  );
  return <u64>(<u32>v128.bitmask<i8>(marked));
}

/** Marks all separators of the first `length` bytes, and behind them some that are none. */
export function mark(length: u32): void {
  // What lies behind the piece is no line.
  memory.fill(TEXT + length, 0, 64);
  let to = MARKS;
  for (let from: u32 = 0; from < length; from += 64) {
    const at = TEXT + from;
    let marks = marksOf(at) | (marksOf(at + 16) << 16) | (marksOf(at + 32) << 32) | (marksOf(at + 48) << 48);
    const end = to + ((<usize>popcnt(marks)) << 1);
    // Four at a time, past the end if need be: a branch for each would often be guessed wrong.
    while (to < end) {
      store<u16>(to, <u16>(from + <u32>ctz(marks)));
      marks &= marks - 1;
      store<u16>(to, <u16>(from + <u32>ctz(marks)), 2);
      marks &= marks - 1;
      store<u16>(to, <u16>(from + <u32>ctz(marks)), 4);
      marks &= marks - 1;
      store<u16>(to, <u16>(from + <u32>ctz(marks)), 6);
      marks &= marks - 1;
      to += 8;
    }
    to = end;
  }
  for (let i: usize = 0; i < 8; i++) store<u16>(to + 2 * i, <u16>length);
}
