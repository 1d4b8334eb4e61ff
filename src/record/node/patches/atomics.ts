// Atomics: each operation is executed and takes its time while the stripe of its location is held, so that recorded values and recorded
// order agree. A load that sees what this thread's last record saw, with no store in the stripe since, is counted instead of recorded.

import { WORDS } from '../../../raw/assemble/raw-record.ts';
import { Order, Raw, VALUES } from '../../../raw/format.ts';
import { last, nextSite, takeSite } from '../core/access.ts';
import { lock, stripeOf } from '../core/control.ts';
import { Buffer32, Control32, STRIPE_LAST_STORE, STRIPE_LAST_THREAD } from '../core/hooks.ts';
import { control, goOn, PLACE_HIGH, put, repeat, sampled, stamp, startEpoch, words } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { noise } from '../core/noise.ts';
import type { Realm } from '../core/realm.ts';
import { changed } from '../core/reducing.ts';
import { replace } from '../core/replace.ts';
import { siteFromStack } from '../core/stack.ts';
import { gate } from '../core/steered.ts';
import { type IntegerArray, lengthOf, type Place, placeAt } from '../core/views.ts';

const TIME = Control32.time;
const EXTRA = ((Order.sequential | VALUES) << 16) | 0;

export type Value = number | bigint;
type Operation = 'load' | 'store' | 'add' | 'sub' | 'and' | 'or' | 'xor' | 'exchange' | 'compareExchange';
type Native = (view: unknown, index: unknown, ...values: unknown[]) => Value;

const { load, store, add, sub, and, or, xor, exchange, compareExchange, notify } = natives as unknown as Record<string, Native>;

/** A 64-bit value, to take it apart. */
const big = new BigInt64Array(1);
const halves = new Int32Array(big.buffer);

// This thread's last record, if it was a load that could be repeated.
let lastHead = -1;
let lastLow = 0;
let lastHigh = 0;
let lastSite = 0;
let lastStore = 0;

/** Where an atomic is to happen, or undefined if it is none of ours: not shared, or the native is to throw. */
export function placeOfAtomic(view: unknown): Place | undefined {
  if (!natives.isView(view)) return undefined;
  const place = placeAt(view, nextSite());
  return place.shared && place.scratch !== undefined ? place : undefined;
}

/** The index as a number if it is one of an element, else -1: then the native decides. */
export function indexOf(view: object, place: Place, index: unknown): number {
  const number = typeof index === 'number' ? index : index === undefined ? 0 : typeof index === 'string' ? Number(index) : -1;
  return number >>> 0 === number && number < lengthOf(view, place) ? number : -1;
}

/** A value as the location takes it. Converting may run the program's code, and throw what the native would. */
export function converted(place: Place, value: unknown): Value {
  const scratch = place.scratch as IntegerArray & { [index: number]: unknown };
  scratch[0] = value as never;
  return scratch[0] as Value;
}

function perform(operation: Operation, view: IntegerArray, place: Place, index: number, value: Value, expected: Value): Value {
  const site = takeSite() || Math.max(0, siteFromStack());
  noise();
  const low = (place.low + (index << place.shift)) | 0;
  if (gate !== undefined) comeBy(operation, view, place, index, value, expected, site);
  const stripe = stripeOf(low);
  goOn();
  lock(control, stripe);
  // Held: no call of ours and no loop from here to the release.
  let before: Value;
  let writes = true;
  switch (operation) {
    case 'load':
      before = load!(view, index);
      writes = false;
      break;
    case 'store':
      before = load!(view, index);
      store!(view, index, value);
      break;
    case 'add':
      before = add!(view, index, value);
      break;
    case 'sub':
      before = sub!(view, index, value);
      break;
    case 'and':
      before = and!(view, index, value);
      break;
    case 'or':
      before = or!(view, index, value);
      break;
    case 'xor':
      before = xor!(view, index, value);
      break;
    case 'exchange':
      before = exchange!(view, index, value);
      break;
    case 'compareExchange':
      before = compareExchange!(view, index, expected, value);
      writes = before === expected;
      break;
  }
  const lastStoreHere = control[stripe + STRIPE_LAST_STORE]!;
  const me = words[Buffer32.thread]! + 1;
  const isAlone = control[stripe + STRIPE_LAST_THREAD] === me;
  control[stripe + STRIPE_LAST_THREAD] = me;
  const repeated =
    !writes &&
    words[Buffer32.head] === lastHead &&
    low === lastLow &&
    place.high === lastHigh &&
    site === lastSite &&
    lastStoreHere === lastStore;
  let time = 0;
  if (!repeated) time = ((add!(control, TIME, 1) as number) + 1) | 0;
  if (writes) control[stripe + STRIPE_LAST_STORE] = time;
  if (exchange!(control, stripe, 0) === 2) notify!(control, stripe, 1);
  // Released.
  if (repeated) repeat();
  else if (writes) {
    const kind = operation === 'store' ? Raw.atomicStore : Raw.atomicUpdate;
    const then = after(operation, place, before, value);
    record(time, kind, place, low, site, before, then);
    changed(words, 2 * WORDS, low, place.high, kind === Raw.atomicUpdate, before, then, isAlone);
  } else {
    record(time, Raw.atomicLoad, place, low, site, before, before);
    lastHead = words[Buffer32.head]!;
    lastLow = low;
    lastHigh = place.high;
    lastSite = site;
    lastStore = lastStoreHere;
  }
  gate?.after();
  return before;
}

