// Most records are plain accesses, or atomic loads, of which little is to be said: all that they must be ordered after is known to their thread or
// shares its locks, nothing is learned, and their cells are there. They are handled here, in one loop that calls nothing (but for the histories of a
// thorough screen): calls, and what has to be saved for them, cost more than the rest. What takes more is left to cells.ts and atomics.ts, which would
// do the same with these.

import { addQuickly, allowQuickly, beginsQuickly, isNew, lastThread } from './accesses';
import { loadQuickly } from './atomics';
import {
  ATOMIC,
  CELL_BYTES,
  HALVES,
  isHalves,
  isUnused,
  MASK,
  noteUse,
  ONE,
  READ_SITE,
  READS,
  VERSION,
  WRITE_SITE,
  WRITES,
} from './granules';
import { overwriteReads, remember, setExact } from './histories';
import { lastCleared } from './lives';
import { clock, keptVersion } from './order';
import { openedRef, PAGE_BYTES } from './pages';
import { ATOMIC_LOAD, acquires, address, isSingle, READ, RECORD, VALUES } from './records';
import { exclusiveOf, locksOf, STEPS, TIME, threadAt } from './threads';
import { handling } from './watch';

/** Handles records of the thread while that is quick, none with a key above `most`, and stops at the one that is not: where that is. `ranks`: as
 * logs.ts has them. */
export function handleQuickly(thread: u32, from: usize, end: usize, most: u64, ranks: usize): usize {
  const self = threadAt(thread);
  const own = clock(thread);
  const held = locksOf(thread);
  const exclusive = exclusiveOf(thread);
  const version = keptVersion(thread);
  let time = load<u64>(self, TIME);
  let step = load<u32>(self, STEPS);
  let at = from;
  while (at + RECORD <= end) {
    const word = load<u32>(at, 4);
    const last = load<u32>(at, 12);
    const kind = (word >>> 16) & 0xff;
    if (kind > ATOMIC_LOAD) break;
    const now = time + ((last >>> 19) & 0xfff);
    const key = (now << 2) + (load<u8>(ranks + kind) & 3);
    if (key > most || key < lastCleared) break;
    if (WATCHING) handling(at, now);
    const bytes = max(word >>> 24, 1);
    if (THOROUGH) {
      setExact(isSingle(last, bytes));
      store<u32>(self, step + 1, STEPS);
    }
    if ((kind & 0xfe) === READ) {
      const writes = kind !== READ;
      if (writes && version === 0) break;
      if (!touchQuickly(address(at), bytes, thread, own, step + 1, writes ? exclusive : held, writes ? version : 0)) break;
      at += RECORD;
    } else {
      const isLong = last >>> 31 !== 0;
      if (WATCHING || kind !== ATOMIC_LOAD || (isLong && at + 2 * RECORD > end)) break;
      if (!loadedQuickly(address(at), bytes, last >>> 16, thread, own, held, step + 1)) break;
      at += isLong ? 2 * RECORD : RECORD;
    }
    time = now;
    step++;
  }
  store<u64>(self, time, TIME);
  store<u32>(self, step, STEPS);
  return at;
}

/** An atomic load; false if that takes more. @inline */
function loadedQuickly(address: u64, bytes: u32, extra: u32, thread: u32, own: usize, held: u32, step: u32): bool {
  const ref = openedRef(address);
  const offset = <u32>address & 7;
  if (ref === 0 || offset + bytes > 8) return false;
  const mask: u32 = ((1 << bytes) - 1) << offset;
  const value = load<u32>(ref);
  let cell: usize = value & ~3;
  if ((value & 3) === ONE) {
    if (load<u32>(cell, MASK) !== mask) return false;
  } else if ((value & 3) !== HALVES || bytes !== 4) return false;
  else cell += <usize>(offset >>> 2) * CELL_BYTES;
  return loadQuickly(cell, address, bytes, acquires(extra), (extra & VALUES) !== 0, thread, own, held, step);
}

/** A plain access; `version` if it writes, or 0. False if that takes more: what was done of it until then may be done again. @inline */
function touchQuickly(address: u64, bytes: u32, thread: u32, own: usize, step: u32, locks: u32, version: u32): bool {
  let ref = openedRef(address);
  const offset = <u32>address & 7;
  if (ref === 0 || (<u32>address & (PAGE_BYTES - 1)) + bytes > PAGE_BYTES) return false;
  let from: u32 = 0xff << offset;
  for (let left = <i32>(offset + bytes); left > 0; left -= 8, from = 0xff, ref += 4) {
    const mask = left < 8 ? from & ((1 << left) - 1) : from & 0xff;
    if (!granuleQuickly(ref, mask, thread, own, step, locks, version)) return false;
  }
  return true;
}

/** The same for the bytes of one granule. @inline */
export function granuleQuickly(ref: usize, mask: u32, thread: u32, own: usize, step: u32, locks: u32, version: u32): bool {
  const value = load<u32>(ref);
  const shape = value & 3;
  let cell: usize = value & ~3;
  let last = cell;
  if (shape === ONE) {
    if (load<u32>(cell, MASK) !== mask) {
      if (!isUnused(cell)) return false;
      store<u32>(cell, mask, MASK);
    }
  } else {
    if (shape === 0 || (shape === HALVES && !isHalves(mask))) return false;
    const scale: u32 = shape === HALVES ? 2 : 0;
    cell += <usize>(ctz(mask) >>> scale) * CELL_BYTES;
    last += <usize>((31 - clz(mask)) >>> scale) * CELL_BYTES;
  }
  for (; cell <= last; cell += CELL_BYTES) {
    if (load<u32>(cell, ATOMIC) !== 0 || !allowQuickly(cell + WRITES, thread, own, locks)) return false;
    const isFirst = isUnused(cell);
    if (version === 0) {
      if (isNew(cell + WRITES, thread, own) || !enter(cell + READS, thread, own, step, locks, cell + READ_SITE)) return false;
    } else {
      if (!allowQuickly(cell + READS, thread, own, locks)) return false;
      if (THOROUGH) overwriteReads(cell + READ_SITE, cell + WRITES, thread, true);
      if (!enter(cell + WRITES, thread, own, step, locks, cell + WRITE_SITE)) return false;
      store<u32>(cell, version, VERSION);
    }
    if (isFirst) noteUse();
  }
  return true;
}

/** Adds an access to those of its kind; false if that takes more. @inline */
function enter(accesses: usize, thread: u32, own: usize, step: u32, locks: u32, site: usize): bool {
  if (!THOROUGH) return addQuickly(accesses, thread, own, step, locks, site);
  const isFirst = beginsQuickly(accesses, thread, locks);
  const before = lastThread(accesses);
  if (!addQuickly(accesses, thread, own, step, locks, site)) return false;
  remember(site, thread, isFirst, before);
  return true;
}
