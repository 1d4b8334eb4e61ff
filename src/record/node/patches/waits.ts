// Atomics.wait, waitAsync and notify. A wait loads its location; a notify that woke somebody is ordered before the waits of that
// location that return 'ok' after it. The specification orders more (every critical section of the waiter list); FORETRACE_WAITERS=all
// records that instead.

import { Raw } from '../../../raw/format.ts';
import { takeSite } from '../core/access.ts';
import { lock, stripeOf } from '../core/control.ts';
import { sleepingFor, waitingFor } from '../core/hanging.ts';
import { Control32 } from '../core/hooks.ts';
import { appendWait, control, flushBeforeWait, goOn, nextTime } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { noise } from '../core/noise.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteFromStack } from '../core/stack.ts';
import type { IntegerArray, Place } from '../core/views.ts';
import { converted, indexOf, placeOfAtomic, recordedLoad, type Value } from './atomics.ts';

type Outcome = 'ok' | 'not-equal' | 'timed-out';
type Words = Int32Array;

let allWaiters = false;

function addressOf(place: Place, index: number): number {
  return (place.low + (index << place.shift)) | 0;
}

/** A `send` or `receive` of a location at a time of its own: with all critical sections of the waiter list, one that is taken while its stripe is
 * held. */
function order(kind: number, place: Place, low: number, site: number): void {
  appendWait(allWaiters ? stripedTime(low) : nextTime(), kind, low, place.high, site);
}

function stripedTime(low: number): number {
  const stripe = stripeOf(low);
  goOn();
  lock(control, stripe);
  const time = (natives.add(control, Control32.time, 1) + 1) | 0;
  if (natives.exchange(control, stripe, 0) === 2) natives.notify(control, stripe, 1);
  return time;
}

interface Waiting {
  readonly view: IntegerArray;
  readonly place: Place;
  readonly index: number;
  readonly site: number;
}

/** What is there, and whoever has been in the waiter list. */
function enter({ view, place, index, site }: Waiting): Value {
  const seen = recordedLoad(view, place, index, site);
  if (!allWaiters) return seen;
  order(Raw.receive, place, addressOf(place, index), site);
  order(Raw.send, place, addressOf(place, index), site);
  return seen;
}

/** `seen` was there, `value` is waited for. If the wait found another, it was written after the load of ours: the program knows of it now. */
function leave({ view, place, index, site }: Waiting, seen: Value, value: Value, outcome: Outcome): void {
  if (outcome === 'not-equal' && seen === value) recordedLoad(view, place, index, site);
  if (outcome === 'ok' || allWaiters) order(Raw.receive, place, addressOf(place, index), site);
}

/** Atomics.wait at a place that has been checked. The log is written first: a thread that sleeps for ever must not keep it. */
export function recordedWait(
  view: IntegerArray,
  place: Place,
  index: number,
  value: Value,
  timeout: number | undefined,
  site: number,
): Outcome {
  const waiting = { view, place, index, site };
  const seen = enter(waiting);
  flushBeforeWait();
  const wait = (): Outcome => natives.wait(view as Words, index, value as number, timeout);
  const isFree = (): boolean => natives.load(view as Words, index) !== value;
  const isBounded = timeout !== undefined && timeout < Number.POSITIVE_INFINITY;
  const outcome = isBounded ? sleepingFor(timeout, wait) : waitingFor(addressOf(place, index), place.high, site, isFree, wait);
  leave(waiting, seen, value, outcome);
  noise();
  return outcome;
}

/**
 * Whoever is woken takes a later time: this one is taken before. No stripe is held meanwhile. The system likes to let a thread that is woken
 * run at once, in the place of the one that woke it, and the first thing that it would do is to wait for the stripe: on a busy machine that made
 * each answer of a server half as late again.
 */
export function recordedNotify(view: IntegerArray, place: Place, index: number, count: number | undefined, site: number): number {
  noise();
  if (allWaiters) return notifyInOrder(view, place, index, count, site);
  const low = addressOf(place, index);
  const time = nextTime();
  const woken = natives.notify(view as Words, index, count);
  if (woken > 0) appendWait(time, Raw.send, low, place.high, site);
  return woken;
}

/** A critical section of the waiter list, one of all of them in their order. */
function notifyInOrder(view: IntegerArray, place: Place, index: number, count: number | undefined, site: number): number {
  const low = addressOf(place, index);
  const stripe = stripeOf(low);
  goOn();
  lock(control, stripe);
  const time = (natives.add(control, Control32.time, 1) + 1) | 0;
  const woken = natives.notify(view as Words, index, count);
  if (natives.exchange(control, stripe, 0) === 2) natives.notify(control, stripe, 1);
  appendWait(time, Raw.receive, low, place.high, site);
  appendWait(time, Raw.send, low, place.high, site);
  return woken;
}

/** What can be waited for: 32 or 64 bits, signed. The native says so to the rest. */
function waitable(view: unknown, index: unknown): { place: Place; at: number } | undefined {
  const place = placeOfAtomic(view);
  if (place === undefined || place.shift < 2) return undefined;
  const at = indexOf(view as object, place, index);
  return at < 0 ? undefined : { place, at };
}

function callSite(): number {
  return takeSite() || Math.max(0, siteFromStack());
}

function wait(view: IntegerArray, index: number, value: number, timeout?: number): Outcome {
  const found = waitable(view, index);
  if (found === undefined || typeof value !== (found.place.big ? 'bigint' : 'number')) {
    takeSite();
    return natives.wait(view as Words, index, value, timeout);
  }
  return recordedWait(view, found.place, found.at, converted(found.place, value), timeout, callSite());
}

function waitAsync(view: IntegerArray, index: number, value: number, timeout?: number): unknown {
  const native = natives.waitAsync!;
  const found = waitable(view, index);
  if (found === undefined) {
    takeSite();
    return native(view, index, value, timeout);
  }
  const waiting = { view, place: found.place, index: found.at, site: callSite() };
  const seen = enter(waiting);
  const result = native(view, index, value, timeout);
  // What is no number here has been made one by now, which may be seen only once.
  const wanted = typeof value === typeof seen ? converted(found.place, value) : seen;
  const left = (outcome: Outcome): void => leave(waiting, seen, wanted, outcome);
  // Ours is the first reaction: it runs before what the program adds.
  if (result.async) result.value.then(left);
  else left(result.value as Outcome);
  return result;
}

function notify(view: IntegerArray, index: number, count?: number): number {
  const found = waitable(view, index);
  if (found === undefined || (count !== undefined && typeof count !== 'number')) {
    takeSite();
    return natives.notify(view as Words, index, count);
  }
  return recordedNotify(view, found.place, found.at, count, callSite());
}

export function startWaits(waiters: string | undefined): void {
  allWaiters = waiters === 'all';
}

export function installWaits(realm: Realm): void {
  replace(realm.Atomics, 'wait', wait);
  replace(realm.Atomics, 'notify', notify);
  replace(realm.Atomics, 'waitAsync', waitAsync);
}
