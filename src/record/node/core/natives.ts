// The built-in functions as they were before anything was patched. The runtime calls these and nothing else of their kind: a patched
// one would record the recorder. Importing this module first is what makes it true.

import { types } from 'node:util';

const { isSharedArrayBuffer } = types;
const { isView } = ArrayBuffer;
const A = Atomics;

export const natives = {
  isView,
  load: A.load,
  store: A.store,
  add: A.add,
  sub: A.sub,
  and: A.and,
  or: A.or,
  xor: A.xor,
  exchange: A.exchange,
  compareExchange: A.compareExchange,
  wait: A.wait,
  waitAsync: (A as { waitAsync?: WaitAsync }).waitAsync,
  notify: A.notify,
  SharedArrayBuffer,
  Memory: WebAssembly.Memory,
  structuredClone,
  Error,
  defineProperty: Reflect.defineProperty,
  getOwnPropertyDescriptor: Reflect.getOwnPropertyDescriptor,
  captureStackTrace: Error.captureStackTrace as (target: object, below?: unknown) => void,
} as const;

type WaitAsync = (
  view: Int32Array | BigInt64Array,
  index: number,
  value: number | bigint,
  timeout?: number,
) => { async: false; value: 'not-equal' | 'timed-out' } | { async: true; value: Promise<'ok' | 'timed-out'> };

/** Views of any element type: they all have these. */
export type View = ArrayBufferView & { readonly length: number };

type Getter<T> = (this: unknown) => T;

const typedArrayPrototype = Object.getPrototypeOf(Int8Array.prototype) as object;

function getter<T>(of: object, name: PropertyKey): Getter<T> {
  return Object.getOwnPropertyDescriptor(of, name)!.get as Getter<T>;
}

const apply = Reflect.apply;
const arrayBuffer = getter<ArrayBufferLike>(typedArrayPrototype, 'buffer');
const arrayByteOffset = getter<number>(typedArrayPrototype, 'byteOffset');
const arrayLength = getter<number>(typedArrayPrototype, 'length');
const arrayName = getter<string | undefined>(typedArrayPrototype, Symbol.toStringTag);
const viewBuffer = getter<ArrayBufferLike>(DataView.prototype, 'buffer');
const viewByteOffset = getter<number>(DataView.prototype, 'byteOffset');
const viewByteLength = getter<number>(DataView.prototype, 'byteLength');
const sharedByteLength = getter<number>(SharedArrayBuffer.prototype, 'byteLength');

const { fill } = Int32Array.prototype;

/** Sets all elements from one on to 0, past the method that records. */
export function clear(view: Int32Array, from: number): void {
  apply(fill, view, [0, from]);
}

const { set, subarray } = Uint8Array.prototype;

/** Copies bytes from one array to another, past the methods that record. */
export function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  apply(set, target, [apply(subarray, source, [from, to]), at]);
}

const memoryBuffer = getter<SharedArrayBuffer>(WebAssembly.Memory.prototype, 'buffer');

/** The bytes of a memory, past the getter that makes memories known. */
export function bytesOf(memory: WebAssembly.Memory): SharedArrayBuffer {
  return apply(memoryBuffer, memory, []);
}

/** `Int32Array` and the like; undefined for a DataView and for everything that is no view. Never throws. */
export function typedArrayName(value: unknown): string | undefined {
  return apply(arrayName, value, []);
}

/** Buffer, place and length in bytes of a view, read past what the program may have put over them. A length is NaN if unknown. */
export function extent(view: ArrayBufferView, typed: boolean): { buffer: ArrayBufferLike; offset: number } {
  return typed
    ? { buffer: apply(arrayBuffer, view, []), offset: apply(arrayByteOffset, view, []) }
    : { buffer: apply(viewBuffer, view, []), offset: apply(viewByteOffset, view, []) };
}

export function elementCount(view: ArrayBufferView): number {
  return apply(arrayLength, view, []);
}

/** Of a DataView. */
export function byteCount(view: ArrayBufferView): number {
  return apply(viewByteLength, view, []);
}

/** Bytes of a SharedArrayBuffer of any realm; undefined for everything else. Asked first: the getter of a buffer that is not shared throws,
 * which takes 10 µs, and every new view of a program comes through here. */
export function sharedBytes(buffer: unknown): number | undefined {
  return isSharedArrayBuffer(buffer) ? apply(sharedByteLength, buffer, []) : undefined;
}
