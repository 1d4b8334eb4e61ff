// The methods of typed arrays. Those that call back read an element just before each call, and are recorded so.

import { addBuiltInIterator, elements, nextSite, takeSite } from '../core/access.ts';
import { onBlock } from '../core/blocks.ts';
import { natives, typedArrayName } from '../core/natives.ts';
import { noteUnrecorded } from '../core/notes.ts';
import { type Realm, viewPrototype } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, gate, past } from '../core/steered.ts';
import { lengthOf, placeOf, sharedPlace } from '../core/views.ts';
import { bounded, type Call, type Effect, touch, touchView, withEffect } from './effects.ts';

const { apply } = Reflect;

type Native = (this: unknown, ...args: unknown[]) => unknown;

const { indexOf } = viewPrototype(globalThis) as { indexOf: Native };

const all: Effect = (call) => touch('read', call, 0, call.length);
const allBoth: Effect = (call) => {
  touch('read', call, 0, call.length);
  touch('write', call, 0, call.length);
};
/** A search stops at what it finds. */
const upTo: Effect = (call) => {
  const found = call.result as number;
  touch('read', call, bounded(call.args[1], call.length, 0), found < 0 ? call.length : found + 1);
};
const downTo: Effect = (call) => {
  const from = call.args.length > 1 ? bounded(call.args[1], call.length, call.length - 1) : call.length - 1;
  touch('read', call, Math.max(0, call.result as number), Math.min(call.length, from + 1));
};
const interval =
  (kind: 'read' | 'write', at: number): Effect =>
  (call) =>
    touch(kind, call, bounded(call.args[at], call.length, 0), bounded(call.args[at + 1], call.length, call.length));

/** Of the methods that arrays have, too. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  at: (call) => {
    const index = bounded(call.args[0], call.length, 0);
    if (call.result !== undefined) touch('read', call, index, index + 1);
  },
  copyWithin: (call) => {
    const target = bounded(call.args[0], call.length, 0);
    const from = bounded(call.args[1], call.length, 0);
    const count = Math.min(bounded(call.args[2], call.length, call.length) - from, call.length - target);
    touch('read', call, from, from + count);
    touch('write', call, target, target + count);
  },
  fill: interval('write', 1),
  slice: interval('read', 0),
  // NaN is included but has no index: all was read, as far as is known.
  includes: (call) => upTo({ ...call, result: call.result === false ? -1 : apply(indexOf, call.view, call.args) }),
  indexOf: upTo,
  lastIndexOf: downTo,
  join: all,
  toLocaleString: all,
  reverse: allBoth,
  sort: allBoth,
  toReversed: all,
  toSorted: all,
  with: all,
};

/** Where the callback finds the index, among its arguments. */
export const CALLBACKS: Readonly<Record<string, number>> = {
  every: 1,
  some: 1,
  forEach: 1,
  map: 1,
  filter: 1,
  find: 1,
  findIndex: 1,
  findLast: 1,
  findLastIndex: 1,
  reduce: 2,
  reduceRight: 2,
};

/** Those that begin at the end. */
const DESCENDING: ReadonlySet<string> = new Set(['findLast', 'findLastIndex', 'reduceRight']);

/** Those that end when the callback says so: the answer that ends them. */
const ENDING: Readonly<Record<string, boolean>> = {
  every: false,
  some: true,
  find: true,
  findIndex: true,
  findLast: true,
  findLastIndex: true,
};

/** Methods of Uint8Array only, in newer Nodes. */
const BYTE_EFFECTS: Readonly<Record<string, Effect>> = {
  toBase64: all,
  toHex: all,
  setFromBase64: (call) => touch('write', call, 0, (call.result as { written: number }).written),
  setFromHex: (call) => touch('write', call, 0, (call.result as { written: number }).written),
};

export function installTypedArrays(realm: Realm): void {
  const prototype = viewPrototype(realm);
  for (const [name, effect] of Object.entries(BYTE_EFFECTS)) withEffect(realm.Uint8Array.prototype, name, effect);
  for (const [name, effect] of Object.entries(EFFECTS)) withEffect(prototype, name, effect);
  for (const [name, index] of Object.entries(CALLBACKS)) withCallback(prototype, name, index);
  addBuiltInIterator((prototype as Iterable<unknown>)[Symbol.iterator]);
  withIterator(prototype, 'values');
  withIterator(prototype, 'entries');
  installSet(prototype);
  beforeFreezing(realm);
}

