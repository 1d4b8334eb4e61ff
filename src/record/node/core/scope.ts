// How bodies of `with` come by the hooks, where any name may be a property of the object (transform/with.ts): from an object that stands there, by the setter
// of its `__proto__`, which is ours (patches/inheritance.ts) and stays where it is when a program freezes all built-in objects (lockdown() of SES).

import { types } from 'node:util';
import { HOOKS } from './hooks.ts';
import { natives } from './natives.ts';
import { noteUnrecorded } from './notes.ts';
import { fileOfProgram } from './stack.ts';

// biome-ignore lint/security/noGlobalEval: what a program may find
const globalEval = eval;
const { getPrototypeOf } = Object;
const { isProxy } = types;

export function globalHooks(): object {
  return Reflect.get(globalThis, HOOKS) as object;
}

/** An object is asked for the hooks by the setter of its `__proto__`. */
export function giveHooks(asking: unknown): void {
  if (typeof asking === 'object' && asking !== null) Reflect.defineProperty(asking, HOOKS, { value: globalHooks() });
}

let entered: unknown;

/** See Hook.scoped. */
export function scoped(): unknown {
  const object = entered;
  entered = undefined;
  return object;
}

/** See Hook.found. Asks nothing that could be heard: what is behind a proxy or a getter may be `eval`. */
export function found(...scopes: readonly unknown[]): unknown {
  for (const scope of scopes)
    for (let object = Object(scope) as object | null; object !== null; object = getPrototypeOf(object) as object | null) {
      if (isProxy(object)) return globalEval;
      const property = natives.getOwnPropertyDescriptor(object, 'eval');
      if (property !== undefined) return property.get !== undefined || property.value === globalEval ? globalEval : null;
    }
  return globalEval;
}

/** See Hook.scope. */
export function inScope<T>(example: object, object: T): T {
  entered = object;
  const probe = {} as Record<string, unknown>;
  const ofFunctions = Object.getPrototypeOf(example) as object;
  const root = rootOf(ofFunctions);
  Reflect.set(root, '__proto__', HOOKS, probe);
  if (Object.hasOwn(probe, HOOKS) || Object.hasOwn(ofFunctions, HOOKS)) return object;
  // A realm of its own, or the program has put another setter in its place.
  if (!Reflect.defineProperty(ofFunctions, HOOKS, { value: globalHooks(), configurable: true }))
    noteUnrecorded(`bodies of \`with\` in ${fileOfProgram() ?? 'a text'}, where built-in objects are frozen`);
  return object;
}

/** What all objects of its realm inherit from. */
function rootOf(object: object): object {
  let root = object;
  for (let above = root as object | null; above !== null; above = Object.getPrototypeOf(root) as object | null) root = above;
  return root;
}
