// The shadow of a variable: a slot for its writes and one for its reads. Written by the loop of loop.ts and by the rules of the detectors, for events of
// the trace in their order.
//
// A slot of two words is one of
//   …, 0           no access yet, or none since memory was allocated: ordered before everything
//   thread, time   the last access. All others of the slot that still matter are ordered before it
//   MANY, set      accesses that are not ordered, in a set of the detector's: its rules must look
// Invariant: MANY is no thread, so that the loop settles nothing that it cannot see.

import { ordered } from './threads';

export const THREAD = 0;
export const TIME = 4;
export const MANY: u32 = 0xffff_ffff;

/** Of a cell, where its slots are. */
export const WRITES: usize = 0;
export const READS: usize = 8;
export const CELL_BITS: u32 = 4;

export function isMany(slot: usize): bool {
  return load<u32>(slot, THREAD) === MANY;
}

export function setOf(slot: usize): usize {
  return load<u32>(slot, TIME);
}

export function put(slot: usize, thread: u32, time: u32): void {
  store<u32>(slot, thread, THREAD);
  store<u32>(slot, time, TIME);
}

/** Of a slot with one access or none: whether that is ordered before what thread t does next. */
export function isOrdered(slot: usize, t: u32): bool {
  return ordered(load<u32>(slot, THREAD), load<u32>(slot, TIME), t);
}
