// The memory that all threads of a process share: time, counters, the stripes that serialise atomics, and a table that gives a file
// the same site numbers in every thread. Layout in hooks.ts.

import { Control32, STRIPE_BYTES, STRIPE_START, STRIPES } from './hooks.ts';
import { bytesOf, natives } from './natives.ts';

const SITE_TABLE = (STRIPE_START + STRIPES * STRIPE_BYTES) >> 2;
const SITE_SLOTS = 1 << 15;
const SLOT_WORDS = 4;
/** Per thread, up to so many: what it waits for, see hanging.ts. */
export const WAIT_TABLE: number = SITE_TABLE + SITE_SLOTS * SLOT_WORDS;
export const WAIT_SLOTS = 1024;
export const WAIT_WORDS = 8;
/** Per thread, as many: where it is in its schedule, see schedule.ts. */
export const SCHEDULE_TABLE: number = WAIT_TABLE + WAIT_SLOTS * WAIT_WORDS;
export const SCHEDULE_WORDS = 4;
const PAGES = Math.ceil(((SCHEDULE_TABLE + WAIT_SLOTS * SCHEDULE_WORDS) * 4) / 65536);

/** Sites are Smis in instrumented code. */
const LAST_SITE = 0x7fff_0000;
/** Pages of 65536 bytes below 2^47. */
const LAST_PAGE = 0x7fff_ffff;
/** Loops that a lock is tried before the thread sleeps for it, and how long it sleeps before it takes the lock by force: its holder
 * was ended where that should be impossible. */
const SPINS = 100;
const PATIENCE_MS = 1000;

export function newControl(): WebAssembly.Memory {
  const memory = new natives.Memory({ initial: PAGES, maximum: PAGES, shared: true });
  const words = new Int32Array(bytesOf(memory));
  words[Control32.threads] = 1;
  words[Control32.sites] = 1;
  words[Control32.pages] = 16;
  for (const at of [Control32.secret, Control32.secret + 1]) words[at] = Math.random() * 0x1_0000_0000;
  return memory;
}

/** The key of hashes that all threads of this process must agree on, and that nobody can foresee. */
export function secretOf(words: Int32Array): [number, number] {
  return [words[Control32.secret]!, words[Control32.secret + 1]!];
}

/** Index of the stripe's lock word for an address. */
export function stripeOf(low: number): number {
  return (STRIPE_START >> 2) + (((low >>> 3) ^ (low >>> 13)) & (STRIPES - 1)) * (STRIPE_BYTES >> 2);
}

/** Takes a lock word. It is held when this returns: between here and the release no function of ours may be called and no loop be
 * closed, because a terminated worker stops just there. The release is: exchange with 0, and notify one if it was 2. */
export function lock(words: Int32Array, at: number): void {
  if (natives.compareExchange(words, at, 0, 1) !== 0) contend(words, at);
}

function contend(words: Int32Array, at: number): void {
  for (let i = 0; i < SPINS; i++) {
    if (words[at] === 0 && natives.compareExchange(words, at, 0, 1) === 0) return;
  }
  while (natives.exchange(words, at, 2) !== 0) {
    if (natives.wait(words, at, 2, PATIENCE_MS) === 'timed-out') return;
  }
}

/** First page of a fresh range. Blocks of up to 4 GiB do not cross a multiple of 4 GiB, so that addresses in them differ in the low
 * word alone. */
export function takePages(words: Int32Array, count: number): number {
  for (;;) {
    const next = natives.load(words, Control32.pages);
    const start = count <= 0x10000 && (next & 0xffff) + count > 0x10000 ? (next | 0xffff) + 1 : next;
    // The address space is used up after 2^47 bytes: everything later lies in one place.
    if (start + count > LAST_PAGE) return LAST_PAGE - 0x10000;
    if (natives.compareExchange(words, Control32.pages, next, start + count) === next) return start;
  }
}

/** Site numbers for a text with this hash: those that it has in another thread already, or `count` new ones. Should two texts have the
 * same hash, by an accident of one in 2^64, and as many places, places of one are shown as those of the other. */
export function takeSites(words: Int32Array, hash: readonly [number, number], count: number): { base: number; fresh: boolean } {
  lock(words, Control32.siteLock);
  let slot = (hash[0] & (SITE_SLOTS - 1)) * SLOT_WORDS + SITE_TABLE;
  let found = 0;
  // A full table (or one that is full around here) only means that the same file gets numbers twice.
  for (let probes = 0; probes < 64; probes++) {
    if (words[slot + 2] === 0) break;
    if (words[slot] === hash[0] && words[slot + 1] === hash[1] && words[slot + 3] === count) {
      found = words[slot + 2]!;
      break;
    }
    slot += SLOT_WORDS;
    if (slot >= SITE_TABLE + SITE_SLOTS * SLOT_WORDS) slot = SITE_TABLE;
  }
  let base = found;
  if (found === 0) {
    base = words[Control32.sites]!;
    if (base + count > LAST_SITE) base = 0;
    else {
      words[Control32.sites] = base + count;
      if (words[slot + 2] === 0) {
        words[slot] = hash[0];
        words[slot + 1] = hash[1];
        words[slot + 2] = base;
        words[slot + 3] = count;
      }
    }
  }
  if (natives.exchange(words, Control32.siteLock, 0) === 2) natives.notify(words, Control32.siteLock, 1);
  return { base, fresh: found === 0 && base !== 0 };
}
