// How bodies of `with` come by the hooks, where any name may be a property of the object (transform/with.ts): from an object that stands there, by the setter
// of its `__proto__`, which is ours (patches/inheritance.ts) and stays where it is when a program freezes all built-in objects (lockdown() of SES).

import { HOOKS } from './hooks.ts';
import { noteUnrecorded } from './notes.ts';
import { fileOfProgram } from './stack.ts';

export function globalHooks(): object {
  return Reflect.get(globalThis, HOOKS) as object;
}

/** An object is asked for the hooks by the setter of its `__proto__`. */
export function giveHooks(asking: unknown): void {
  if (typeof asking === 'object' && asking !== null) Reflect.defineProperty(asking, HOOKS, { value: globalHooks() });
}

/** See Hook.scope. */
export function inScope<T>(example: object, object: T): T {
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
