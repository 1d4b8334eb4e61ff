// Sets of locks are numbers that the host gives, 0 for the empty one; what came of two of them lately is remembered here.

import { take } from '../heap';
import { lockset as ask } from './host';
import { spread } from './map';

export const WITH: u32 = 1;
export const WITHOUT: u32 = 2;
const MEET: u32 = 3;

const BITS: u32 = 12;
let cache: usize = 0;

export function prepare(): void {
  cache = take((<usize>16) << BITS);
}

export function lockset(what: u32, a: u32, b: u32): u32 {
  const key = ((<u64>what) << 60) | ((<u64>a) << 30) | <u64>b;
  const at = cache + ((<usize>(spread(key) >>> (64 - BITS))) << 4);
  if (load<u64>(at) === key) return load<u32>(at, 8);
  const value = ask(what, a, b);
  store<u64>(at, key);
  store<u32>(at, value, 8);
  return value;
}

/** What both have. */
export function meet(a: u32, b: u32): u32 {
  if (a === b) return a;
  if (a === 0 || b === 0) return 0;
  return lockset(MEET, min(a, b), max(a, b));
}
