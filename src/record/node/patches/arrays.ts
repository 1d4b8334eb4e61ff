// The methods of arrays, called on a view: `Array.prototype.fill.call(view)`, `const { reduce } = Array.prototype`. They are replaced one by one, when
// the program's text has one apart from an array, since each has a frame in the stack traces of its callbacks. Ordinary arrays lose nothing: V8 takes
// the method into the caller with what is around it.

import { onBlock } from '../core/blocks.ts';
import { ARRAY_METHODS } from '../core/hooks.ts';
import { natives, typedArrayName } from '../core/natives.ts';
import { inEveryRealm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, past } from '../core/steered.ts';
import { lengthOf, sharedPlace } from '../core/views.ts';
import { bounded, type Call, type Effect, touch, touchView } from './effects.ts';
import { CALLBACKS, EFFECTS, withCallback, withIterator } from './typed-arrays.ts';

type Native = (this: unknown, ...args: unknown[]) => unknown;

const { apply } = Reflect;

const all: Effect = (call) => touch('read', call, 0, call.length);

/** How many elements a call of `splice` takes out, and where. */
function cutOut({ args, length }: Call): readonly [from: number, count: number] {
  const from = bounded(args[0], length, 0);
  if (args.length === 0) return [from, 0];
  return [from, args.length === 1 ? length - from : Math.max(0, Math.min(length - from, Math.trunc(Number(args[1])) || 0))];
}

/** What typed arrays do not have. Those that change the length of an array change a view, and throw then. */
const OWN_EFFECTS: Readonly<Record<string, Effect>> = {
  flat: all,
  toSpliced(call) {
    const [from, count] = cutOut(call);
    touch('read', call, 0, from);
    touch('read', call, from + count, call.length);
  },
  pop: (call) => touch('read', call, call.length - 1, call.length),
  shift(call) {
    touch('read', call, 0, call.length);
    touch('write', call, 0, call.length - 1);
  },
  unshift(call) {
    if (call.args.length === 0) return;
    touch('read', call, 0, call.length);
    touch('write', call, 0, call.length);
  },
  splice(call) {
    const [from, count] = cutOut(call);
    const added = Math.max(0, call.args.length - 2);
    const { length } = call;
    touch('read', call, from, added === count ? from + count : length);
    if (added === count) touch('write', call, from, from + added);
    else if (added > count) touch('write', call, from, length);
    else touch('write', call, from + added, length - count + added);
  },
};

const THROWING: ReadonlySet<string> = new Set(['pop', 'shift', 'unshift', 'splice']);

/** By name: whether the program has it apart, or only calls it on others. */
const used = new Map<string, boolean>();
let hasBlock = false;

/** The text of the program has a method of arrays, or any (`*`). One that is called at once is there in time when there is shared memory. */
export function useArrayMethod(method: string, isKept: boolean): void {
  if (used.size === 0) watchBlocks();
  for (const name of method === '*' ? ARRAY_METHODS : [method]) {
    const before = used.get(name);
    if (before === true || before === isKept) continue;
    used.set(name, isKept);
    if (isKept || hasBlock) patchAll(name);
  }
}

function watchBlocks(): void {
  onBlock(() => {
    if (hasBlock) return;
    hasBlock = true;
    for (const [name, isKept] of used) if (!isKept) patchAll(name);
  });
}

const patched = new Set<string>();

function patchAll(name: string): void {
  if (patched.has(name)) return;
  patched.add(name);
  inEveryRealm(({ Array: { prototype } }) => patch(prototype, name));
}

function patch(prototype: object, name: string): void {
  if (name === 'entries' || name === 'values') withIterator(prototype, name);
  else if (name === 'concat') withConcat(prototype);
  else if (name === 'flatMap') withCallback(prototype, name, 1);
  else if (Object.hasOwn(CALLBACKS, name)) withCallback(prototype, name, CALLBACKS[name]!);
  else withRecord(prototype, name, (Object.hasOwn(OWN_EFFECTS, name) ? OWN_EFFECTS : EFFECTS)[name]!);
}

/** Views are taken apart only if they say so. */
function withConcat(prototype: object): void {
  const { concat } = prototype as { concat: Native };
  replace(
    prototype,
    'concat',
    {
      recorded(this: unknown, ...args: unknown[]) {
        const spread = [this, ...args].filter((value) => natives.isView(value) && isSpreadable(value));
        const record = (): void => {
          for (const view of spread) touchView('read', view);
        };
        foresee(record);
        const result = apply(concat, this, args);
        past(record);
        return result;
      },
    }.recorded,
  );
}

/** Without calling a getter. */
function isSpreadable(view: object): boolean {
  for (let object: object | null = view; object !== null; object = Object.getPrototypeOf(object) as object | null) {
    const property = natives.getOwnPropertyDescriptor(object, Symbol.isConcatSpreadable);
    if (property !== undefined) return property.get !== undefined || Boolean(property.value);
  }
  return false;
}

function withRecord(prototype: object, name: string, effect: Effect): void {
  const native = Object.getOwnPropertyDescriptor(prototype, name)?.value as Native | undefined;
  if (native === undefined) return;
  replace(
    prototype,
    name,
    {
      recorded(this: unknown, ...args: unknown[]) {
        return natives.isView(this) ? called(native, this, args, effect, THROWING.has(name)) : apply(native, this, args);
      },
    }.recorded,
  );
}

function called(native: Native, view: object, args: readonly unknown[], effect: Effect, isThrowing: boolean): unknown {
  const place = sharedPlace(view);
  if (place === undefined || typedArrayName(view) === undefined) return apply(native, view, args);
  const record = (result: unknown): void => {
    effect({ view, place, length: lengthOf(view, place), args, result, site: siteOfProgram() });
  };
  // What is still to be done has no result.
  foresee(() => record(Number.NaN));
  if (isThrowing) past(() => record(undefined));
  const result = apply(native, view, args);
  if (!isThrowing) past(() => record(result));
  return result;
}