/** The wrapper is small: V8 takes it into its caller, and the native with it. Ordinary arrays come here, too, and lost up to 16 times without that. */
export function withCallback(prototype: object, name: string, indexAt: number): void {
  const native = (prototype as Record<string, Native>)[name];
  if (native === undefined) return;
  const { recorded } = {
    recorded(this: object, ...args: unknown[]): unknown {
      return natives.isView(this) ? callingBack(native, name, indexAt, this, args) : apply(native, this, args);
    },
  };
  replace(prototype, name, recorded);
}

function callingBack(native: Native, name: string, indexAt: number, view: object, args: unknown[]): unknown {
  const callback = args[0];
  const place = placeOf(view);
  if (!place.shared || typeof callback !== 'function' || typedArrayName(view) === undefined) return apply(native, view, args);
  const site = siteOfProgram();
  const call = { place, site };
  // Without an initial value, a reduction starts with the first element it would visit.
  if (indexAt === 2 && args.length < 2) {
    const first = name === 'reduce' ? 0 : lengthOf(view, place) - 1;
    touch('read', call, first, first + 1);
  }
  const step = DESCENDING.has(name) ? -1 : 1;
  const next = (index: number): void => {
    if (gate !== undefined && index >= 0 && index < lengthOf(view, place)) foresee(() => touch('read', call, index, index + 1));
  };
  args[0] = function (this: unknown, ...values: unknown[]) {
    const index = values[indexAt] as number;
    past(() => touch('read', call, index, index + 1));
    const result: unknown = apply(callback, this, values);
    if (Boolean(result) !== ENDING[name]) next(index + step);
    return result;
  };
  next(step > 0 ? 0 : lengthOf(view, place) - 1);
  return apply(native, view, args);
}

export function withIterator(prototype: object, name: 'values' | 'entries'): void {
  const native = (prototype as Record<string, Native>)[name]!;
  const item = name === 'values' ? undefined : (index: number, value: unknown) => [index, value];
  replace(
    prototype,
    name,
    {
      recorded(this: object) {
        if (!natives.isView(this)) return native.call(this);
        const place = placeOf(this);
        return place.shared && typedArrayName(this) !== undefined
          ? elements(this as never, place, siteOfProgram(), item)
          : native.call(this);
      },
    }.recorded,
  );
}

let isIterated = false;
let hasIterator = false;

/** Where the transform cannot stand between a view and what takes it apart, the view's own iterator records. That makes iteration of
 * all views 3 times slower, and so is not done without need: code that does it, and shared memory. */
export function recordIterators(): void {
  if (isIterated) return;
  isIterated = true;
  onBlock(() => {
    if (!replaceIterator())
      noteUnrecorded(
        'some iterations, since the program has frozen typed arrays before it had shared memory: make a SharedArrayBuffer first',
      );
  });
}

function replaceIterator(): boolean {
  if (hasIterator) return true;
  const prototype = viewPrototype(globalThis);
  const { values } = prototype as { values: Native };
  addBuiltInIterator(values);
  const iterator = { value: values, configurable: true, writable: true, enumerable: false };
  hasIterator = Reflect.defineProperty(prototype, Symbol.iterator, iterator);
  return hasIterator;
}

/** Once typed arrays are frozen it is too late. */
function beforeFreezing(realm: Realm): void {
  const { freeze } = realm.Object;
  const prototype = viewPrototype(realm);
  replace(realm.Object, 'freeze', (object: unknown) => {
    if (object === prototype && realm === globalThis) replaceIterator();
    return freeze(object);
  });
}

/** `set` is called often on views that are not shared: no array of arguments is made. */
function installSet(prototype: object): void {
  const { set } = prototype as { set: (source: unknown, offset?: unknown) => void };
  replace(
    prototype,
    'set',
    {
      recorded(this: object, source: ArrayLike<unknown>, offset?: unknown) {
        const isShared = natives.isView(this) && placeOf(this).shared;
        const isFromShared = natives.isView(source) && placeOf(source).shared;
        if (!isShared && !isFromShared) set.call(this, source, offset);
        else setShared(set, this, source, offset);
      },
    }.recorded,
  );
}

function setShared(
  native: (source: unknown, offset?: unknown) => void,
  view: object,
  source: ArrayLike<unknown>,
  offset: unknown,
): void {
  const record = (site: number): void => {
    if (natives.isView(source)) touchView('read', source, site);
    const place = sharedPlace(view);
    const start = Math.trunc(Number(offset)) || 0;
    const count = (source as { length?: number }).length ?? 0;
    if (place !== undefined) touch('write', { place, site } satisfies Pick<Call, 'place' | 'site'>, start, start + count);
  };
  foresee(() => record(nextSite() || siteOfProgram()));
  native.call(view, source, offset);
  const site = takeSite() || siteOfProgram();
  past(() => record(site));
}
