// Lists of accesses no two of which are ordered, the oldest first. At most one access per thread is in a list, because those of one thread are ordered.
// All operations take one pass at most.

import { bitsOf, ENTRY, entryAt, maskOf, newSet, release, setSize, sizeOf, THREAD, TIME } from './access-sets';
import { ordered } from './threads';

const FIRST_BITS: u32 = 1;

export function create(): usize {
  return newSet(FIRST_BITS);
}

/** Adds an access that is later than all in the list, and gives back where the list lies now. */
export function append(list: usize, t: u32, time: u32): usize {
  const size = sizeOf(list);
  if (size > maskOf(list)) return append(enlarged(list), t, time);
  const entry = entryAt(list, size);
  store<u32>(entry, t + 1, THREAD);
  store<u32>(entry, time, TIME);
  setSize(list, size + 1);
  return list;
}

/** Drops what is ordered before what thread t does next, all of its own included, and gives the new size. */
export function prune(list: usize, t: u32): u32 {
  const end = entryAt(list, sizeOf(list));
  let size: u32 = 0;
  for (let entry = entryAt(list, 0); entry < end; entry += ENTRY) {
    if (ordered(load<u32>(entry, THREAD) - 1, load<u32>(entry, TIME), t)) continue;
    store<u64>(entryAt(list, size), load<u64>(entry));
    size++;
  }
  setSize(list, size);
  return size;
}

/** The time of the latest access that is not ordered before what thread t does next, or 0. */
export function latestUnordered(list: usize, t: u32): u32 {
  for (let i = sizeOf(list); i > 0; ) {
    const entry = entryAt(list, --i);
    if (!ordered(load<u32>(entry, THREAD) - 1, load<u32>(entry, TIME), t)) return load<u32>(entry, TIME);
  }
  return 0;
}

/** Thread and time of the access that was added last; there is one. */
export function lastThread(list: usize): u32 {
  return load<u32>(entryAt(list, sizeOf(list) - 1), THREAD) - 1;
}

export function lastTime(list: usize): u32 {
  return load<u32>(entryAt(list, sizeOf(list) - 1), TIME);
}

function enlarged(list: usize): usize {
  const larger = newSet(bitsOf(list) + 1);
  const size = sizeOf(list);
  memory.copy(entryAt(larger, 0), entryAt(list, 0), <usize>size * ENTRY);
  setSize(larger, size);
  release(list);
  return larger;
}
