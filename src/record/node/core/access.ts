// The hooks of plain accesses: what transformed code calls for every element of every view. They never throw.
//
// What inherits from a view has its elements, too: `Object.create(view)[0]`. That is told from other objects only once there is such an object: then
// three hooks are replaced.

import { Raw } from '../../../raw/format.ts';
import { knownBlock } from './blocks.ts';
import { inheritsElements, onFirstHeir, telling, viewAbove, viewBehind } from './heirs.ts';
import { HOOKS, Hook } from './hooks.ts';
import { access, range } from './log.ts';
import { natives } from './natives.ts';
import { noteUnrecorded } from './notes.ts';
import { inEveryRealm, viewPrototype } from './realm.ts';
import { found, globalHooks, inScope, scoped } from './scope.ts';
import { fileOfProgram } from './stack.ts';
import { lengthOf, type Place, placeAt, placeOf, SITE_MASK, unshared } from './views.ts';

/** The site that `last` left for the native method that is called next. */
let lastSite = 0;

/** What `takeSite` is going to give. */
export function nextSite(): number {
  return lastSite;
}

/** The site of the call that is being made, if the transform marked it, else 0. */
export function takeSite(): number {
  const site = lastSite;
  lastSite = 0;
  return site;
}

// The hooks are small so that they are inlined; views that are not shared leave at once. Constants of this module are constants for V8's
// compiler, imported ones are not: 2 times faster.
const MASK = SITE_MASK;
const plain = unshared;

function read(view: object, key: unknown, site: number): void {
  if (plain[site & MASK] !== view) readShared(view, key, site);
}

function write(view: object, key: unknown, site: number): void {
  if (plain[site & MASK] !== view) writeShared(view, key, site);
}

function readShared(view: object, key: unknown, site: number): void {
  const place = placeAt(view, site);
  if (!place.shared) return;
  const index = typeof key === 'number' ? key : elementKey(key);
  if (index >>> 0 === index && index < lengthOf(view, place))
    access((place.low + (index << place.shift)) | 0, place.readWord, site);
}

function writeShared(view: object, key: unknown, site: number): void {
  const place = placeAt(view, site);
  if (!place.shared) return;
  const index = typeof key === 'number' ? key : elementKey(key);
  if (index >>> 0 === index && index < lengthOf(view, place))
    access((place.low + (index << place.shift)) | 0, place.writeWord, site);
}

/** A key that is the canonical string of an index is that index, also as a BigInt; all else is no element. What text an object becomes as a key is
 * only known when the access asks for it, which must be once. */
function elementKey(key: unknown): number {
  if (typeof key === 'bigint') return Number(key);
  if (typeof key !== 'string') {
    if ((typeof key === 'object' && key !== null) || typeof key === 'function') noteObjectKey();
    return -1;
  }
  const index = Number(key);
  return String(index) === key ? index : -1;
}

function noteObjectKey(): void {
  noteUnrecorded(
    `an element of shared memory whose key is an object, in ${fileOfProgram() ?? 'a text'}: make it a number, view[Number(key)]`,
  );
}

/** An element that is named by a property key. */
export function accessElement(kind: 'read' | 'write', view: object, name: unknown, site: number): void {
  if (kind === 'read') readShared(view, name, site);
  else writeShared(view, name, site);
}

/** Bits of `how`. */
const READ = 1;
const WRITE = 2;

function key(object: unknown, name: unknown, site: number, how: number): unknown {
  if (natives.isView(object)) {
    if ((how & READ) !== 0) read(object, name, site);
    if ((how & WRITE) !== 0) write(object, name, site);
  }
  return name;
}

// In the place of these, once there are objects that inherit from a shared view. What is written to such an object becomes a property of its own.

function isViewOrHeir(value: unknown): boolean {
  return natives.isView(value) || inheritsElements(value);
}

function readAny(object: object, name: unknown, site: number): void {
  const view = natives.isView(object) ? object : viewBehind(object, name);
  if (view !== undefined) read(view, name, site);
}

