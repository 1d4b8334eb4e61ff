// Web Locks (navigator.locks, Node 24.5 and later): held while the callback runs and its promise is pending.

import fs from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';
import { Raw, TRIES } from '../../../raw/format.ts';
import { secretOf } from '../core/control.ts';
import { Space } from '../core/hooks.ts';
import { append, control } from '../core/log.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { hashText } from '../loading/hash.ts';

const { appendFileSync } = fs;

type Callback = (lock: { name: string; mode: string } | null) => unknown;
type Request = (this: unknown, name: string, ...rest: unknown[]) => unknown;

const named = new Set<string>();

/** Patches the lock manager when the program first says `navigator`. */
export function installLocks(folder: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  if (descriptor?.get === undefined || !descriptor.configurable) return;
  const { get } = descriptor;
  let isPatched = false;
  Object.defineProperty(globalThis, 'navigator', {
    ...descriptor,
    get() {
      const navigator = Reflect.apply(get, this, []) as { locks?: object } | undefined;
      if (!isPatched) {
        isPatched = true;
        const { locks } = navigator ?? {};
        if (locks !== undefined) patchManager(Object.getPrototypeOf(locks) as { request: Request }, folder);
      }
      return navigator;
    },
  });
}

function patchManager(prototype: { request: Request }, folder: string): void {
  const { request } = prototype;
  replace(prototype, 'request', function (this: unknown, name: string, ...rest: unknown[]) {
    const callback = rest.at(-1);
    if (typeof callback !== 'function') return Reflect.apply(request, this, [name, ...rest]);
    const site = siteOfProgram();
    const { ifAvailable, steal, signal } = ((rest.length > 1 ? rest[0] : undefined) ?? {}) as Partial<Record<string, unknown>>;
    // It takes what is there, or may be called off.
    const tries = ifAvailable === true || steal === true || signal !== undefined ? TRIES : 0;
    const held = async (lock: Parameters<Callback>[0]): Promise<unknown> => {
      if (lock === null) return (callback as Callback)(lock);
      const isShared = lock.mode === 'shared';
      const [low, high] = addressOf(String(lock.name), folder);
      append(isShared ? Raw.acquireShared : Raw.acquire, low, high, 0, site, tries);
      try {
        return await (callback as Callback)(lock);
      } finally {
        append(isShared ? Raw.releaseShared : Raw.release, low, high, 0, site, 0);
      }
    };
    return Reflect.apply(request, this, [name, ...rest.slice(0, -1), held]);
  });
}

/** Of the upper part of an address, those that tell locks apart. */
const LOCK_BITS = 0xfff;

/** Locks of one name are one lock, in every thread: the address is a hash of the name. */
function addressOf(name: string, folder: string): [number, number] {
  const [low, more] = hashText(name, secretOf(control));
  const high = Space.lock | (more & LOCK_BITS);
  if (!named.has(name)) {
    named.add(name);
    try {
      appendFileSync(join(folder, 'locks.jsonl'), `${JSON.stringify({ low: low >>> 0, high, name })}\n`, { mode: PRIVATE_FILE });
    } catch {
      // It is called by its address then.
    }
  }
  return [low, high];
}
