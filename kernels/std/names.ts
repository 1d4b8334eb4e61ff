// Names to ids: a cache of what the host's symbol tables said. A name of up to eight bytes is its own key; a longer one has a hash for its key
// and is kept, to be compared. Names are ASCII here: the top bits of the key's bytes are free for what kind of name it is, and how long.
//
// A cache may forget: it does so when it is full. What does not find a place within a few slots is asked for each time; the host's tables bear that
// somebody makes names to have one hash.

import { FACTOR } from './factor';
import { intern } from './host';
import { NAMES, release, take } from './memory';

/** The key (0: a free slot), the id, and where a longer name is kept: its length, and its bytes. */
const ID: usize = 8;
const KEPT: usize = 12;
const SLOT_BITS: u32 = 4;
/** A name is looked for in so many slots. They may lie behind the last slot that a hash can name. */
const WAY: usize = 12 << SLOT_BITS;

const FIRST_BITS: u32 = 14;
const MOST_BITS: u32 = 21;

const LONG: u64 = 1 << 63;
const KIND_BITS: u64 = 0x8080;

let table: usize = NAMES;
let bits: u32 = 0;
let shift: u64 = 0;
/** Slots in use, and how many may be. */
let used: u32 = 0;
let room: u32 = 0;

/** Eight bytes of ones, then zeros: read from 8 - length on, it masks the bytes of a name. */
const MASKS = memory.data<u64>([-1, 0, 0]);

/** Forgets all. */
export function forget(): void {
  release();
  newTable(FIRST_BITS);
}

function newTable(size: u32): bool {
  const bytes = ((<usize>1) << (size + SLOT_BITS)) + WAY;
  const at = take(bytes);
  if (at === 0) return false;
  memory.fill(at, 0, bytes);
  table = at;
  bits = size;
  shift = 64 - <u64>size;
  used = 0;
  room = 1 << (size - 1);
  return true;
}

/** The key of a name of up to eight bytes. */
export function shortKey(kind: u32, start: usize, length: u32): u64 {
  return (load<u64>(start) & load<u64>(MASKS + (<usize>(8 - length) & 15))) | kindBits(kind);
}

/** The first slot that a key may be in. */
export function slotOf(key: u64): usize {
  return table + ((<usize>((key * FACTOR) >>> shift)) << SLOT_BITS);
}

export function keyIn(slot: usize): u64 {
  return load<u64>(slot);
}
export function idIn(slot: usize): u32 {
  return load<u32>(slot, ID);
}

/** The id of any name. */
export function idOf(kind: u32, start: usize, length: u32): u32 {
  const key = length <= 8 ? shortKey(kind, start, length) : hash(start, length) | kindBits(kind);
  let slot = slotOf(key);
  const last = slot + WAY;
  do {
    if (keyIn(slot) === key && (length <= 8 || isKept(load<u32>(slot, KEPT), start, length))) return idIn(slot);
    if (keyIn(slot) === 0) break;
    slot += 1 << SLOT_BITS;
  } while (slot < last);
  return ask(kind, start, length, key, slot < last ? slot : 0);
}

function kindBits(kind: u32): u64 {
  return (((<u64>kind) << 7) & 0x80) | (((<u64>kind) << 14) & 0x8000);
}

/** The hash of more than eight bytes as a key: the last word is that of the last eight bytes. */
function hash(start: usize, length: u32): u64 {
  const last = start + length - 8;
  let value: u64 = length;
  for (let at = start; at < last; at += 8) value = mixed(value ^ load<u64>(at));
  return (mixed(value ^ load<u64>(last)) & ~KIND_BITS) | LONG;
}

function mixed(value: u64): u64 {
  const product = value * FACTOR;
  return product ^ (product >>> 32);
}

function isKept(kept: usize, start: usize, length: u32): bool {
  if (load<u32>(kept) !== length) return false;
  const last: usize = length - 8;
  for (let at: usize = 0; at < last; at += 8) if (load<u64>(kept + 4 + at) !== load<u64>(start + at)) return false;
  return load<u64>(kept + 4 + last) === load<u64>(start + last);
}

/** Asks the host, and keeps what it says in the free slot, if there is one. */
function ask(kind: u32, start: usize, length: u32, key: u64, slot: usize): u32 {
  const id = intern(kind, start, length);
  if (slot === 0) return id;
  const kept = length > 8 ? keep(start, length) : 0;
  if (length > 8 && kept === 0) {
    forget();
    return id;
  }
  store<u64>(slot, key);
  store<u32>(slot, id, ID);
  store<u32>(slot, <u32>kept, KEPT);
  if (++used === room && !grow()) forget();
  return id;
}

function keep(start: usize, length: u32): usize {
  const kept = take(4 + length);
  if (kept === 0) return 0;
  store<u32>(kept, length);
  memory.copy(kept + 4, start, length);
  return kept;
}

function grow(): bool {
  const before = table;
  const end = before + ((<usize>1) << (bits + SLOT_BITS)) + WAY;
  if (bits === MOST_BITS || !newTable(bits + 1)) return false;
  for (let from = before; from < end; from += 1 << SLOT_BITS) {
    if (load<u64>(from) === 0) continue;
    let slot = slotOf(load<u64>(from));
    const last = slot + WAY;
    while (slot < last && load<u64>(slot) !== 0) slot += 1 << SLOT_BITS;
    if (slot === last) continue;
    memory.copy(slot, from, 1 << SLOT_BITS);
    used++;
  }
  return true;
}
