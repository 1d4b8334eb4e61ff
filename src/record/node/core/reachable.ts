// Objects that a value holds, found without running code of the program: neither getters nor proxies.

import { types } from 'node:util';
import { natives } from './natives.ts';

/** Calls `see` for the value and the objects in it, at most `most` of them and `depth` levels down. */
export function visitReachable(
  root: unknown,
  most: number,
  see: (object: object) => void,
  depth = Number.POSITIVE_INFINITY,
): void {
  const seen = new Set<object>();
  let level: object[] = typeof root === 'object' && root !== null ? [root] : [];
  for (let down = 0; down <= depth && level.length > 0; down++) {
    const next: object[] = [];
    for (const value of level) {
      if (seen.has(value)) continue;
      if (seen.size >= most) return;
      seen.add(value);
      if (types.isProxy(value)) continue;
      see(value);
      if (down < depth && !natives.isView(value)) addInner(value, next);
    }
    level = next;
  }
}

function addInner(value: object, inner: object[]): void {
  const add = (item: unknown): void => {
    if (typeof item === 'object' && item !== null) inner.push(item);
  };
  if (value instanceof Map) {
    for (const [key, item] of value) {
      add(key);
      add(item);
    }
  } else if (value instanceof Set) for (const item of value) add(item);
  // Element by element: the keys of a long array take longer than all the rest.
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) add(value[i]);
  else for (const name of Object.keys(value)) add(Object.getOwnPropertyDescriptor(value, name)?.value);
}
