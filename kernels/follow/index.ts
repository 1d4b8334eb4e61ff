// Goes through the records of a log that is followed: how far they are whole, what time it is behind them, and which of them may still grow.
// src/raw/follow/progress.ts says what that means. What tells of the log as a whole is rare, and noted for the host. 1 ns a record, where the
// same in JavaScript took 5.

/** The bytes of a record. */
const RECORD: usize = 16;
/** Of the last word of a plain access; src/raw/format.ts has the same. */
const ELEMENTS: u32 = 7 << 16;
const VALUES: u32 = 1 << 31;
const STAMP: u32 = 1;
const READ: u32 = 2;
const WRITE: u32 = 3;
const LENGTH: u32 = 6;
const ALLOCATE: u32 = 40;
const ADDRESS: u64 = 0xffff_ffff_ffff;

/** What is said of each kind, a byte of flags; src/raw/follow/scratch.ts has the same. */
const KNOWN: u32 = 1;
const WITH_LENGTH: u32 = 2;
const WITH_VALUES: u32 = 4;
const TIMED_IN_EXTRA: u32 = 8;
const LETS_GROW: u32 = 16;
const NOTED: u32 = 32;

/** What is gone through, and what it was a moment before. */
const PIECE_BYTES: usize = 1 << 17;
const TAIL_BYTES: usize = 68 << 10;
const KINDS: usize = 1024;
const PIECE: usize = 2048;
const TAIL: usize = PIECE + PIECE_BYTES;
const BEFORE: usize = TAIL + TAIL_BYTES;
/** Addresses of records, four bytes each. */
const NOTES: usize = BEFORE + TAIL_BYTES;
const END: usize = NOTES + PIECE_BYTES / 4;

/** Longer ranges are no accesses, and larger blocks are noted. */
let longest: u64 = 0;
let small: u64 = 0;

export function prepare(longestRange: f64, smallBlock: f64): void {
  memory.grow(<i32>((END + 0xffff) >>> 16) - memory.size());
  longest = <u64>longestRange;
  small = <u64>smallBlock;
}
export function kindsAt(): usize {
  return KINDS;
}
export function pieceAt(): usize {
  return PIECE;
}
export function tailAt(): usize {
  return TAIL;
}
export function beforeAt(): usize {
  return BEFORE;
}
export function notesAt(): usize {
  return NOTES;
}

/** The time of the last record that was gone through. */
export let time: f64 = 0;
/** Where the first record stands that may grow, 0 if there is none; and where the last one stands, 0 if there was none. */
export let growing: u32 = 0;
export let latest: u32 = 0;
/** Whether what stands where it ended is no record. */
export let isBroken: bool = false;
/** How many records were noted. */
export let notes: u32 = 0;
/** Goes on at `from`, up to the first that is not there or not whole: where that is. `before`: where the same stood a moment before. */
export function walk(from: usize, to: usize, before: usize, timeBefore: f64, growingBefore: u32): usize {
  let now = <u64>timeBefore;
  let grows: usize = growingBefore;
  let last: usize = 0;
  let at = from;
  isBroken = false;
  notes = 0;
  while (at + RECORD <= to && load<u64>(before + (at - from)) !== 0) {
    const word1 = load<u32>(at, 4);
    const word3 = load<u32>(at, 12);
    const kind = (word1 >>> 16) & 0xff;
    let next = at + RECORD;
    if (kind === READ || kind === WRITE) {
      // Most are such, and go on as the rest does, without asking what they are.
      now += (word3 >>> 19) & 0xfff;
      if (grows === 0 && (word3 & ELEMENTS) !== 0) grows = at;
    } else {
      const flags: u32 = load<u8>(KINDS + kind);
      if ((flags & WITH_LENGTH) !== 0 || ((flags & WITH_VALUES) !== 0 && (word3 & VALUES) !== 0)) next += RECORD;
      if (next > to || kind === 0) break;
      if ((flags & KNOWN) === 0 || ((flags & WITH_LENGTH) !== 0 && !isLengthy(kind, at))) {
        isBroken = true;
        break;
      }
      if (kind === STAMP) now = max(now, load<u64>(at) & ADDRESS);
      else now += (flags & TIMED_IN_EXTRA) !== 0 ? (word3 >>> 19) & 0xfff : word1 >>> 24;
      if ((flags & LETS_GROW) === 0) grows = 0;
      if ((flags & NOTED) !== 0 && (kind !== ALLOCATE || lengthAt(at) > small)) {
        store<u32>(NOTES + 4 * notes, <u32>at);
        notes++;
      }
    }
    last = at;
    at = next;
  }
  time = <f64>now;
  growing = <u32>grows;
  latest = <u32>last;
  return at;
}

function lengthAt(at: usize): u64 {
  return load<u64>(at + RECORD) & ADDRESS;
}

/** Whether the record behind is a length that this one may have. */
function isLengthy(kind: u32, at: usize): bool {
  return ((load<u32>(at + RECORD, 4) >>> 16) & 0xff) === LENGTH && (kind === ALLOCATE || lengthAt(at) <= longest);
}
