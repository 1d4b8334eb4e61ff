// Modules of Node that read and write views natively: node:crypto, node:zlib, node:v8. They are patched when the program first asks for them,
// because loading node:crypto takes longer than all the rest of the recorder.

import module from 'node:module';
import { natives } from '../core/natives.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { past } from '../core/steered.ts';
import { sharedPlace } from '../core/views.ts';
import { after, touchBytes, touchView } from './effects.ts';

type Native = (this: unknown, ...args: unknown[]) => unknown;
type Exports = Readonly<Record<string, unknown>>;

const PATCHES: Readonly<Record<string, (exports: Exports) => void>> = {
  crypto: patchCrypto,
  zlib: patchZlib,
  v8: (exports) => after(exports, 'serialize', ([value]) => touchView('read', value)),
};

/** What was patched: an owner may be reached in two ways. */
const patched = new Set<unknown>();

function once(owner: unknown, patch: () => void): void {
  if (patched.has(owner)) return;
  patched.add(owner);
  patch();
}

/** The program is about to use a module that it imports; `require` says so itself. */
export function useModule(name: string): void {
  try {
    const exports = load.call(module, name) as Exports;
    once(exports, () => {
      PATCHES[name]!(exports);
      // What was imported by name follows.
      module.syncBuiltinESMExports();
    });
  } catch {
    // A Node without cryptography.
  }
}

const loader = module as unknown as { _load: Native };
const load = loader._load;

export function installModules(): void {
  replace(loader, '_load', function (this: unknown, ...args: unknown[]) {
    const name = String(args[0]).replace(/^node:/, '');
    if (Object.hasOwn(PATCHES, name)) useModule(name);
    return Reflect.apply(load, this, args);
  });
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  if (descriptor?.get === undefined || descriptor.configurable !== true) return;
  const { get } = descriptor;
  Object.defineProperty(globalThis, 'crypto', {
    ...descriptor,
    get() {
      const crypto = Reflect.apply(get, this, []) as object;
      patchWebCrypto(crypto);
      return crypto;
    },
  });
}

function patchWebCrypto(crypto: object): void {
  const prototype = Object.getPrototypeOf(crypto) as object;
  once(prototype, () => after(prototype, 'getRandomValues', ([view]) => touchView('write', view)));
}

/** Classes whose `update` reads what it is given. */
const UPDATED = ['Hash', 'Hmac', 'Sign', 'Verify', 'Cipheriv', 'Decipheriv'];

function patchCrypto(exports: Exports): void {
  after(exports, 'randomFillSync', ([view, offset = 0, size]) => {
    const bytes = Number(size ?? (view as ArrayBufferView).byteLength - Number(offset));
    touchBytes('write', view, Number(offset), bytes);
  });
  withCallback(exports, 'randomFill', ([view, offset, size], site) => {
    const start = typeof offset === 'number' ? offset : 0;
    const bytes = typeof size === 'number' ? size : (view as ArrayBufferView).byteLength - start;
    touchBytes('write', view, start, bytes, site);
  });
  after(exports, 'getRandomValues', ([view]) => touchView('write', view));
  after(exports, 'timingSafeEqual', (views) => {
    for (const view of views) touchView('read', view);
  });
  after(exports, 'hash', ([, data]) => touchView('read', data));
  for (const name of UPDATED) {
    const { prototype } = (exports[name] ?? {}) as { prototype?: object };
    if (prototype !== undefined) after(prototype, 'update', ([data]) => touchView('read', data));
  }
  if (exports['webcrypto'] !== undefined) patchWebCrypto(exports['webcrypto'] as object);
}

/** `deflateSync(view)` and `deflate(view, callback)`, of every kind. */
function patchZlib(exports: Exports): void {
  for (const name of Object.keys(exports)) {
    if (typeof exports[name] !== 'function') continue;
    if (name.endsWith('Sync')) after(exports, name, ([data]) => touchView('read', data));
    else if (typeof exports[`${name}Sync`] === 'function')
      withCallback(exports, name, ([data], site) => touchView('read', data, site));
  }
}

/** What the system does with a shared view until it calls back is recorded then. */
function withCallback(owner: Exports, name: string, effect: (args: readonly unknown[], site: number) => void): void {
  const native = owner[name] as Native;
  replace(owner, name, function (this: unknown, ...args: unknown[]) {
    const callback = args.at(-1);
    if (typeof callback !== 'function' || !natives.isView(args[0]) || sharedPlace(args[0]) === undefined)
      return Reflect.apply(native, this, args);
    const site = siteOfProgram();
    const given = [...args];
    args[args.length - 1] = function (this: unknown, ...results: unknown[]) {
      past(() => effect(given, site));
      return Reflect.apply(callback as Native, this, results);
    };
    return Reflect.apply(native, this, args);
  });
}
