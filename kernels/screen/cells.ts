// Plain accesses: for every cell what its accesses were, accesses.ts. A cell is what is always accessed whole: what granules.ts makes of eight
// bytes, or a whole page.

import { add, allow, clear, haveLock, lastStep, lastThread, suspect } from './accesses';
import { allowPlain, hasStores, suspectPlain } from './atomics';
import {
  ATOMIC,
  CELL_BYTES,
  cellsOf,
  isUnused,
  lastCell,
  MASK,
  noteUse,
  ONE,
  READ_SITE,
  READS,
  VERSION,
  WRITE_SITE,
  WRITES,
} from './granules';
import { areOvertaken, overwriteReads, remember } from './histories';
import { clock, observe, version } from './order';
import { PAGE_BITS, PAGE_BYTES, pageOf, REFS, refOf, refsOf, wholeOf } from './pages';
import { granuleQuickly } from './quick';
import { exclusiveOf, locksOf, see, stepOf } from './threads';
import { accessing, READS as READ, WRITES as WRITE } from './watch';

/** A thorough screen might know better than to doubt the last access. */
let wouldHelp: bool = false;

/** A plain access. False if it may race with an earlier one. */
export function access(address: u64, bytes: u64, thread: u32, writes: bool): bool {
  const offset = <u32>address & 7;
  if (WATCHING) accessing(address, bytes);
  if (bytes + offset <= 8) return granule(refOf(address), ((1 << (<u32>bytes)) - 1) << offset, thread, writes);
  return accessMany(address, bytes, thread, writes);
}

function accessMany(address: u64, bytes: u64, thread: u32, writes: bool): bool {
  let fine = true;
  const end = address + bytes;
  for (let from = address; from < end; ) {
    const page = pageOf(from >>> PAGE_BITS);
    const start = from & ~(<u64>(PAGE_BYTES - 1));
    const to = min(end, start + PAGE_BYTES);
    if (WATCHING) accessing(from, to - from);
    if (to - from === PAGE_BYTES && load<u32>(page, REFS) === 0) fine = touch(wholeOf(page), thread, writes) && fine;
    else fine = part(refsOf(from >>> PAGE_BITS), <u32>(from - start), <u32>(to - start), thread, writes) && fine;
    from = to;
  }
  return fine;
}

function part(refs: usize, from: u32, to: u32, thread: u32, writes: bool): bool {
  const own = clock(thread);
  const locks = writes ? exclusiveOf(thread) : locksOf(thread);
  let fine = true;
  for (let start = from & ~7; start < to; start += 8) {
    const first = from > start ? from - start : 0;
    const last = min(to - start, 8);
    const mask = ((1 << last) - 1) & ~((1 << first) - 1);
    const ref = refs + ((<usize>(start >>> 3)) << 2);
    const isQuick = granuleQuickly(ref, mask, thread, own, stepOf(thread), locks, writes ? version(thread) : 0);
    if (!isQuick) fine = granule(ref, mask, thread, writes) && fine;
  }
  return fine;
}

function granule(ref: usize, mask: u32, thread: u32, writes: bool): bool {
  const value = load<u32>(ref);
  if ((value & 3) === ONE) {
    const cell: usize = value & ~3;
    if (load<u32>(cell, MASK) === mask) return touch(cell, thread, writes);
  }
  return parts(ref, mask, thread, writes);
}

function parts(ref: usize, mask: u32, thread: u32, writes: bool): bool {
  const first = cellsOf(ref, mask);
  const last = lastCell(ref, first, mask);
  let fine = true;
  for (let cell = first; cell <= last; cell += CELL_BYTES) fine = touch(cell, thread, writes) && fine;
  return fine;
}

function touch(cell: usize, thread: u32, writes: bool): bool {
  const atomic: usize = load<u32>(cell, ATOMIC);
  const held = writes ? exclusiveOf(thread) : locksOf(thread);
  const how = writes ? WRITE : READ;
  let fine = true;
  if (isUnused(cell)) noteUse();
  if (!allow(cell + WRITES, thread, held) && !areOver(cell + WRITES, cell + WRITE_SITE, thread)) {
    if (!WATCHING) return false;
    suspect(cell + WRITES, cell + WRITE_SITE, WRITE, thread, how);
    fine = false;
  }
  if (writes && !allow(cell + READS, thread, held) && !areOver(cell + READS, cell + READ_SITE, thread)) {
    if (!WATCHING) return false;
    suspect(cell + READS, cell + READ_SITE, READ, thread, how);
    fine = false;
  }
  if (atomic !== 0 && !allowPlain(atomic, thread, held, writes)) {
    if (!WATCHING) return false;
    suspectPlain(atomic, thread, held, how);
  }
  // Whatever would race with those before races with this one, too, or they have been told of.
  if (WATCHING && writes && !fine) {
    clear(cell + WRITES);
    clear(cell + READS);
  }
  const step = stepOf(thread);
  if (writes) {
    if (THOROUGH) overwriteReads(cell + READ_SITE, cell + WRITES, thread, atomic === 0);
    const before = lastThread(cell + WRITES);
    const isFirst = add(cell + WRITES, thread, step, held, cell + WRITE_SITE);
    if (THOROUGH) remember(cell + WRITE_SITE, thread, isFirst, before);
    store<u32>(cell, version(thread), VERSION);
    return true;
  }
  const last = lastStep(cell + WRITES);
  const writer = lastThread(cell + WRITES);
  if (last !== 0 && writer !== thread) {
    if (atomic === 0 || !hasStores(atomic)) see(thread, writer, last, load<u32>(cell, VERSION));
    else if (WATCHING) observe(thread, writer, last, load<u32>(cell, VERSION));
  }
  const before = lastThread(cell + READS);
  const isFirst = add(cell + READS, thread, step, held, cell + READ_SITE);
  if (THOROUGH) remember(cell + READ_SITE, thread, isFirst, before);
  return true;
}

/** Whether accesses that are neither ordered before the one at hand, nor share a lock with it, are over before it all the same. */
function areOver(accesses: usize, history: usize, thread: u32): bool {
  if (WATCHING) return false;
  wouldHelp = haveLock(accesses);
  return THOROUGH !== 0 && areOvertaken(accesses, history, thread);
}

/** Whether a thorough screen might know better than to doubt the last access. */
export function mayBeOver(): bool {
  return wouldHelp && THOROUGH === 0;
}