/** Apart from the function that captures nothing: a thread that is led comes to its gate. */
function comeBy(
  operation: Operation,
  view: IntegerArray,
  place: Place,
  index: number,
  value: Value,
  expected: Value,
  site: number,
): void {
  const low = (place.low + (index << place.shift)) | 0;
  const isBarred = (): boolean => leavesAsItIs(operation, load!(view, index), value, expected);
  gate!.before(site);
  gate!.access({
    low,
    high: place.high,
    bytes: 1 << place.shift,
    isWrite: operation !== 'load',
    site,
    isBarred,
    compares: operation === 'compareExchange',
  });
}

/** Whether an operation would change nothing: it does not get the lock that it is about, or writes again what is there. */
function leavesAsItIs(operation: Operation, now: Value, value: Value, expected: Value): boolean {
  if (operation === 'compareExchange') return now !== expected;
  return operation === 'load' || ((operation === 'exchange' || operation === 'store') && now === value);
}

function after(operation: Operation, place: Place, before: Value, value: Value): Value {
  // Both are numbers or both are bigints.
  const a = before as number;
  const b = value as number;
  switch (operation) {
    case 'add':
      return converted(place, a + b);
    case 'sub':
      return converted(place, a - b);
    case 'and':
      return converted(place, a & b);
    case 'or':
      return converted(place, a | b);
    case 'xor':
      return converted(place, a ^ b);
    default:
      return value;
  }
}

function record(time: number, kind: number, place: Place, low: number, site: number, before: Value, then: Value): void {
  const at = sampled(site);
  startEpoch();
  stamp(time);
  put(low, place.high | (kind << 16) | (1 << (24 + place.shift)), at || site, at === 0 ? EXTRA : EXTRA | PLACE_HIGH);
  const mask = place.shift === 0 ? 0xff : place.shift === 1 ? 0xffff : -1;
  if (!place.big) put((before as number) & mask, 0, (then as number) & mask, 0);
  else {
    big[0] = before as bigint;
    const low0 = halves[0]!;
    const high0 = halves[1]!;
    big[0] = then as bigint;
    put(low0, high0, halves[0]!, halves[1]!);
  }
}

/** An atomic load that is recorded like one, at a place that has been checked. */
export function recordedLoad(view: IntegerArray, place: Place, index: number, site: number): Value {
  last(undefined, site);
  return perform('load', view, place, index, 0, 0);
}

function patched(operation: Operation, native: Native, values: number): Native {
  // Atomics.add and the like have the length and the name of the native.
  const call = (view: unknown, index: unknown, first: unknown, second: unknown): Value => {
    const place = placeOfAtomic(view);
    const at = place === undefined ? -1 : indexOf(view as object, place, index);
    if (place === undefined || at < 0 || (values > 0 && place.big !== (typeof first === 'bigint'))) {
      takeSite();
      return values === 0 ? native(view, index) : values === 1 ? native(view, index, first) : native(view, index, first, second);
    }
    const array = view as IntegerArray;
    if (values === 0) return perform(operation, array, place, at, 0, 0);
    if (values === 2) {
      const expected = converted(place, first);
      return perform(operation, array, place, at, converted(place, second), expected);
    }
    const value = converted(place, first);
    const before = perform(operation, array, place, at, value, 0);
    // A store gives back what it was given, as an integer but not wrapped.
    return operation !== 'store' ? before : place.big ? (first as bigint) : toInteger(first as number);
  };
  return call;
}

function toInteger(value: unknown): number {
  const number = Math.trunc(Number(value));
  return number === 0 || Number.isNaN(number) ? 0 : number;
}

const VALUE_COUNTS: Readonly<Record<Operation, number>> = {
  load: 0,
  store: 1,
  add: 1,
  sub: 1,
  and: 1,
  or: 1,
  xor: 1,
  exchange: 1,
  compareExchange: 2,
};

export function installAtomics(realm: Realm): void {
  for (const [operation, values] of Object.entries(VALUE_COUNTS) as [Operation, number][]) {
    const native = natives[operation] as unknown as Native;
    replace(realm.Atomics, operation, patched(operation, native, values));
  }
}
