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
  let level: unknown[] = [root];
  for (let down = 0; down <= depth && level.length > 0; down++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      if (seen.size >= most) return;
      seen.add(value);
      if (types.isProxy(value)) continue;
      see(value);
      if (down < depth && !natives.isView(value)) addInner(value, next);
    }
    level = next;
  }
}

function addInner(value: object, inner: unknown[]): void {
  if (value instanceof Map) for (const [key, item] of value) inner.push(key, item);
  else if (value instanceof Set) for (const item of value) inner.push(item);
  for (const name of Object.keys(value)) inner.push(Object.getOwnPropertyDescriptor(value, name)?.value);
}
