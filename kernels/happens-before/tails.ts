// The entries of vector clocks for threads from FLAT up: chunks of entries that clocks share for as long as they are equal, so that 70 000
// threads need memory for what differs only. A tail is a list of chunks. Tails and chunks are counted, and written only by who is alone with them.

import { bitsFor, block, giveBack } from './blocks';

/** Threads below this have their entries in a row of versions.ts. */
export const FLAT: u32 = 256;

/** A tail: how many share it, how many chunks it has room for, and where each lies, 0 for one that knows nothing. */
const COUNT = 0;
const ROOM = 4;
const CHUNKS: usize = 8;

/** A chunk: how many share it, three words that nobody uses, and the entries. */
const CHUNK_BITS: u32 = 10;
const CHUNK_END: usize = 1 << CHUNK_BITS;
const ENTRIES: usize = 16;
const IN_CHUNK: u32 = <u32>(CHUNK_END - ENTRIES) >>> 2;

export function tailTime(tail: usize, thread: u32): u32 {
  if (tail === 0) return 0;
  const index = (thread - FLAT) / IN_CHUNK;
  if (index >= load<u32>(tail, ROOM)) return 0;
  const chunk = load<u32>(place(tail, index));
  return chunk === 0 ? 0 : load<u32>(entry(chunk, thread));
}

export function shareTail(tail: usize): usize {
  if (tail !== 0) store<u32>(tail, load<u32>(tail, COUNT) + 1, COUNT);
  return tail;
}

export function dropTail(tail: usize): void {
  if (tail === 0) return;
  const count = load<u32>(tail, COUNT) - 1;
  store<u32>(tail, count, COUNT);
  if (count > 0) return;
  const room = load<u32>(tail, ROOM);
  for (let i: u32 = 0; i < room; i++) dropChunk(load<u32>(place(tail, i)));
  giveBack(tail, tailBits(room));
}

/** The larger entries of both, and that of a thread, if it is in a tail, at `time` at least. Takes the share of the first, leaves the second alone. */
export function joinTails(tail: usize, other: usize, thread: u32, time: u32): usize {
  const further = thread >= FLAT;
  if (!further && (other === 0 || other === tail)) return tail;
  if (!further && tail === 0) return shareTail(other);
  const index = further ? (thread - FLAT) / IN_CHUNK : 0;
  const into = own(tail, max(other === 0 ? 0 : load<u32>(other, ROOM), further ? index + 1 : 0));
  if (other !== 0 && other !== tail) {
    const room = load<u32>(other, ROOM);
    for (let i: u32 = 0; i < room; i++) joinChunk(place(into, i), load<u32>(place(other, i)));
  }
  if (further) setTime(place(into, index), thread, time);
  return into;
}

/** A tail for the caller alone with room for so many chunks and the same entries, in exchange for its share of this one. */
function own(tail: usize, room: u32): usize {
  const before: u32 = tail === 0 ? 0 : load<u32>(tail, ROOM);
  if (tail !== 0 && load<u32>(tail, COUNT) === 1 && before >= room) return tail;
  const bits = tailBits(max(room, before));
  const into = block(bits);
  store<u32>(into, 1, COUNT);
  store<u32>(into, ((1 << bits) - <u32>CHUNKS) >>> 2, ROOM);
  for (let i: u32 = 0; i < before; i++) store<u32>(place(into, i), <u32>shareChunk(load<u32>(place(tail, i))));
  dropTail(tail);
  return into;
}

/** Brings the entries of another chunk into the one at a place of a tail. One of the two itself where it dominates, so that equal knowledge stays shared. */
function joinChunk(at: usize, other: usize): void {
  const chunk: usize = load<u32>(at);
  if (other === chunk || other === 0) return;
  if (chunk === 0) {
    store<u32>(at, <u32>shareChunk(other));
    return;
  }
  let newer = i32x4.splat(0);
  let otherNewer = i32x4.splat(0);
  for (let i = ENTRIES; i < CHUNK_END; i += 16) {
    const a = v128.load(chunk + i);
    const b = v128.load(other + i);
    newer = v128.or(newer, i32x4.gt_u(a, b));
    otherNewer = v128.or(otherNewer, i32x4.gt_u(b, a));
  }
  if (!v128.any_true(otherNewer)) return;
  if (!v128.any_true(newer)) {
    store<u32>(at, <u32>shareChunk(other));
    dropChunk(chunk);
    return;
  }
  const into = ownChunk(at);
  for (let i = ENTRIES; i < CHUNK_END; i += 16) v128.store(into + i, i32x4.max_u(v128.load(into + i), v128.load(other + i)));
}

function setTime(at: usize, thread: u32, time: u32): void {
  const chunk: usize = load<u32>(at);
  if (chunk === 0 || load<u32>(entry(chunk, thread)) < time) store<u32>(entry(ownChunk(at), thread), time);
}

/** The chunk at a place of a tail, which nobody else has a share of from now on. */
function ownChunk(at: usize): usize {
  const chunk: usize = load<u32>(at);
  if (chunk !== 0 && load<u32>(chunk, COUNT) === 1) return chunk;
  const into = block(CHUNK_BITS);
  if (chunk !== 0) memory.copy(into + ENTRIES, chunk + ENTRIES, CHUNK_END - ENTRIES);
  store<u32>(into, 1, COUNT);
  store<u32>(at, <u32>into);
  dropChunk(chunk);
  return into;
}

function shareChunk(chunk: usize): usize {
  if (chunk !== 0) store<u32>(chunk, load<u32>(chunk, COUNT) + 1, COUNT);
  return chunk;
}

function dropChunk(chunk: usize): void {
  if (chunk === 0) return;
  const count = load<u32>(chunk, COUNT) - 1;
  store<u32>(chunk, count, COUNT);
  if (count === 0) giveBack(chunk, CHUNK_BITS);
}

function place(tail: usize, index: u32): usize {
  return tail + CHUNKS + (index << 2);
}

function entry(chunk: usize, thread: u32): usize {
  return chunk + ENTRIES + (((thread - FLAT) % IN_CHUNK) << 2);
}

function tailBits(room: u32): u32 {
  return bitsFor((<u32>CHUNKS >>> 2) + room, 2);
}
