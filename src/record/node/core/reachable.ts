// Objects that a value holds, found without running code of the program: neither getters nor proxies.

import { types } from 'node:util';
import { natives } from './natives.ts';

/** The keys of a longer array take longer than all the rest: its elements are looked at one by one, and what it has beside them is not. */
const LONG = 64;

/** How much of what a structured clone would have was seen: all, all but what long arrays may have beside their elements, or not all. */
export type Seen = 'all' | 'nearly all' | 'part';

const { isMap, isNativeError, isProxy, isSet } = types;
const { apply } = Reflect;
const { forEach: forEachEntry } = Map.prototype;
const { forEach: forEachMember } = Set.prototype;

/** Calls `see` for the value and the objects in it, at most `most` of them and `depth` levels down. */
export function visitReachable(
  root: unknown,
  most: number,
  see: (object: object) => void,
  depth = Number.POSITIVE_INFINITY,
): Seen {
  const seen = new Set<object>();
  let result: Seen = 'all';
  let level: object[] = typeof root === 'object' && root !== null ? [root] : [];
  for (let down = 0; down <= depth && level.length > 0; down++) {
    const next: object[] = [];
    for (const value of level) {
      if (seen.has(value)) continue;
      if (seen.size >= most) return 'part';
      seen.add(value);
      // It cannot be cloned.
      if (isProxy(value)) continue;
      see(value);
      if (down === depth || natives.isView(value)) continue;
      const inside = addInner(value, next);
      if (inside === 'part' || result === 'all') result = inside;
    }
    level = next;
  }
  return result;
}

/** How much of what is in it was added. */
function addInner(value: object, inner: object[]): Seen {
  const add = (item: unknown): void => {
    if (typeof item === 'object' && item !== null) inner.push(item);
  };
  if (isMap(value))
    apply(forEachEntry, value, [
      (item: unknown, key: unknown) => {
        add(key);
        add(item);
      },
    ]);
  else if (isSet(value)) apply(forEachMember, value, [add]);
  if (Array.isArray(value) && value.length > LONG) {
    for (let i = 0; i < value.length; i++) add(value[i]);
    return 'nearly all';
  }
  let result: Seen = 'all';
  // The cause of an error goes with it, and is not enumerable.
  for (const name of isNativeError(value) ? Object.getOwnPropertyNames(value) : Object.keys(value)) {
    const property = natives.getOwnPropertyDescriptor(value, name);
    if (property?.get === undefined) add(property?.value);
    else result = 'part';
  }
  return result;
}
