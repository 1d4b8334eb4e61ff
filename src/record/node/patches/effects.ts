// Built-in methods that read or write many elements: each is called as it is, and what it did to shared memory is recorded after it. Where
// between two synchronisations of the thread that happens makes no difference to the order.

import { Raw } from '../../../raw/format.ts';
import { nextSite, takeSite } from '../core/access.ts';
import { access, range } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, gate, past } from '../core/steered.ts';
import { lengthOf, type Place, placeOf, sharedPlace } from '../core/views.ts';

// The program's text may have the functions of Reflect replaced (apart.ts).
const { apply } = Reflect;

type Native = (this: unknown, ...args: unknown[]) => unknown;

/** What a call did to a shared view. `length` is in elements. */
export type Effect = (call: Call) => void;

export interface Call {
  readonly view: object;
  readonly place: Place;
  readonly length: number;
  readonly args: readonly unknown[];
  readonly result: unknown;
  readonly site: number;
}

/** Records elements `from` (included) to `to` (excluded) as read or written. */
export function touch(kind: 'read' | 'write', { place, site }: Pick<Call, 'place' | 'site'>, from: number, to: number): void {
  if (!(to > from)) return;
  const low = (place.low + (from << place.shift)) | 0;
  if (to - from === 1) access(low, kind === 'read' ? place.readWord : place.writeWord, site);
  else range(kind === 'read' ? Raw.readRange : Raw.writeRange, low, place.high, (to - from) * 2 ** place.shift, site);
}

/** All bytes of a value that is a shared view; nothing for everything else. */
export function touchView(kind: 'read' | 'write', value: unknown, site?: number): void {
  const place = sharedPlace(value);
  if (place === undefined) return;
  const bytes = (value as ArrayBufferView).byteLength;
  if (bytes > 0) range(kind === 'read' ? Raw.readRange : Raw.writeRange, place.low, place.high, bytes, site ?? siteOfProgram());
}

/** Some bytes of a value that is a shared view. */
export function touchBytes(kind: 'read' | 'write', value: unknown, offset: number, bytes: number, site?: number): void {
  const place = sharedPlace(value);
  if (place === undefined || !(bytes > 0)) return;
  range(kind === 'read' ? Raw.readRange : Raw.writeRange, (place.low + offset) | 0, place.high, bytes, site ?? siteOfProgram());
}

/** A relative index (negative: from the end) as slice, fill and the like read it. */
export function bounded(value: unknown, length: number, fallback: number): number {
  if (value === undefined) return fallback;
  const index = Math.trunc(Number(value)) || 0;
  return index < 0 ? Math.max(0, length + index) : Math.min(index, length);
}

/** What a call did to a shared view that is its first argument. */
export type GivenEffect = (given: Pick<Call, 'place' | 'length' | 'args' | 'site'>) => void;

/** Wraps a method of views so that its effect is recorded when `this` is shared, or its first argument. */
export function withEffect(prototype: object, name: PropertyKey, effect: Effect, onGiven?: GivenEffect): void {
  const native = Object.getOwnPropertyDescriptor(prototype, name)?.value as Native | undefined;
  if (native === undefined) return;
  const record: MethodRecord = (view, args, result, marked) => {
    const given = onGiven === undefined ? undefined : sharedPlace(args[0]);
    if (given !== undefined)
      onGiven!({ place: given, length: lengthOf(args[0] as object, given), args, site: marked || siteOfProgram() });
    if (!natives.isView(view)) return;
    const place = placeOf(view);
    if (place.shared) effect({ view, place, length: lengthOf(view, place), args, result, site: marked || siteOfProgram() });
  };
  const recorded = {
    recorded(this: object, ...args: unknown[]): unknown {
      const result = apply(native, this, args);
      const marked = takeSite();
      // Most views are not shared, and leave at once.
      if (onGiven !== undefined || !natives.isView(this) || placeOf(this).shared) record(this, args, result, marked);
      return result;
    },
  }.recorded;
  const led = {
    led(this: object, ...args: unknown[]): unknown {
      return ledMethod(native, this, args, record);
    },
  }.led;
  replace(prototype, name, gate === undefined ? recorded : led);
}

type MethodRecord = (view: object, args: readonly unknown[], result: unknown, marked: number) => void;

// In a program that is led a call comes to its gate before. Apart from the wrappers, all of whose calls would suffer from what they capture.

function ledMethod(native: Native, view: object, args: readonly unknown[], record: MethodRecord): unknown {
  foresee(() => record(view, args, UNKNOWN, nextSite()));
  const result = apply(native, view, args);
  const marked = takeSite();
  past(() => record(view, args, result, marked));
  return result;
}

type FunctionEffect = (args: readonly unknown[], result: unknown) => void;

function ledEffect(native: Native, self: unknown, args: readonly unknown[], effect: FunctionEffect): unknown {
  foresee(() => effect(args, UNKNOWN));
  const result = apply(native, self, args);
  past(() => effect(args, result));
  return result;
}

/** The result of what is still to be done: nothing that depends on it is a number. */
const UNKNOWN = Number.NaN;

/** Wraps a function that is handed views. */
export function after(owner: object, name: PropertyKey, effect: FunctionEffect): void {
  const native = Object.getOwnPropertyDescriptor(owner, name)?.value as Native | undefined;
  if (native === undefined) return;
  const recorded = {
    recorded(this: unknown, ...args: unknown[]): unknown {
      const result = apply(native, this, args);
      effect(args, result);
      return result;
    },
  }.recorded;
  const led = {
    led(this: unknown, ...args: unknown[]): unknown {
      return ledEffect(native, this, args, effect);
    },
  }.led;
  replace(owner, name, gate === undefined ? recorded : led);
}

/** As `after`, of a function that may find fault with what it has read. */
export function afterReading(owner: object, name: PropertyKey, effect: (args: readonly unknown[]) => void): void {
  const native = Object.getOwnPropertyDescriptor(owner, name)?.value as Native | undefined;
  if (native === undefined) return;
  const { recorded } = {
    recorded(this: unknown, ...args: unknown[]): unknown {
      foresee(() => effect(args));
      try {
        return apply(native, this, args);
      } finally {
        past(() => effect(args));
      }
    },
  };
  replace(owner, name, recorded);
}

/** Wraps a function that may throw when it has read the views that it is handed. */
export function before(owner: object, name: PropertyKey, effect: (args: readonly unknown[]) => void): void {
  const native = Object.getOwnPropertyDescriptor(owner, name)?.value as Native | undefined;
  if (native === undefined) return;
  const { recorded } = {
    recorded(this: unknown, ...args: unknown[]): unknown {
      foresee(() => effect(args));
      past(() => effect(args));
      return apply(native, this, args);
    },
  };
  replace(owner, name, recorded);
}
