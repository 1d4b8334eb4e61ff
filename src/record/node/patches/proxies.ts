// Proxies of shared views. What a handler has no trap for is done to the view itself, by nobody whom we could ask: so the real handler is a proxy of
// the program's. It is asked for each trap as the program's own is, which hears the same questions, and gives its traps as they are; where it
// has none, one that records and does what happens without.

import { natives } from '../core/natives.ts';
import type { Realm } from '../core/realm.ts';
import { sharedPlace } from '../core/views.ts';
import { askedFor, hearAsking, recordedGet, touchElement } from './reflection.ts';

type Trap = (...args: unknown[]) => unknown;
type Handler = ProxyHandler<object>;

const { apply, defineProperty, get, getOwnPropertyDescriptor } = Reflect;
const { defineProperty: defineOrThrow } = Object;
const NativeProxy = Proxy;

export function installProxies(realm: Realm): void {
  const { Proxy: Native } = realm;
  const { revocable } = Native;
  const descriptor = Object.getOwnPropertyDescriptor(realm, 'Proxy')!;
  // Bound, because a function of the language that can be called with `new` has a property `prototype`, and this one has none.
  const Recording = function (this: unknown, target: object, handler: Handler): object {
    // Without `new`: the native says what is wrong.
    if (new.target === undefined) return (Native as unknown as Trap)(target, handler) as object;
    return new Native(target, handlerOf(target, handler));
  }.bind(undefined);
  Object.defineProperties(Recording, {
    ...Object.getOwnPropertyDescriptors(Native),
    revocable: {
      ...Object.getOwnPropertyDescriptor(Native, 'revocable')!,
      value: named(revocable, (target: object, handler: Handler) =>
        apply(revocable, Native, [target, handlerOf(target, handler)]),
      ),
    },
  });
  Object.defineProperty(realm, 'Proxy', { ...descriptor, value: Recording });
}

function named(native: object, value: object): object {
  return Object.defineProperties(value, Object.getOwnPropertyDescriptors(native));
}

function handlerOf(target: object, handler: Handler): Handler {
  if (!natives.isView(target) || sharedPlace(target) === undefined) return handler;
  // The native says what is wrong.
  if ((typeof handler !== 'object' && typeof handler !== 'function') || handler === null) return handler;
  hearAsking();
  return new NativeProxy(handler, { get: askerOf(target) });
}

/** `p[0] = 1` without traps: the engine asks for `set`, looks up the element, and defines it. */
type Step = 'none' | 'set' | 'look up';

function askerOf(view: object): (handler: Handler, name: string | symbol) => unknown {
  let step: Step = 'none';
  let key: PropertyKey | undefined;
  const traps: Record<string, Trap> = {
    get: (_, name, receiver) => recordedGet(view, name as PropertyKey, receiver),
    getOwnPropertyDescriptor(_, name) {
      if (step === 'look up') key = name as PropertyKey;
      // Whoever only looks which elements there are, as Object.keys does, has no use for what is in them.
      else if (askedFor() === 'describe') touchElement('read', view, name);
      return getOwnPropertyDescriptor(view, name as PropertyKey);
    },
    defineProperty(_, name, attributes) {
      const isDone = defineProperty(view, name as PropertyKey, attributes as PropertyDescriptor);
      // What is wrong is for the native to say.
      if (!isDone && askedFor() === 'define or throw') defineOrThrow(view, name as PropertyKey, attributes as PropertyDescriptor);
      if (isDone && 'value' in (attributes as PropertyDescriptor)) touchElement('write', view, name);
      return isDone;
    },
  };
  return (handler, name) => {
    const trap: unknown = get(handler, name);
    const before = step;
    step = 'none';
    if (typeof trap === 'function') return (...args: unknown[]) => apply(trap as Trap, handler, args);
    if (trap !== undefined && trap !== null) return trap;
    if (name === 'set') step = 'set';
    if (name === 'getOwnPropertyDescriptor' && before === 'set') {
      step = 'look up';
      key = undefined;
    }
    // The last step of that: what the engine says of a failure is its own.
    if (name === 'defineProperty' && before === 'look up' && key !== undefined) {
      touchElement('write', view, key);
      return undefined;
    }
    return typeof name === 'string' && Object.hasOwn(traps, name) ? traps[name] : trap;
  };
}
