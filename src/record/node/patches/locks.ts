// Web Locks (navigator.locks, also worker_threads.locks; Node 24.5 and later): held from the call of the callback until its promise is settled. A
// lock is one of its agent, whose other code runs meanwhile: core/lock-sections.ts says what that means for who waits for whom.

import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';
import { WORDS } from '../../../raw/assemble/raw-record.ts';
import { MEANWHILE, Raw, TRIES, Wanted } from '../../../raw/format.ts';
import { secretOf, stripeOf } from '../core/control.ts';
import { Buffer32, Space, STRIPE_LAST_THREAD } from '../core/hooks.ts';
import {
  answered,
  ask,
  enter,
  heldUp,
  holdsUpAll,
  type LockMode,
  type LockRequest,
  leave,
  leftOpen,
  openAround,
  type Section,
  waitedForAtEnd,
} from '../core/lock-sections.ts';
import { append, control, put, words } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { changed } from '../core/reducing.ts';
import { replace } from '../core/replace.ts';
import { needSites } from '../core/sites.ts';
import { siteOfProgram } from '../core/stack.ts';
import { gate } from '../core/steered.ts';
import { hashText } from '../loading/hash.ts';

const { appendFileSync } = fs;

type Callback = (lock: { name: string; mode: string } | null) => unknown;
type Request = (this: unknown, name: unknown, ...rest: unknown[]) => unknown;
type Options = Partial<Record<'mode' | 'ifAvailable' | 'steal' | 'signal', unknown>>;

/** What the text says of a call of `request`: its site, and that of the call whose callback awaits it, or 0. */
interface Told {
  readonly callback: unknown;
  readonly site: number;
  readonly around: number;
}

let manager: object | undefined;
let folder = '';
const named = new Set<string>();
/** The section that the present code belongs to. Made when the program first asks for a lock. */
let sections: AsyncLocalStorage<Section> | undefined;
/** Of the call that comes next. */
let told: Told | undefined;

/** See Hook.request. */
export function lockRequest(callback: unknown, site: number, around: number, of: unknown): unknown {
  told = of === manager && manager !== undefined ? { callback, site, around } : undefined;
  return callback;
}

/** Patches the lock manager, where Node has one. */
export function installLocks(processFolder: string): void {
  folder = processFolder;
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const { locks } = (descriptor?.get?.call(globalThis) ?? {}) as { locks?: object };
  if (locks === undefined) return;
  manager = locks;
  const prototype = Object.getPrototypeOf(locks) as { request: Request };
  const { request } = prototype;
  replace(prototype, 'request', function (this: unknown, name: unknown, ...rest: unknown[]) {
    const callback = rest.at(-1);
    if (typeof callback !== 'function' || typeof name === 'symbol') return Reflect.apply(request, this, [name, ...rest]);
    const held = recorded(String(name), callback as Callback, ((rest.length > 1 ? rest[0] : undefined) ?? {}) as Options);
    const result = Reflect.apply(request, this, [name, ...rest.slice(0, -1), held]);
    // Who asks first is the first to get it.
    gate?.after();
    return result;
  });
}

/** The callback in the place of the program's. */
function recorded(name: string, callback: Callback, options: Options): Callback {
  needSites();
  sections ??= new AsyncLocalStorage();
  const storage = sections;
  const request = requestOf(name, callback, options, openAround(storage.getStore()));
  const { mode = 'exclusive', ifAvailable, steal, signal } = options;
  // Others take what is there, may be called off, or are refused.
  const waits = ifAvailable !== true && steal !== true && signal === undefined && (mode === 'shared' || mode === 'exclusive');
  gate?.acquire({ ...request, held: waits ? [...heldUp(request)] : [] });
  if (steal === true) append(Raw.steal, request.low, request.high, 0, request.site, 0);
  if (waits) ask(request);
  return async (lock) => {
    answered(request);
    if (lock === null) return callback(lock);
    const section = { ...request };
    const tries = waits && holdsUpAll(request) ? 0 : TRIES;
    append(section.isShared ? Raw.acquireShared : Raw.acquire, section.low, section.high, 0, section.site, tries | MEANWHILE);
    touch(section, true);
    enter(section);
    try {
      return await storage.run(section, callback, lock);
    } finally {
      if (leave(section)) give(section);
    }
  };
}

function requestOf(name: string, callback: Callback, { mode }: Options, within: Section | undefined): LockRequest {
  const { site = 0, around = 0 } = told?.callback === callback ? told : {};
  told = undefined;
  const [low, high] = addressOf(name);
  const isAwaited = around !== 0 && within?.text === around;
  return { low, high, isShared: mode === 'shared', site: site || siteOfProgram(), text: site, within, isAwaited };
}

function give({ low, high, isShared, site }: Section): void {
  append(isShared ? Raw.releaseShared : Raw.release, low, high, 0, site, 0);
  touch({ low, high, isShared }, false);
}

/** A row of sections can be left out but for its ends: see core/reducing.ts. Who reads with others has none. */
function touch({ low, high, isShared }: LockMode, takes: boolean): void {
  const me = words[Buffer32.thread]! + 1;
  const isAlone = natives.exchange(control, stripeOf(low) + STRIPE_LAST_THREAD, me) === me;
  if (!isShared) changed(words, WORDS, low, high, takes, Number(!takes), Number(takes), isAlone);
}

/** The last records of the thread. Either its end gives up what it has, or it waits, with nothing left to do: then it has done all the rest before. */
export function endLog(isDrained: boolean): void {
  const request = isDrained ? waitedForAtEnd() : undefined;
  if (request === undefined) {
    for (const section of leftOpen()) give(section);
    append(Raw.end, 0, 0, 0, 0, 0);
    return;
  }
  const { low, high, isShared, site } = request;
  append(Raw.send, words[Buffer32.thread]!, Space.unfinished, 0, 0, 0);
  // Not even a time stands between the two.
  put(low, high | (Raw.request << 16), site, (isShared ? Wanted.share : Wanted.lock) << 16);
  put(0, Raw.end << 16, 0, 0);
}

/** Of the upper part of an address, those that tell locks apart. */
const LOCK_BITS = 0xfff;

/** Locks of one name are one lock, in every thread: the address is a hash of the name. */
function addressOf(name: string): [number, number] {
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
