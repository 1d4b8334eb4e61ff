// Of each thread the last critical sections, those in which it had a lock for itself: who knows an event of one, and has its lock, knows its end.
//
// A thorough screen (THOROUGH is a constant of the compiler) knows of each what was read in it and overwritten later under its lock. Say that a section reads x, and then does a; that another
// one of the same lock writes x, knowing the write that was read; and that its thread, or one that knows of it, does b after that. In every
// reordering up to a and b, both the read and the second write are there, and the read comes first, or it would not have seen what it saw. So its section is
// over before the other begins, and a before b. That holds of what the section does after the read. What it does before can be there
// without the read, and be next to b: this is no order that a vector clock could have.

import { take } from '../heap';
import { dropEntries, NEXT, newEntry } from './entries';
import { knows } from './order';

/** A ring in the order in which they begin, and how many there were, in the state of a thread. */
const RING = 48;
const BEGUN = 52;

/** A critical section: the lock, the steps at which it begins and ends (0: not yet), and what the thread knew there. */
const SECTION_LOCK = 0;
const BEGINS = 4;
export const ENDS = 8;
export const KNEW = 12;
/** Of nested critical sections, so many are looked at. */
const MOST_NESTED: u32 = 16;

const FEW: u32 = 1 << 14;
const MANY: u32 = 1 << 18;
/** With more threads, a long memory is too dear. */
const FEW_THREADS: u32 = 16;

/** Critical sections of a thread that are kept, a power of two. */
let kept: u32 = FEW;

/** A read of the section that was overwritten: its step, and the thread and the step of the write. */
const READ = 0;
const WRITER = 4;
const WRITE = 8;

export function prepare(threads: u32): void {
  if (THOROUGH && threads <= FEW_THREADS) kept = MANY;
}

function sectionAt(self: usize, number: u32): usize {
  return <usize>load<u32>(self, RING) + ((<usize>(number & (kept - 1))) << 4);
}

/** Where the list of overwritten reads of a section begins. */
function overwrittenIn(self: usize, section: usize): usize {
  const ring: usize = load<u32>(self, RING);
  return ring + ((<usize>kept) << 4) + ((section - ring) >>> 2);
}

export function begin(self: usize, lock: u32, step: u32): void {
  if (load<u32>(self, RING) === 0) store<u32>(self, <u32>take(<usize>kept * (THOROUGH ? 20 : 16)), RING);
  const number = load<u32>(self, BEGUN);
  const section = sectionAt(self, number);
  store<u32>(section, lock, SECTION_LOCK);
  store<u32>(section, step, BEGINS);
  store<u32>(section, 0, ENDS);
  store<u32>(self, number + 1, BEGUN);
  if (!THOROUGH) return;
  const list = overwrittenIn(self, section);
  dropEntries(load<u32>(list));
  store<u32>(list, 0);
}

export function end(self: usize, lock: u32, step: u32, knew: u32): void {
  const begun = load<u32>(self, BEGUN);
  for (let back: u32 = 1; back <= min(begun, kept); back++) {
    const section = sectionAt(self, begun - back);
    if (load<u32>(section, SECTION_LOCK) !== lock) continue;
    store<u32>(section, step, ENDS);
    store<u32>(section, knew, KNEW);
    return;
  }
}

/** How many critical sections the thread had begun up to a step. */
function begunAt(self: usize, step: u32): u32 {
  const begun = load<u32>(self, BEGUN);
  let low = begun - min(begun, kept);
  let high = begun;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<u32>(sectionAt(self, middle), BEGINS) <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isKept(self: usize, number: u32): bool {
  return load<u32>(self, BEGUN) - number <= kept;
}

/** How many critical sections the thread has begun. */
export function begunBy(self: usize): u32 {
  return load<u32>(self, BEGUN);
}

/** The critical section of a lock in which a thread did a step, if it has ended, or 0. */
export function sectionOf(self: usize, lock: u32, step: u32): usize {
  return sectionAmong(self, begunAt(self, step), lock, step);
}

/** `begun`: how many there were at that step. */
function sectionAmong(self: usize, begun: u32, lock: u32, step: u32): usize {
  for (let back: u32 = 1; back <= MOST_NESTED && back <= begun && isKept(self, begun - back); back++) {
    const section = sectionAt(self, begun - back);
    if (load<u32>(section, SECTION_LOCK) === lock) return load<u32>(section, ENDS) > step ? section : 0;
  }
  return 0;
}

/** What a thread read at a step, with a lock, was overwritten by another one that had the lock and knew the write that was read. `begun`: how many
 * critical sections the reader had begun. */
export function overwrite(reader: usize, begun: u32, lock: u32, read: u32, writer: u32, write: u32): void {
  const section = sectionAmong(reader, begun, lock, read);
  if (section === 0) return;
  const list = overwrittenIn(reader, section);
  const entry = newEntry();
  store<u32>(entry, read, READ);
  store<u32>(entry, writer, WRITER);
  store<u32>(entry, write, WRITE);
  store<u32>(entry, load<u32>(list), NEXT);
  store<u32>(list, <u32>entry);
}

/** Whether what a thread did at a step is over before another one does what it does at its own step now. */
export function isOvertaken(self: usize, begun: u32, step: u32, by: u32, now: u32): bool {
  for (let back: u32 = 1; back <= MOST_NESTED && back <= begun && isKept(self, begun - back); back++) {
    const section = sectionAt(self, begun - back);
    if (load<u32>(section, ENDS) <= step) continue;
    for (let entry: usize = load<u32>(overwrittenIn(self, section)); entry !== 0; entry = load<u32>(entry, NEXT)) {
      const writer = load<u32>(entry, WRITER);
      const write = load<u32>(entry, WRITE);
      if (load<u32>(entry, READ) < step && (writer === by ? write < now : knows(by, writer, write))) return true;
    }
  }
  return false;
}
