// What is made of the elements of a view, by whatever name its constructor is called: typed arrays, sets, and classes that extend them.

import { types } from 'node:util';
import { readAll } from './access.ts';
import { COPYING_CONSTRUCTORS } from './hooks.ts';
import { elementCount, extent, natives, typedArrayName } from './natives.ts';
import { sharedPlace } from './views.ts';

const { getPrototypeOf } = Object;

/** Constructors that copy, of all realms, and what objects inherit from that they have made. */
const copying = new WeakSet<object>();
const prototypes = new WeakSet<object>();

/** Classes that hand their arguments on. */
const handing = new WeakSet<object>();

export function addCopying(realm: object): void {
  for (const name of COPYING_CONSTRUCTORS) {
    const maker = Reflect.get(realm, name) as { readonly prototype: object } | undefined;
    if (maker === undefined) continue;
    copying.add(maker);
    prototypes.add(maker.prototype);
  }
}

/** See Hook.implicit. */
export function implicit(made: object): void {
  handing.add(made);
}

/** See Hook.copied. */
export function copied(made: object, callee: unknown, source: unknown, site: number, isList?: number): object {
  if (isList === 1 || natives.isView(source)) recordCopy(made, callee, isList === 1 ? firstOf(source) : source, site);
  return made;
}

export function recordCopy(made: object, callee: unknown, source: unknown, site: number): void {
  if (sharedPlace(source) === undefined) return;
  if (callee === undefined ? isCopy(made, source as ArrayBufferView) : isCopying(callee)) readAll(source, site);
}

function isCopying(callee: unknown): boolean {
  let maker = callee as object;
  while (handing.has(maker)) maker = getPrototypeOf(maker) as object;
  return copying.has(maker);
}

/** As far as can be told by what was made. */
function isCopy(made: object, source: ArrayBufferView): boolean {
  if (types.isProxy(made) || !prototypes.has(getPrototypeOf(made) as object)) return false;
  if (!natives.isView(made)) return types.isSet(made);
  if (typedArrayName(source) === undefined || elementCount(made) !== elementCount(source)) return false;
  return extent(made, true).buffer !== extent(source, true).buffer;
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) || types.isArgumentsObject(list) ? (list as unknown[])[0] : undefined;
}
