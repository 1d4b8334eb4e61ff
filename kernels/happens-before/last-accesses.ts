// Sets with the last access of each thread: small hash tables keyed by thread number, where dense threads never collide. O(1) to look up and to put, one
// pass to compare. The order of the entries is that of src/clocks/access-sets.ts.

import { bitsOf, ENTRY, endOf, entryAt, maskOf, newSet, release, setSize, sizeOf, THREAD, TIME } from './access-sets';
import { at, EPOCH, ordered } from './threads';

const FIRST_BITS: u32 = 2;

export function create(): usize {
  return newSet(FIRST_BITS);
}

/** The time of thread t's last access, 0 if it has none. */
export function lastTime(set: usize, t: u32): u32 {
  const entry = find(set, t);
  return load<u32>(entry, THREAD) === 0 ? 0 : load<u32>(entry, TIME);
}

/** Records an access and gives back where the set lies now. */
export function add(set: usize, t: u32, time: u32): usize {
  const entry = find(set, t);
  if (load<u32>(entry, THREAD) === 0) {
    // One entry stays free, so that every search ends.
    if (sizeOf(set) === maskOf(set)) return add(enlarged(set), t, time);
    setSize(set, sizeOf(set) + 1);
    store<u32>(entry, t + 1, THREAD);
  }
  store<u32>(entry, time, TIME);
  return set;
}

/** The entry of thread t, or the free one that would be its. */
function find(set: usize, t: u32): usize {
  const mask = maskOf(set);
  let e = t & mask;
  while (true) {
    const entry = entryAt(set, e);
    const key = load<u32>(entry, THREAD);
    if (key === t + 1 || key === 0) return entry;
    e = (e + 1) & mask;
  }
}

/** The first entry from this one on that is an access not ordered before what thread t does next; 0 if there is none. */
export function nextUnordered(set: usize, from: usize, t: u32): usize {
  const end = endOf(set);
  for (let entry = from; entry < end; entry += ENTRY) {
    const key = load<u32>(entry, THREAD);
    if (key !== 0 && !ordered(key - 1, load<u32>(entry, TIME), t)) return entry;
  }
  return 0;
}

/** The time of the latest access that is not ordered before what thread t does next, or 0. */
export function latestUnordered(set: usize, t: u32): u32 {
  let latest: u32 = 0;
  for (let entry = nextUnordered(set, entryAt(set, 0), t); entry !== 0; entry = nextUnordered(set, entry + ENTRY, t))
    latest = max(latest, load<u32>(entry, TIME));
  return latest;
}

/** Drops what is ordered before what thread t does next, except for accesses of its own in this epoch; gives back where the set lies now, 0 if it is empty. */
export function prune(set: usize, t: u32): usize {
  const epoch = load<u32>(at(t), EPOCH);
  const kept = newSet(bitsOf(set));
  const end = endOf(set);
  for (let entry = entryAt(set, 0); entry < end; entry += ENTRY) {
    const key = load<u32>(entry, THREAD);
    if (key === 0) continue;
    const time = load<u32>(entry, TIME);
    if (key === t + 1 ? time >= epoch : !ordered(key - 1, time, t)) add(kept, key - 1, time);
  }
  release(set);
  if (sizeOf(kept) > 0) return kept;
  release(kept);
  return 0;
}

function enlarged(set: usize): usize {
  const larger = newSet(bitsOf(set) + 1);
  const end = endOf(set);
  for (let entry = entryAt(set, 0); entry < end; entry += ENTRY) {
    const key = load<u32>(entry, THREAD);
    if (key !== 0) add(larger, key - 1, load<u32>(entry, TIME));
  }
  release(set);
  return larger;
}