function keyOfAny(object: unknown, name: unknown, site: number, how: number): unknown {
  if (!natives.isView(object) && (how & READ) !== 0 && inheritsElements(object)) readAny(object as object, name, site);
  return key(object, name, site, how);
}

/** See Hook.above. A view itself inherits from no other. */
function above(object: unknown, name: unknown, site: number, how: number): unknown {
  if (natives.isView(object)) return (how & WRITE) === 0 ? name : key(object, name, site, WRITE);
  const view = (how & READ) === 0 ? undefined : viewAbove(object);
  if (view !== undefined) read(view, name, site);
  return name;
}

/** A canonical number that is no index: reads there are undefined and writes are nothing. */
const NO_ELEMENT = '-0';

/** See Hook.update. A BigInt is left to the expression: nothing could be added to it at a key that is none. */
function update(view: Record<number, unknown>, key: unknown, site: number, by: number): string | undefined {
  const place = placeAt(view as never, site);
  const index = typeof key === 'number' ? key : elementKey(key);
  const isElement = place.shared && index >>> 0 === index && index < lengthOf(view, place);
  readShared(view, key, site);
  const value = isElement ? view[index] : undefined;
  writeShared(view, key, site);
  if (typeof value !== 'number') return undefined;
  view[index] = value + by;
  return NO_ELEMENT;
}

function written(object: unknown, name: unknown, value: unknown, site: number): unknown {
  if (natives.isView(object)) write(object, name, site);
  return value;
}

// What `pattern` remembers until the getter of its symbol is asked for, which is at once.
const patternSymbol = Symbol('foretrace');
let patternKey: unknown;
let patternSite = 0;

function pattern(name: unknown, site: number): symbol {
  patternKey = name;
  patternSite = site;
  return patternSymbol;
}

export function last(value: unknown, site: number): unknown {
  lastSite = site;
  return value;
}

/** Of all realms, and recording ones that stand for them. */
const builtInIterators = new WeakSet<object>();

export function addBuiltInIterator(iterator: object): void {
  builtInIterators.add(iterator);
}

export function iterate(value: unknown, site: number): unknown {
  if (!natives.isView(value)) return value;
  const place = placeOf(value);
  if (!place.shared || !builtInIterators.has((value as unknown as Iterable<unknown>)[Symbol.iterator])) return value;
  return elements(value as never, place, site);
}

/** See Hook.all. */
export function readAll(value: unknown, site: number): unknown {
  if (!natives.isView(value)) return value;
  const place = placeOf(value);
  const bytes = place.shared ? value.byteLength : 0;
  if (bytes > 0) range(Raw.readRange, place.low, place.high, bytes, site);
  return value;
}

/** See Hook.list. */
function list(value: unknown, callee: unknown, site: number): unknown {
  const isShared = typeof callee === 'function' && natives.isView(value) && placeOf(value).shared;
  return isShared && applies.has(Reflect.get(callee, 'apply') as object) ? readAll(value, site) : value;
}

/** `Function.prototype.apply` of all realms. */
const applies = new WeakSet<object>([Function.prototype.apply]);

/** Of another realm. One that stands for it records by itself. */
export function addApply(apply: object): void {
  applies.add(apply);
}

function made(view: object, source: unknown, site: number): object {
  if (typeof source === 'object' && source !== null && knownBlock(source) !== undefined && natives.isView(view))
    placeOf(view, site, true);
  return view;
}

const arrayIterators = Object.getPrototypeOf([].values()) as object;

/** What the built-in iterators give, each element recorded when it is read. */
export function elements(
  view: Readonly<Record<number, unknown>> & object,
  place: Place,
  site: number,
  item: (index: number, value: unknown) => unknown = (_, value) => value,
): IterableIterator<unknown> {
  let i = 0;
  const next = (): IteratorResult<unknown> => {
    if (i >= lengthOf(view, place)) {
      i = Number.POSITIVE_INFINITY;
      return { value: undefined, done: true };
    }
    access((place.low + (i << place.shift)) | 0, place.readWord, site);
    return { value: item(i, view[i++]), done: false };
  };
  return Object.create(arrayIterators, { next: { value: next } }) as IterableIterator<unknown>;
}

