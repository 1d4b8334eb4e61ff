// Modules of Node that read and write views natively (node:crypto, node:dgram, node:zlib, node:v8), and those that bring something from thread to thread.
// They are patched when the program first asks for them, because loading node:crypto takes longer than all the rest of the recorder.

import module from 'node:module';
import { natives } from '../core/natives.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { past } from '../core/steered.ts';
import { sharedPlace } from '../core/views.ts';
import { after, afterReading, before, touchBytes, touchView } from './effects.ts';
import { reached } from './showing.ts';
import { patchMessages, patchSockets } from './sockets.ts';

type Native = (this: unknown, ...args: unknown[]) => unknown;
type Exports = Readonly<Record<string, unknown>>;

const PATCHES: Readonly<Record<string, (exports: Exports) => void>> = {
  crypto: patchCrypto,
  zlib: patchZlib,
  dgram: patchDatagrams,
  net: patchSockets,
  tls: () => useModule('net'),
  http(exports) {
    useModule('net');
    patchMessages(exports);
  },
  https: () => useModule('http'),
  v8: (exports) => after(exports, 'serialize', ([value]) => reached(value)),
  assert: patchAssert,
  child_process: patchChildren,
  'assert/strict': patchAssert,
  string_decoder: ({ StringDecoder }) => {
    for (const name of ['write', 'end']) after((StringDecoder as Class).prototype, name, ([bytes]) => touchView('read', bytes));
  },
};

type Class = new () => object;

/** What a child is given is read: `{ input: view }`. */
function patchChildren(exports: Exports): void {
  for (const name of ['spawnSync', 'execFileSync', 'execSync'])
    before(exports, name, (args) => {
      const options = args.findLast((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
      if (options !== undefined) touchView('read', natives.getOwnPropertyDescriptor(options as object, 'input')?.value);
    });
}

/** What they compare is read, also if that is not equal, which is thrown. */
function patchAssert(exports: Exports): void {
  const patch = (owner: Exports): void => {
    for (const name of ['deepEqual', 'notDeepEqual', 'deepStrictEqual', 'notDeepStrictEqual', 'partialDeepStrictEqual'])
      before(owner, name, (values) => {
        for (const value of values.slice(0, 2)) reached(value);
      });
  };
  patch(exports);
  const strict = exports['strict'] as Exports;
  if (strict !== exports) once(strict, () => patch(strict));
}

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
  const { fetch } = globalThis as { fetch?: Native };
  if (fetch !== undefined) {
    const { value } = {
      value(this: unknown, ...args: unknown[]) {
        useModule('net');
        return Reflect.apply(fetch, this, args);
      },
    };
    replace(globalThis, 'fetch', value);
  }
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

/** Methods that read what they are given, by their class: which argument. */
const READING_METHODS: readonly (readonly [owner: string, name: string, at: number])[] = [
  ...['Hash', 'Hmac', 'Sign', 'Verify', 'Cipheriv', 'Decipheriv'].map((owner) => [owner, 'update', 0] as const),
  ...['Cipheriv', 'Decipheriv'].map((owner) => [owner, 'setAAD', 0] as const),
  ['Decipheriv', 'setAuthTag', 0],
  ['Verify', 'verify', 1],
];

/** Functions that read some of their arguments when they are called, also if they answer later: Node copies what it takes to another thread. */
const READING_FUNCTIONS: Readonly<Record<string, readonly number[]>> = {
  sign: [1],
  verify: [1, 3],
  pbkdf2: [0, 1],
  pbkdf2Sync: [0, 1],
  scrypt: [0, 1],
  scryptSync: [0, 1],
  hkdf: [1, 2, 3],
  hkdfSync: [1, 2, 3],
  createHmac: [1],
  createCipheriv: [1, 2],
  createDecipheriv: [1, 2],
  createSecretKey: [0],
  publicEncrypt: [1],
  publicDecrypt: [1],
  privateEncrypt: [1],
  privateDecrypt: [1],
  hash: [1],
};

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
  for (const [name, read] of Object.entries(READING_FUNCTIONS))
    after(exports, name, (args) => {
      for (const at of read) touchView('read', args[at]);
    });
  for (const [owner, name, at] of READING_METHODS) {
    const { prototype } = (exports[owner] ?? {}) as { prototype?: object };
    if (prototype !== undefined) after(prototype, name, (args) => touchView('read', args[at]));
  }
  if (exports['webcrypto'] !== undefined) patchWebCrypto(exports['webcrypto'] as object);
}

/** `socket.send(view)`, a part of it, or a list. */
function patchDatagrams(exports: Exports): void {
  const { prototype } = exports['Socket'] as { prototype: object };
  after(prototype, 'send', ([message, offset, length]) => {
    const isPart = typeof offset === 'number' && typeof length === 'number' && !Array.isArray(message);
    if (isPart) touchBytes('read', message, offset, length);
    else for (const part of Array.isArray(message) ? message : [message]) touchView('read', part);
  });
}

/** `deflateSync(view)` and `deflate(view, callback)`, of every kind. */
function patchZlib(exports: Exports): void {
  after(exports, 'crc32', ([data]) => touchView('read', data));
  for (const name of Object.keys(exports)) {
    if (typeof exports[name] !== 'function') continue;
    if (name.endsWith('Sync')) afterReading(exports, name, ([data]) => touchView('read', data));
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
