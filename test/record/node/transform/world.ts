// What random programs find and change: fresh objects, whose getters, keys and traps are logged.

import type { SourceKind } from '../../../../src/record/node/core/hooks.ts';
import { patternSymbol } from './hooks.ts';

class Enough extends Error {}

export interface Subject {
  readonly view: object;
  readonly quietly: <T>(act: () => T) => T;
  readonly hasObjectKeys: boolean;
}

function typedArray(): Subject {
  return { view: new Int32Array([5, 6, 7, 8]), quietly: (act) => act(), hasObjectKeys: true };
}

function described(value: unknown, depth = 0): string {
  if (typeof value === 'function') return `function ${JSON.stringify(value.name)}/${value.length}`;
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null)
    return Object.is(value, -0) ? '-0' : typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (depth > 2) return '…';
  const name = Object.prototype.toString.call(value);
  const entries = Object.entries(Object.getOwnPropertyDescriptors(value)).slice(0, 12);
  return `${name}{${entries.map(([key, d]) => `${key}:${'value' in d ? described(d.value, depth + 1) : 'accessor'}`).join()}}`;
}

/** `ta` stands for a typed array; `quietly` runs code of this file that reads elements. */
function world(log: string[], { view: ta, quietly, hasObjectKeys }: Subject) {
  const note = (...values: unknown[]): unknown => {
    // A nested pattern with indices asks a proxy for the hook's symbol; nothing else may differ.
    if (values[1] === patternSymbol) return undefined;
    log.push(values.map((value) => described(value)).join(' '));
    if (log.length > 400) throw new Enough();
    return values[1];
  };
  const arr: unknown[] = [1, 0, [2, 3]];
  const accessors = {
    get 1() {
      return note('get 1', 1);
    },
    set 1(value) {
      note('set 1', value);
    },
    get x() {
      return note('get x', ta);
    },
  };
  const obj = Object.assign(Object.create(accessors) as Record<string, unknown>, { 0: 4, a: ta, ta });
  const trap = (name: keyof typeof Reflect) => (target: object, key: unknown, value: unknown, receiver: unknown) => {
    note(name, key, typeof value === 'object' ? 'object' : value);
    const call = Reflect[name] as (...all: unknown[]) => unknown;
    return name === 'set' ? call(target, key, value) : name === 'get' ? call(target, key) : call(target, key, value, receiver);
  };
  const prox = new Proxy([1, 2, 3], {
    get: trap('get'),
    set: trap('set'),
    has: trap('has'),
    deleteProperty: trap('deleteProperty'),
  } as ProxyHandler<number[]>);
  function method(this: unknown, value: unknown) {
    return note('method', value, this === meth, described(value));
  }
  const meth = { 0: method, 1: method, m: method, ta, arr };
  class Sub extends Int32Array {}
  class Box {
    declare readonly ta: unknown;
    constructor(inside: unknown) {
      Object.defineProperty(this, 'ta', { value: inside, writable: true });
      Object.defineProperty(this, 0, { value: 9, writable: true, configurable: true });
    }
    at(key: string) {
      return quietly(() => note('at', (this.ta as Record<string, unknown>)?.[key]));
    }
  }
  const holder = {
    get ta() {
      return note('holder.ta', ta);
    },
    get arr() {
      return note('holder.arr', arr);
    },
    get obj() {
      return note('holder.obj', obj);
    },
    m: method,
    nul: null,
  };
  const mat = [[1, 2], ta, arr, new Float64Array(2)];
  const pending: unknown[] = [];
  const later = (promise: Promise<unknown>) => {
    pending.push(promise.then((value) => note('later', value), failed));
    return 7;
  };
  const pull = (make: (...values: unknown[]) => Iterator<unknown>, ...values: unknown[]) => {
    const iterator = make(...values);
    for (let n = 0; n < 5; n++) {
      const step = iterator.next(n);
      note('pulled', step.value);
      if (step.done) return step.value;
    }
    return iterator.return?.(8);
  };
  function failed(error: unknown): void {
    // Not the message: V8 words it after the source text.
    log.push(`failed ${error instanceof Error ? error.constructor.name : described(error)}`);
  }
  let ticks = 0;
  const tick = () => {
    if (ticks++ > 60) throw new Enough();
    return ticks;
  };
  const get = (name: string) => note('get', { ta, arr, prox, mat }[name]);
  // A key that is an object is not converted by the hooks: that would run the program's code once more.
  const kobj = hasObjectKeys ? { toString: () => note('key', '1') } : '1';
  const scope = new Proxy(
    { a: arr, i: 1 } as Record<string, unknown>,
    { has: trap('has'), get: trap('get') } as ProxyHandler<Record<string, unknown>>,
  );
  const names = {
    arr,
    ta,
    obj,
    f64: new Float64Array(3),
    prox,
    sub: new Sub([3, 2, 1]),
    mat,
    str: 'abc',
    nul: null,
    missing: undefined,
  };
  const rest = {
    holder,
    nest: { meth },
    get,
    note,
    meth,
    Box,
    later,
    pull,
    failed,
    tick,
    kobj,
    scope,
    undefinedKey: () => undefined,
  };
  return { variables: { ...names, ...rest, v0: 0, v1: arr, v2: undefined, i: 0, j: 1 }, pending, failed };
}

/** Scripts leave variables and properties of the global object behind. */
function cleaned(before: ReadonlySet<PropertyKey>): void {
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
}

/** Runs a program; gives its log, and what became of the world. */
export async function outcome(source: string, kind: SourceKind, subject = typedArray()): Promise<string[]> {
  const log: string[] = [];
  const { variables, pending, failed } = world(log, subject);
  const before = new Set(Reflect.ownKeys(globalThis));
  Object.defineProperty(globalThis, 'globalGetter', {
    configurable: true,
    get: () => {
      log.push('global getter');
      return variables.ta;
    },
  });
  try {
    if (kind === 'script') {
      Object.assign(globalThis, variables);
      log.push(described(indirectEval(source)));
    } else log.push(described(new Function('world', source).call(variables.arr, variables)));
  } catch (error) {
    failed(error);
  }
  for (let n = 0; n < pending.length; n++) await pending[n];
  cleaned(before);
  const { arr, ta, obj, f64, sub, mat, i, j } = variables;
  log.push(...[arr, ta, obj, f64, sub, mat, i, j].map((value) => described(value)));
  return log;
}

// biome-ignore lint/security/noGlobalEval: scripts are what is tested
const indirectEval = eval;

/** The names of everything in the world. */
export const names: readonly string[] = Object.keys(world([], typedArray()).variables);