/** Records a read or a write of some bytes of a view, from a byte offset in it. */
export function accessBytes(
  place: Place,
  kind: typeof Raw.read | typeof Raw.write,
  offset: number,
  bytes: number,
  site: number,
): void {
  access((place.low + offset) | 0, place.high | (kind << 16) | (bytes << 24), site);
}

const nothing: object = Object.freeze(Object.create(null));

type Hooks = Readonly<Record<Exclude<keyof typeof Hook, 'temporary'>, unknown>>;

/** An object of hooks, by what they are called in it. */
function membersOf(hooks: Partial<Hooks>): Record<string, unknown> {
  const members = Object.entries(hooks).map(([name, hook]) => [Hook[name as keyof Hooks].slice(HOOKS.length + 1), hook]);
  return Object.fromEntries(members) as Record<string, unknown>;
}

type Visiting = 'visited' | 'left' | 'paused' | 'resumed';

/** Makes the hooks global: code that is sent to another thread as text finds them there. */
export function installHooks(
  others: Pick<
    Hooks,
    'code' | 'uses' | 'handed' | 'rest' | 'each' | 'copied' | 'implicit' | 'enter' | 'leave' | 'request' | Visiting
  >,
): void {
  const hooks = {
    isView: natives.isView,
    all: readAll,
    read,
    write,
    key,
    list,
    above,
    update,
    written,
    pattern,
    iterate,
    made,
    last,
    nothing,
  };
  define({ ...hooks, heir, scope: inScope, scoped, found, ...others });
  onFirstHeir(() => Object.assign(globalHooks(), membersOf({ isView: isViewOrHeir, read: readAny, key: keyOfAny })));
}

function heir<T>(object: T): T {
  telling(object);
  return object;
}

let hasPatternKeys = false;

/** Called before text runs that has such keys: until then the prototype is as it was. */
export function usePatternKeys(): void {
  if (hasPatternKeys) return;
  hasPatternKeys = true;
  inEveryRealm((realm) =>
    Reflect.defineProperty(viewPrototype(realm), patternSymbol, {
      configurable: true,
      enumerable: false,
      get(this: unknown) {
        if (natives.isView(this)) read(this, patternKey, patternSite);
      },
    }),
  );
}

/** Hooks that record nothing, for threads of Node that run instrumented code: loaders of the program. */
export function installIdleHooks(): void {
  const same = (value: unknown): unknown => value;
  const idle = (): void => {};
  const idleKey = (_: unknown, name: unknown): unknown => name;
  const idleWritten = (_: unknown, __: unknown, value: unknown): unknown => value;
  define({
    ...{
      isView: () => false,
      read: idle,
      write: idle,
      pattern: () => patternSymbol,
      key: idleKey,
      above: idleKey,
      list: same,
      copied: function made(object: unknown): unknown {
        return object;
      },
      implicit: idle,
      update: idle,
      written: idleWritten,
    },
    ...{ all: same, iterate: same, made: same, last: same, code: same, uses: idle, enter: idle, leave: idle, nothing },
    ...{
      request: same,
      visited: idle,
      left: idle,
      paused: idleKey,
      resumed: idleKey,
      heir: same,
      rest: same,
      each: same,
      handed: same,
      scope: inScope,
      scoped,
      found,
    },
  });
}

/** Not frozen: V8 takes members that were never replaced for constants all the same. */
function define(hooks: Hooks): void {
  const value: unknown = Object.preventExtensions(membersOf(hooks));
  Object.defineProperty(globalThis, HOOKS, { value, enumerable: false, configurable: false, writable: false });
  Object.defineProperty(globalThis, Hook.temporary, { value: undefined, enumerable: false, configurable: false, writable: true });
}
