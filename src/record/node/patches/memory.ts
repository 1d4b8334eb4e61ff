// Shared memory is born here: SharedArrayBuffer and WebAssembly.Memory, with the place in the program that made it.

import { takeSite } from '../core/access.ts';
import { addBlock, knownBlock, maximum, nameBlock } from '../core/blocks.ts';
import { natives } from '../core/natives.ts';
import type { Realm } from '../core/realm.ts';
import { INTERNAL, siteFromStack } from '../core/stack.ts';

const bufferOf = Object.getOwnPropertyDescriptor(natives.Memory.prototype, 'buffer')!.get as (this: unknown) => SharedArrayBuffer;

export function installBuffers(realm: Realm): void {
  const { prototype } = realm.SharedArrayBuffer;
  const buffers = new Proxy(realm.SharedArrayBuffer, {
    construct(target, args, newTarget) {
      const marked = takeSite();
      const buffer = Reflect.construct(target, args, newTarget) as SharedArrayBuffer;
      const site = marked || siteFromStack();
      if (site !== INTERNAL) addBlock(buffer, maximum(buffer, buffer.byteLength), site);
      return buffer;
    },
  });
  define(realm, 'SharedArrayBuffer', buffers);
  prototype.constructor = buffers;
}

export function installMemory(): void {
  const memories = new Proxy(natives.Memory, {
    construct(target, args, newTarget) {
      const memory = Reflect.construct(target, args, newTarget) as WebAssembly.Memory;
      const { shared, maximum: pages } = (args[0] ?? {}) as { shared?: boolean; maximum?: number };
      if (shared === true) meetMemory(memory, Number(pages) * 65536);
      return memory;
    },
  });
  define(WebAssembly, 'Memory', memories);
  natives.Memory.prototype.constructor = memories as never;
  installMemoryBuffer();
}

/** A memory that grew has a new buffer over the old bytes. */
function installMemoryBuffer(): void {
  const descriptor = Object.getOwnPropertyDescriptor(natives.Memory.prototype, 'buffer')!;
  Object.defineProperty(natives.Memory.prototype, 'buffer', {
    ...descriptor,
    get(this: WebAssembly.Memory) {
      const buffer: SharedArrayBuffer = Reflect.apply(bufferOf, this, []);
      if (buffer instanceof natives.SharedArrayBuffer && knownBlock(buffer) === undefined) {
        const block = knownBlock(this);
        // A module made a memory that nobody has seen: it needs room to grow, which its buffer alone would not get.
        if (block === undefined) place(this, buffer);
        else if (!block.hidden) nameBlock(buffer, block.page);
      }
      return buffer;
    },
  });
}

/** What a memory may grow to if nobody said. */
const MOST = 2 ** 32;

/** The place of a shared memory in the recording: a new one if nobody has seen it. */
export function meetMemory(memory: WebAssembly.Memory, mostBytes?: number): number {
  return knownBlock(memory)?.page ?? place(memory, Reflect.apply(bufferOf, memory, []), mostBytes);
}

function place(memory: WebAssembly.Memory, buffer: SharedArrayBuffer, mostBytes?: number): number {
  const { page } = addBlock(memory, mostBytes ?? MOST, takeSite() || Math.max(0, siteFromStack()));
  if (knownBlock(buffer) === undefined) nameBlock(buffer, page);
  return page;
}

function define(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: false });
}
