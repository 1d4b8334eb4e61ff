// What the rest of an object pattern, `{ x, ...rest }`, has copied where the transform cannot put a hook around the value (transform/rest.ts).

import { readAll } from './access.ts';
import { hasBlocks } from './blocks.ts';
import { noteUnrecorded } from './notes.ts';
import { fileOfProgram } from './stack.ts';

const { apply } = Reflect;
const { hasOwn } = Object;

/** See Hook.rest. */
export function rest(value: unknown, ...bound: readonly unknown[]): unknown {
  if (hasBlocks() && bound.some(mayBeElements))
    noteUnrecorded(
      `perhaps the rest of an object pattern in ${fileOfProgram() ?? 'a text'}, which took a list of numbers: take it from a variable, const { x, ...rest } = variable`,
    );
  return value;
}

/** A copy of a view has its elements by their numbers, which come first. A value that is not known may be anything. */
function mayBeElements(object: unknown): boolean {
  if (object === undefined) return true;
  if (typeof object !== 'object' || object === null) return false;
  for (const key in object) {
    const element = hasOwn(object, key) ? Reflect.get(object, key) : undefined;
    return String(Number(key)) === key && (typeof element === 'number' || typeof element === 'bigint');
  }
  return false;
}

/** See Hook.each. What is no iterator is for the loop to say. */
export function each(value: unknown, site: number): unknown {
  if (value === undefined || value === null) return value;
  const begin: unknown = Reflect.get(Object(value) as object, Symbol.iterator, value);
  if (typeof begin !== 'function') return value;
  const iterator: unknown = apply(begin, value, []);
  const recorded = isObject(iterator) ? recording(iterator, site) : iterator;
  return { [Symbol.iterator]: () => recorded };
}

/** Each step of an iterator is asked for once what the loop would ask it for, in that order. */
function recording(iterator: object, site: number): object {
  const next = Reflect.get(iterator, 'next') as () => unknown;
  return {
    next(): unknown {
      const step: unknown = apply(next, iterator, []);
      if (!isObject(step)) return step;
      if (Reflect.get(step, 'done')) return DONE;
      return { done: false, value: readAll(Reflect.get(step, 'value'), site) };
    },
    return(): unknown {
      const end: unknown = Reflect.get(iterator, 'return');
      return end === undefined || end === null ? DONE : apply(end as () => unknown, iterator, []);
    },
  };
}

const DONE = Object.freeze({ done: true, value: undefined });

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
