// The hooks as the tests need them: every access of an element of a chosen object is noted, with its kind, index and place.

import { HOOKS, Hook, SITE_TOKEN, type SourceKind, type Wants } from '../../../../src/record/node/core/hooks.ts';
import { transform } from '../../../../src/record/node/transform/index.ts';

export interface Noted {
  /** `r 0 1:5` is a read of element 0 at line 1, column 5. */
  readonly accesses: string[];
  readonly code: string;
  readonly result: unknown;
}

// biome-ignore lint/security/noGlobalEval: what a hook compares with
const globalEval = eval;
const globals = globalThis as unknown as Record<string, unknown>;
export const patternSymbol = Symbol('pattern');
let watched: unknown;
let note: (kind: string, key: unknown, site: number) => void = () => {};
/** An object that the hooks take for a view. */
let oracle: unknown;
const ELEMENTS = 4;
let replacing = false;
let destructured: [unknown, number] = [undefined, 0];

function see(kind: string, view: unknown, key: unknown, site: number): void {
  if (view !== watched || !['number', 'string', 'bigint'].includes(typeof key)) return;
  const index = Number(key);
  if (Number.isInteger(index) && index >= 0 && (view !== oracle || (String(index) === String(key) && index < ELEMENTS)))
    note(kind, key, site);
}

/** As the runtime does it: each element is noted when it is read. */
export function* elementsOf(view: ArrayLike<unknown>, site: number): Generator<unknown> {
  for (let k = 0; k < view.length; k++) {
    see('r', view, k, site);
    yield view[k];
  }
}

interface Visit {
  readonly name: string;
}
const open: Visit[] = [];
/** What visits of atomic functions began and ended. */
export const visits: string[] = [];

const hooks = {
  isView: (value: unknown) => ArrayBuffer.isView(value) || (value !== undefined && value === oracle),
  read: (view: unknown, key: unknown, site: number) => see('r', view, key, site),
  write: (view: unknown, key: unknown, site: number) => see('w', view, key, site),
  key(view: unknown, key: unknown, site: number, how: number) {
    if (how & 1) see('r', view, key, site);
    if (how & 2) see('w', view, key, site);
    return key;
  },
  written(view: unknown, key: unknown, value: unknown, site: number) {
    see('w', view, key, site);
    return value;
  },
  pattern(key: unknown, site: number) {
    destructured = [key, site];
    return patternSymbol;
  },
  iterate(value: unknown, site: number) {
    if (value !== undefined && value === oracle) return elementsOf(value as ArrayLike<unknown>, site);
    if (value === watched) note('i', '', site);
    if (!replacing || !ArrayBuffer.isView(value)) return value;
    const iterable = value as unknown as Iterable<unknown>;
    return { [Symbol.iterator]: () => iterable[Symbol.iterator]() };
  },
  all(value: unknown, site: number) {
    if (value !== undefined && value === oracle)
      for (let k = 0; k < (value as ArrayLike<unknown>).length; k++) see('r', value, k, site);
    if (value === watched) note('a', '', site);
    return value;
  },
  list(value: unknown, callee: unknown, site: number) {
    return typeof callee === 'function' && callee.apply === Function.prototype.apply ? hooks.all(value, site) : value;
  },
  made: (view: unknown) => view,
  copied: function copied(made: object, callee: unknown, source: unknown, site: number): object {
    if (callee === Int32Array) hooks.all(source, site);
    return made;
  },
  implicit() {},
  scoped() {},
  found: () => globalEval,
  last(value: unknown, site: number) {
    note('l', '', site);
    return value;
  },
  uses() {},
  above: (_: unknown, key: unknown) => key,
  handed: (value: unknown) => value,
  visited: (name: string): Visit => {
    const visit = { name };
    visits.push(`begin ${name}`);
    open.push(visit);
    return visit;
  },
  left(visit: Visit) {
    if (open.at(-1) !== visit) return;
    open.pop();
    visits.push(`end ${visit.name}`);
  },
  paused<T>(visit: Visit, value: T): T {
    hooks.left(visit);
    return value;
  },
  resumed<T>(visit: Visit, value: T): T {
    visits.push(`begin ${visit.name}`);
    open.push(visit);
    return value;
  },
  update(view: Record<number, unknown>, key: unknown, site: number, by: number): string | undefined {
    see('r', view, key, site);
    const value = typeof key === 'number' || typeof key === 'string' ? view[key as number] : undefined;
    see('w', view, key, site);
    if (typeof value !== 'number' || String(Number(key)) !== String(key) || !(Number(key) in view)) return undefined;
    view[key as number] = value + by;
    return '-0';
  },
  nothing: Object.freeze(Object.create(null)) as object,
  heir: <T>(object: T): T => object,
  rest: (value: unknown) => value,
  each(value: unknown, site: number): unknown {
    if (value === undefined || value === null) return value;
    const iterator = (value as Iterable<unknown>)[Symbol.iterator]();
    const { next } = iterator;
    return {
      [Symbol.iterator]: () => ({
        next() {
          const step = Reflect.apply(next, iterator, []);
          return step.done ? { done: true } : { done: false, value: hooks.all(step.value, site) };
        },
        return() {
          const end = iterator.return;
          return end === undefined || end === null ? {} : Reflect.apply(end, iterator, []);
        },
      }),
    };
  },
  scope<T>(_: object, object: T): T {
    return object;
  },
  code(text: unknown, callee: unknown = globalEval) {
    return typeof text === 'string' && callee === globalEval ? instrumented(text, 'script').code : text;
  },
};

