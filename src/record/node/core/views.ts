// "Is this a view over shared memory, and where": asked for every element access, so answered by what the same site met last, then by a
// WeakMap. A Proxy or a property on the view would change what the program sees.

import { Raw } from '../../../raw/format.ts';
import { blockOfBuffer } from './blocks.ts';
import { byteCount, elementCount, extent, natives, typedArrayName, type View } from './natives.ts';
import { type ElementType, noteView } from './noted-views.ts';
import { siteFromStack } from './stack.ts';

/** Where a view lies. A view that is not shared, or not recorded, has `shared` false. */
export interface Place {
  readonly shared: boolean;
  /** Address of the first byte: low word, and bits 32..47. */
  readonly low: number;
  readonly high: number;
  /** Elements of `1 << shift` bytes; 0 for a DataView. */
  readonly shift: number;
  /** Elements; -1 if the length may change (growable buffers). */
  readonly length: number;
  /** Second word of a read and of a write of one element. */
  readonly readWord: number;
  readonly writeWord: number;
  /** One element of the same type, to convert values like a store does; undefined for what Atomics rejects. */
  readonly scratch: IntegerArray | undefined;
  readonly big: boolean;
}

export type IntegerArray = Int32Array | BigInt64Array;

const UNSHARED: Place = {
  shared: false,
  low: 0,
  high: 0,
  shift: 0,
  length: 0,
  readWord: 0,
  writeWord: 0,
  scratch: undefined,
  big: false,
};

const places = new WeakMap<object, Place>();

// What was met last, by the low bits of the site: a loop over any number of arrays stays out of the WeakMap, which costs 20 ns and more.
const MASK = 1023;
export const SITE_MASK = MASK;
const NOTHING: object = {};

/** Views that turned out not to be shared. */
const plain: object[] = new Array(MASK + 1).fill(NOTHING);
export const unshared: object[] = plain;
/** Shared views, and their places. */
const views: object[] = new Array(MASK + 1).fill(NOTHING);
const placesOfViews: Place[] = new Array(MASK + 1).fill(UNSHARED);

/** Where a view lies that is accessed at a site; it must be a view. */
export function placeAt(view: object, site: number): Place {
  const at = site & MASK;
  if (views[at] === view) return placesOfViews[at]!;
  if (plain[at] === view) return UNSHARED;
  const place = placeOf(view, site);
  if (place.shared) {
    views[at] = view;
    placesOfViews[at] = place;
  } else plain[at] = view;
  return place;
}

/** Where a view lies; it must be a view. The site is that of an access, or where it was made. */
export function placeOf(view: object, site = 0, isMade = false): Place {
  let place = places.get(view);
  if (place === undefined) {
    place = locate(view as ArrayBufferView, site, isMade);
    places.set(view, place);
  }
  return place;
}

/** Lets go of the views that were met: they may be large. */
export function forgetViews(): void {
  plain.fill(NOTHING);
  views.fill(NOTHING);
  placesOfViews.fill(UNSHARED);
}

const SHIFTS: Readonly<Record<string, number>> = {
  Int8Array: 0,
  Uint8Array: 0,
  Uint8ClampedArray: 0,
  Int16Array: 1,
  Uint16Array: 1,
  Float16Array: 1,
  Int32Array: 2,
  Uint32Array: 2,
  Float32Array: 2,
  Float64Array: 3,
  BigInt64Array: 3,
  BigUint64Array: 3,
};

const SCRATCH: Readonly<Record<string, object>> = {
  Int8Array: new Int8Array(1),
  Uint8Array: new Uint8Array(1),
  Int16Array: new Int16Array(1),
  Uint16Array: new Uint16Array(1),
  Int32Array: new Int32Array(1),
  Uint32Array: new Uint32Array(1),
  BigInt64Array: new BigInt64Array(1),
  BigUint64Array: new BigUint64Array(1),
};

function locate(view: ArrayBufferView, site: number, isMade: boolean): Place {
  try {
    const name = typedArrayName(view);
    const { buffer, offset } = extent(view, name !== undefined);
    const block = blockOfBuffer(buffer, siteFromStack);
    if (block === undefined || block.hidden) return UNSHARED;
    const shift = name === undefined ? 0 : SHIFTS[name]!;
    const start = block.page * 65536 + offset;
    const high = Math.floor(start / 0x1_0000_0000);
    const growable = (buffer as { growable?: boolean }).growable === true;
    const type = name === undefined ? 'DataView' : (name.replace('Array', '') as ElementType);
    const count = name === undefined ? byteCount(view) : elementCount(view);
    // What ends with the buffer now may grow with it.
    const isOpen = growable && offset + (count << shift) === buffer.byteLength;
    noteView(start, type, isOpen ? -1 : count, site, isMade);
    return {
      shared: true,
      low: start | 0,
      high,
      shift,
      length: name === undefined || growable ? -1 : count,
      readWord: high | (Raw.read << 16) | (1 << (24 + shift)),
      writeWord: high | (Raw.write << 16) | (1 << (24 + shift)),
      scratch: name === undefined ? undefined : (SCRATCH[name] as IntegerArray | undefined),
      big: name?.startsWith('Big') === true,
    };
  } catch {
    // A detached buffer, or a view that is no longer one.
    return UNSHARED;
  }
}

/** The address of the first byte. */
export function startOf({ low, high }: Place): number {
  return high * 0x1_0000_0000 + (low >>> 0);
}

/** Elements of a shared typed array now. */
export function lengthOf(view: object, place: Place): number {
  return place.length >= 0 ? place.length : elementCount(view as View);
}

/** Where a value lies if it is a shared view; undefined for everything else. */
export function sharedPlace(value: unknown): Place | undefined {
  if (!natives.isView(value)) return undefined;
  const place = placeOf(value);
  return place.shared ? place : undefined;
}
