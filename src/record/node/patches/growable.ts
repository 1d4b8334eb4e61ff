// The length of a growable SharedArrayBuffer: `grow` writes it, and `byteLength` and the lengths of views that follow it read it, with
// sequential consistency. Who sees a buffer grown has seen what was done before. Nothing is patched until there is such a buffer.

import { Raw } from '../../../raw/format.ts';
import { knownBlock, onBlock } from '../core/blocks.ts';
import { Space } from '../core/hooks.ts';
import { append } from '../core/log.ts';
import { extent, natives } from '../core/natives.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';

type Grow = (this: unknown, bytes?: unknown) => unknown;
interface Growable {
  readonly growable?: boolean;
}

export function installGrowable(): void {
  let isPatched = false;
  onBlock((handle) => {
    if (isPatched || (handle as Growable).growable !== true) return;
    isPatched = true;
    installGrow();
    installLengths();
  });
}

/** Recorded before it is done, and a length after it is read: nobody sees a length before its sending. */
function installGrow(): void {
  const prototype = natives.SharedArrayBuffer.prototype as unknown as { grow: Grow };
  const { grow } = prototype;
  replace(
    prototype,
    'grow',
    {
      recorded(this: object, bytes?: unknown) {
        const page = pageOf(this);
        if (page !== undefined) {
          append(Raw.receive, page, Space.length, 0, 0, 0);
          append(Raw.send, page, Space.length, 0, siteOfProgram(), 0);
        }
        return grow.call(this, bytes);
      },
    }.recorded,
  );
}

function pageOf(buffer: object): number | undefined {
  const block = knownBlock(buffer);
  return block === undefined || block.hidden ? undefined : block.page;
}

/** Lengths that this thread saw last. */
const lengths = new WeakMap<object, number>();
const { byteLength } = Object.getOwnPropertyDescriptors(natives.SharedArrayBuffer.prototype);

function see(buffer: object): void {
  if ((buffer as Growable).growable !== true) return;
  const bytes = Reflect.apply(byteLength.get!, buffer, []) as number;
  if (lengths.get(buffer) === bytes) return;
  lengths.set(buffer, bytes);
  const page = pageOf(buffer);
  if (page !== undefined) append(Raw.receive, page, Space.length, 0, 0, 0);
}

function installLengths(): void {
  const typed = Object.getPrototypeOf(Int8Array.prototype) as object;
  patch(natives.SharedArrayBuffer.prototype, 'byteLength', (buffer) => buffer);
  for (const name of ['length', 'byteLength']) patch(typed, name, (view) => extent(view as ArrayBufferView, true).buffer);
  patch(DataView.prototype, 'byteLength', (view) => extent(view as ArrayBufferView, false).buffer);
}

function patch(prototype: object, name: string, bufferOf: (of: object) => object): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
  const { get } = descriptor;
  const getter = Object.getOwnPropertyDescriptor(
    {
      get [name](): unknown {
        const value: unknown = Reflect.apply(get!, this, []);
        see(bufferOf(this));
        return value;
      },
    },
    name,
  )!.get!;
  Object.defineProperty(prototype, name, { ...descriptor, get: getter });
}
