// What the kernel of FastTrack shows its host.

import { ENTRY, THREAD as ENTRY_THREAD, TIME as ENTRY_TIME, endOf, entryAt } from './access-sets';
import { access } from './host';
import { shadowOf } from './shadow';
import { isMany, READS, setOf, THREAD, TIME, WRITES } from './slots';

export { isExhausted } from '../heap';
export { slice } from './columns';
export { counts } from './counts';
export { expand, feed, grammar, part } from './expansion';
export { prepare, run, widen } from './loop';

const READ: u32 = 0;
const WRITE: u32 = 1;

/** Tells what is known of a variable: its last write and its reads. */
export function tell(variable: u32): void {
  const cell = shadowOf(variable);
  tellOf(WRITE, cell + WRITES);
  if (!isMany(cell + READS)) {
    tellOf(READ, cell + READS);
    return;
  }
  const set = setOf(cell + READS);
  for (let entry = entryAt(set, 0); entry < endOf(set); entry += ENTRY) {
    const key = load<u32>(entry, ENTRY_THREAD);
    if (key !== 0) access(READ, key - 1, load<u32>(entry, ENTRY_TIME) - 1);
  }
}

function tellOf(op: u32, slot: usize): void {
  const time = load<u32>(slot, TIME);
  if (time !== 0) access(op, load<u32>(slot, THREAD), time - 1);
}
