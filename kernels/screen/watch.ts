// A kernel that watches goes on where the screen would stop, and tells its host: of pairs of accesses that might race, and of records that it can
// make nothing of. WATCHING is a constant of the compiler (scripts/kernels.mjs): the screen has nothing of this.

import { confused, told } from './host';
import { entries, knows, sees } from './order';
import { siteIn, stepIn } from './tops';

/** What cannot have been, or is not understood; src/raw/screen/watch.ts has names for it. */
export const LOCKING: u32 = 1;
export const THREADS: u32 = 2;
export const RECORD: u32 = 3;
export const ATOMICS: u32 = 4;
/** 5: barriers, which the host knows. */
export const RANGES: u32 = 6;

/** How memory is accessed. */
export const READS: u32 = 0;
export const WRITES: u32 = 1;
export const LOADS: u32 = 2;
export const STORES: u32 = 3;
export const UPDATES: u32 = 4;

/** The record that is handled, its time, and which memory of it: set by whoever knows. */
export let record: usize = 0;
let time: u64 = 0;
let address: u64 = 0;
let bytes: u64 = 0;
/** Logs are not whole: there may have been synchronisation that nobody knows of. */
let isBroken: bool = false;

/** Offset of the site in a record. */
export const SITE: usize = 8;

/** @inline */
export function handling(at: usize, now: u64): void {
  record = at;
  time = now;
}

/** A part of the record that is handled, as one of its own. */
export function handlingPart(at: usize): void {
  record = at;
}

export function accessing(from: u64, length: u64): void {
  address = from;
  bytes = length;
}

/** @inline */
export function keepSite(to: usize): void {
  store<u32>(to, load<u32>(record + SITE));
  store<u16>(to, load<u16>(record + SITE, 4), 4);
}

function siteAt(at: usize): f64 {
  return <f64>load<u16>(at, 4) * 4294967296 + <f64>load<u32>(at);
}

/** True if what cannot be handled is passed over. */
export function passes(reason: u32): bool {
  if (WATCHING) confused(reason);
  return WATCHING !== 0;
}

export function breakOff(): void {
  isBroken = true;
}

/** The access at hand of the thread may race with another one. */
export function tell(thread: u32, how: u32, other: u32, step: u32, site: usize, otherHow: u32): void {
  pair(thread, how, other, siteAt(site), otherHow, !sees(thread, other, step));
}

/** It may race with one of several: with each that did not happen before, or else with one of those that can be elsewhere in another run. */
export function tellAny(thread: u32, how: u32, top: usize, otherHow: u32): void {
  let suspect: u32 = thread;
  let any = false;
  for (let other: u32 = 0; other < entries(); other++) {
    const step = stepIn(top, other);
    if (step === 0 || knows(thread, other, step)) continue;
    suspect = other;
    if (sees(thread, other, step)) continue;
    any = true;
    pair(thread, how, other, siteIn(top, other), otherHow, true);
  }
  if (!any && suspect !== thread) pair(thread, how, suspect, siteIn(top, suspect), otherHow, false);
}

function pair(thread: u32, how: u32, other: u32, site: f64, otherHow: u32, isObserved: bool): void {
  const observed = isObserved && !isBroken;
  told(thread, how, <f64>address, <f64>bytes, siteAt(record + SITE), <f64>time, other, otherHow, site, observed);
}