/** Defines the hooks of this thread. The runtime iterates over something else in place of a shared view: `replace` does so for all. */
export function installHooks(replace = false): void {
  replacing = replace;
  const methods = Object.entries(hooks).map(([name, hook]) => [Hook[name as keyof typeof Hook].slice(HOOKS.length + 1), hook]);
  globals[HOOKS] = Object.freeze(Object.fromEntries(methods));
  globals[Hook.temporary] = undefined;
  const ofGenerators = Object.getPrototypeOf(async function* () {}) as object;
  Object.defineProperty(ofGenerators, HOOKS, { value: globals[HOOKS], configurable: true });
  Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), patternSymbol, {
    configurable: true,
    get(this: unknown) {
      see('r', this, ...destructured);
      return undefined;
    },
  });
}

/** The instrumented text with numbers for its sites, as the runtime makes it. */
export function instrumented(source: string, kind: SourceKind, wants?: Wants): { code: string; sites: readonly number[] } {
  const transformed = transform(source, kind, wants);
  if (transformed === undefined) return { code: source, sites: [] };
  return { code: transformed.code.replaceAll(new RegExp(`${SITE_TOKEN}(\\d+)`, 'g'), '$1'), sites: transformed.sites };
}

/** Runs the body of a function of `ta` (a typed array) instrumented, and says what was recorded. */
export function record(source: string, ta: unknown, others: Record<string, unknown> = {}): Noted {
  const { code, sites } = instrumented(source, 'commonjs');
  const accesses: string[] = [];
  watched = ta;
  note = (kind, key, site) => accesses.push(`${kind}${key === '' ? '' : ` ${key}`} ${sites[2 * site]}:${sites[2 * site + 1]}`);
  const names = Object.keys(others);
  try {
    const result = new Function('ta', ...names, code)(ta, ...names.map((name) => others[name]));
    return { accesses, code, result };
  } finally {
    watched = undefined;
    note = () => {};
  }
}

/** Notes the accesses of an object that stands for a view, until the next call: `r 0`, `w 1`. */
export function watch(view: object | undefined, noted: string[]): void {
  watched = oracle = view;
  note = (kind, key) => {
    if (kind === 'r' || kind === 'w') noted.push(`${kind} ${key}`);
  };
}
