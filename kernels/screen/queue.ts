// The logs that are ready, a heap by the key of their next record; of two at one time and rank the thread with the smaller number is first, as in the
// trace.

import { take } from '../heap';
import { KEY, NUMBER, threadAt } from './threads';

let heap: usize = 0;
let count: u32 = 0;

export function prepare(threads: u32): void {
  heap = take((<usize>threads) << 2);
}

export function isEmpty(): bool {
  return count === 0;
}

/** The first of the logs, where there is one. */
export function first(): u32 {
  return load<u32>(heap);
}

export function push(thread: u32): void {
  let at = count++;
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    const other = load<u32>(slot(parent));
    if (!precedes(thread, other)) break;
    store<u32>(slot(at), other);
    at = parent;
  }
  store<u32>(slot(at), thread);
}

export function pop(): u32 {
  const result = load<u32>(heap);
  const last = load<u32>(slot(--count));
  let at: u32 = 0;
  while (true) {
    let child: u32 = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && precedes(load<u32>(slot(child + 1)), load<u32>(slot(child)))) child++;
    const other = load<u32>(slot(child));
    if (!precedes(other, last)) break;
    store<u32>(slot(at), other);
    at = child;
  }
  if (count > 0) store<u32>(slot(at), last);
  return result;
}

function slot(at: u32): usize {
  return heap + ((<usize>at) << 2);
}

function precedes(a: u32, b: u32): bool {
  const one = load<u64>(threadAt(a), KEY);
  const other = load<u64>(threadAt(b), KEY);
  return one < other || (one === other && load<u32>(threadAt(a), NUMBER) < load<u32>(threadAt(b), NUMBER));
}
