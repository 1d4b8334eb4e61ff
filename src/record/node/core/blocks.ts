// Shared blocks: every SharedArrayBuffer and shared WebAssembly.Memory has a place in the address space of the recording. Objects that
// arrive from another thread are new objects over the same bytes: whoever sends them says which block they are.

import { Raw } from '../../../raw/format.ts';
import { takePages } from './control.ts';
import { Control32 } from './hooks.ts';
import { append, control, put } from './log.ts';
import { natives, sharedBytes } from './natives.ts';

export interface SharedBlock {
  /** First page in the address space; says everywhere in the process which block it is. */
  readonly page: number;
  /** The recorder's own memory and that of Node's internals: never recorded. */
  readonly hidden: boolean;
}

type Handle = SharedArrayBuffer | WebAssembly.Memory;

const blockOf = new WeakMap<object, SharedBlock>();
/** What this thread could send, weakly held. A thread that gets buffers in messages has new objects with each: they are cleaned when they have
 * doubled, so that none costs more than a few steps. */
let handles: WeakRef<Handle>[] = [];
let mostHandles = 64;
/** So many objects are few. */
export const FEW = 16;

/** Gives a shared buffer or memory that nobody has seen a block of its own; `bytes` is what it may grow to. */
export function addBlock(handle: Handle, bytes: number, site: number): SharedBlock {
  const page = takePages(control, Math.max(1, Math.ceil(bytes / 65536)));
  natives.add(control, Control32.blocks, 1);
  const block = nameBlock(handle, page);
  const high = page >>> 16;
  append(Raw.allocate, page << 16, high, 0, site, 2);
  put(bytes | 0, Math.floor(bytes / 0x1_0000_0000) | (Raw.length << 16), 0, 0);
  return block;
}

/** Who hears of every buffer and memory that this thread meets. */
const listeners: ((handle: object) => void)[] = [];

export function onBlock(listener: (handle: object) => void): void {
  listeners.push(listener);
  liveBlocks().objects.forEach(listener);
}

/** Makes an object known as the block that begins at a page. */
export function nameBlock(handle: Handle, page: number): SharedBlock {
  const block = { page, hidden: false };
  blockOf.set(handle, block);
  if (handles.length >= mostHandles) {
    handles = handles.filter((known) => known.deref() !== undefined);
    mostHandles = Math.max(64, 2 * handles.length);
  }
  handles.push(new WeakRef(handle));
  for (const listener of listeners) listener(handle);
  return block;
}

/** Never record accesses to this memory. */
export function hide(handle: Handle): SharedBlock {
  const block = { page: 0, hidden: true };
  blockOf.set(handle, block);
  return block;
}

export function knownBlock(handle: object): SharedBlock | undefined {
  return blockOf.get(handle);
}

/** The block of a buffer; undefined if it is not shared. `site` is asked for only if the buffer is new. */
export function blockOfBuffer(buffer: ArrayBufferLike, site: () => number): SharedBlock | undefined {
  const known = blockOf.get(buffer);
  if (known !== undefined) return known;
  const bytes = sharedBytes(buffer);
  if (bytes === undefined) return undefined;
  const at = site();
  if (at < 0) return hide(buffer as SharedArrayBuffer);
  return addBlock(buffer as SharedArrayBuffer, maximum(buffer as SharedArrayBuffer, bytes), at);
}

/** A growable buffer keeps its block when it grows. */
export function maximum(buffer: SharedArrayBuffer, bytes: number): number {
  const most = (buffer as { maxByteLength?: number }).maxByteLength;
  return most !== undefined && most > bytes ? most : bytes;
}

/** Whether this thread has met any shared memory of the program. */
export function hasBlocks(): boolean {
  return handles.length > 0;
}

/** Whether it has met only a few of them; those that are gone may count. */
export function hasFewBlocks(): boolean {
  return handles.length <= FEW;
}

/** All that this thread could send: objects and their pages, in the same order. */
export function liveBlocks(): { objects: Handle[]; pages: number[] } {
  const objects: Handle[] = [];
  const pages: number[] = [];
  const alive: WeakRef<Handle>[] = [];
  for (const handle of handles) {
    const object = handle.deref();
    if (object === undefined) continue;
    alive.push(handle);
    objects.push(object);
    pages.push(blockOf.get(object)!.page);
  }
  handles = alive;
  return { objects, pages };
}

/** What `liveBlocks` of another thread became on its way here. */
export function meetBlocks(objects: readonly Handle[], pages: readonly number[]): void {
  for (let i = 0; i < objects.length; i++) {
    const object = objects[i]!;
    if (!blockOf.has(object)) nameBlock(object, pages[i]!);
    if (object instanceof natives.Memory && !blockOf.has(object.buffer))
      nameBlock(object.buffer as unknown as SharedArrayBuffer, pages[i]!);
  }
}
