// Objects that inherit from a shared view, and so have its elements: `Object.create(view)[0]` reads the first. Nobody looks for them until there may be
// one: somebody has made a shared view the prototype of something.

import { types } from 'node:util';
import { natives, typedArrayName } from './natives.ts';
import { sharedPlace } from './views.ts';

const { isProxy } = types;
const { getPrototypeOf, hasOwn } = Object;
const { prototype: ofObjects } = Object;
const { prototype: ofArrays } = Array;

let hasHeirs = false;
let hear = (): void => {};

/** Hears of the first. */
export function onFirstHeir(listener: () => void): void {
  hear = listener;
}

/** Something is about to inherit from this. */
export function telling(prototype: unknown): void {
  if (hasHeirs || !natives.isView(prototype) || sharedPlace(prototype) === undefined) return;
  hasHeirs = true;
  hear();
}

/** The typed array that the object inherits from, if any. Runs nothing of the program: what is behind a proxy is the proxy's to tell. */
function ancestor(object: object): object | undefined {
  let next = object;
  for (;;) {
    if (isProxy(next)) return undefined;
    if (natives.isView(next) && typedArrayName(next) !== undefined) return next;
    const above = getPrototypeOf(next) as object | null;
    if (above === null || above === ofObjects || above === ofArrays) return undefined;
    next = above;
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** The view that an object inherits from. */
export function viewAbove(object: unknown): object | undefined {
  return hasHeirs && isObject(object) ? ancestor(object) : undefined;
}

export function inheritsElements(value: unknown): boolean {
  return hasHeirs && isObject(value) && ancestor(value) !== undefined;
}

/** The view whose element is read as a property of an object that is none, if the object inherits it and nothing nearer has that name. */
export function viewBehind(object: unknown, key: unknown): object | undefined {
  if (!hasHeirs || !isObject(object)) return undefined;
  const view = ancestor(object);
  if (view === undefined || isObject(key)) return undefined;
  for (let next = object; next !== view; next = getPrototypeOf(next) as object)
    if (hasOwn(next, key as PropertyKey)) return undefined;
  return view;
}
