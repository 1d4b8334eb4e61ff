// Who has each lock, by its number.

import { take } from '../heap';

/** Of a lock: the thread that has it alone, and one more, or 0; and how many threads share it. */
export const OWNER = 0;
export const SHARERS = 4;
const STATE_BITS: u32 = 3;

let states: usize = 0;
let room: u32 = 0;

export function stateOf(lock: u32): usize {
  if (lock >= room) grow(lock + 1);
  return states + ((<usize>lock) << STATE_BITS);
}

function grow(count: u32): void {
  const before = states;
  const bytes = (<usize>room) << STATE_BITS;
  room = max(2 * count, 256);
  states = take((<usize>room) << STATE_BITS);
  memory.copy(states, before, bytes);
}
