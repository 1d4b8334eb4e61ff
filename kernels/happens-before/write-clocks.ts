// The clocks that writers had, for the reads that will see them (SHB). All that a thread writes between two times of learning something shares the
// version of what it knew then: the last writes of variables hold it, and so the thread goes on with a copy when it learns, if one still does.

import { CLOCK } from './slots';
import { at, KNOWN, OPEN } from './threads';
import { addWrites, BOTTOM, drop, dropWithoutTail, hasTails, share } from './versions';

/** How many clocks are kept: of threads that have written since they last learnt something, and of last writes. */
let live: u32 = 0;

export function liveClocks(): u32 {
  return live;
}

/** The clock of a write that thread t does now, in place of the clock of the last write before it. */
export function replace(old: u32, t: u32): u32 {
  const clock = load<u32>(at(t), KNOWN);
  if (load<u32>(at(t), OPEN) === 0) {
    store<u32>(at(t), 1, OPEN);
    if (addWrites(clock, 1) === 1) live++;
  }
  if (clock === old) return clock;
  addWrites(share(clock), 1);
  dropClock(old);
  return clock;
}

/** `replace` in the cell of a variable by a thread that has written since it last learnt something, in few steps; false if it is not that simple. */
export function replaceShort(cell: usize, thread: usize): bool {
  const clock = load<u32>(thread, KNOWN);
  const old = load<u32>(cell, CLOCK);
  if (clock === old) return true;
  if (load<u32>(thread, OPEN) === 0 || hasTails()) return false;
  addWrites(share(clock), 1);
  store<u32>(cell, clock, CLOCK);
  if (old === BOTTOM) return true;
  live -= u32(addWrites(old, -1) === 0);
  dropWithoutTail(old);
  return true;
}

export function dropClock(clock: u32): void {
  if (clock === BOTTOM) return;
  if (addWrites(clock, -1) === 0) live--;
  drop(clock);
}

/** Thread t is about to learn something: what it writes from then on has another clock. */
export function close(t: u32): void {
  if (load<u32>(at(t), OPEN) === 0) return;
  store<u32>(at(t), 0, OPEN);
  if (addWrites(load<u32>(at(t), KNOWN), -1) === 0) live--;
}
