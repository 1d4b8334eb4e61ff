// Rows that stand for accesses to one cell: a step per thread. A kernel that watches has the sites of these accesses behind them.

import { take } from '../heap';
import { behind } from './order';

let spare: usize = 0;

function bytes(): usize {
  return WATCHING ? 3 * behind() : behind();
}

export function newTop(): usize {
  const top = spare;
  if (top === 0) return take(bytes());
  spare = load<u32>(top);
  memory.fill(top, 0, bytes());
  return top;
}

export function copiedTop(top: usize): usize {
  const copy = newTop();
  memory.copy(copy, top, bytes());
  return copy;
}

/** A top that is not in use has the next one in its first word. */
export function dropTop(top: usize): void {
  store<u32>(top, <u32>spare);
  spare = top;
}

/** @inline */
export function stepIn(top: usize, thread: u32): u32 {
  return load<u32>(top + ((<usize>thread) << 2));
}

/** The thread's access is the one at this step; `site` has its site, as watch.ts keeps them. @inline */
export function setTop(top: usize, thread: u32, step: u32, site: usize): void {
  const entry = top + ((<usize>thread) << 2);
  store<u32>(entry, step);
  if (!WATCHING) return;
  store<u32>(entry + behind(), load<u32>(site));
  store<u32>(entry + 2 * behind(), load<u16>(site, 4));
}

export function siteIn(top: usize, thread: u32): f64 {
  const entry = top + ((<usize>thread) << 2);
  return <f64>load<u32>(entry + 2 * behind()) * 4294967296 + <f64>load<u32>(entry + behind());
}
