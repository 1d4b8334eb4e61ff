// Shared memory that becomes text: console, util.inspect and JSON.stringify read elements of the views that they are given, also deep inside
// of objects.

import util from 'node:util';
import { hasBlocks } from '../core/blocks.ts';
import { natives } from '../core/natives.ts';
import { visitReachable } from '../core/reachable.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, past } from '../core/steered.ts';
import { lengthOf, sharedPlace } from '../core/views.ts';
import { after, touch, touchBytes, touchView } from './effects.ts';

const { apply } = Reflect;

/** Objects that are looked at, at most. */
const MOST = 10_000;
/** As many elements, and as many levels of objects, are shown if nothing else is asked for. */
const ELEMENTS = 100;
const DEPTH = 2;

/** Not `trace`, whose text would have a frame of ours. */
const CONSOLE = ['log', 'info', 'debug', 'warn', 'error', 'dir', 'dirxml', 'table', 'group', 'groupCollapsed'];

export function installShowing(): void {
  // A console of the program's own takes its methods from there.
  for (const owner of [console, console.Console.prototype]) {
    for (const name of CONSOLE) after(owner, name, (args) => shown(args));
    after(owner, 'assert', ([isRight, ...args]) => {
      if (!isRight) shown(args);
    });
  }
  after(util, 'format', (args) => shown(args));
  after(util, 'formatWithOptions', ([options, ...args]) => shown(args, options));
  after(util, 'inspect', ([value, options]) => shown([value], options));
  after(util, 'isDeepStrictEqual', (values) => {
    for (const value of values.slice(0, 2)) reached(value);
  });
}

type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** What is in an object is known when it is asked for: by getters, `toJSON` and the program's own replacer. So a replacer of ours is asked, too. */
export function installJson(realm: Realm): void {
  const { stringify } = realm.JSON as { stringify: (...args: unknown[]) => string | undefined };
  replace(
    realm.JSON,
    'stringify',
    {
      recorded(...args: unknown[]) {
        const [value, replacer, space] = args;
        const isObject = (typeof value === 'object' && value !== null) || typeof replacer === 'function';
        if (!isObject || !hasBlocks()) return stringify(...args);
        if (Array.isArray(replacer)) reached(value);
        return Array.isArray(replacer) ? stringify(...args) : stringify(value, seeing(replacer), space);
      },
    }.recorded,
  );
}

function seeing(replacer: unknown): Replacer {
  const own = typeof replacer === 'function' ? (replacer as Replacer) : undefined;
  return function (this: unknown, key: string, value: unknown): unknown {
    const given = own === undefined ? value : apply(own, this, [key, value]);
    if (natives.isView(given)) foresee(() => touchView('read', given));
    if (natives.isView(given)) past(() => touchView('read', given));
    return given;
  };
}

/** All views that a value holds are read. */
export function reached(value: unknown): void {
  if (typeof value === 'object' && hasBlocks()) visitReachable(value, MOST, (object) => touchView('read', object));
}

/** The first elements of views, and the first bytes of buffers. */
function shown(values: readonly unknown[], options?: unknown): void {
  if (!hasBlocks()) return;
  const { maxArrayLength, depth } = (options ?? {}) as { maxArrayLength?: number | null; depth?: number | null };
  const most = maxArrayLength === null ? Number.POSITIVE_INFINITY : (maxArrayLength ?? ELEMENTS);
  const see = (object: object): void => {
    const place = sharedPlace(object);
    if (place !== undefined && place.length !== -1)
      touch('read', { place, site: siteOfProgram() }, 0, Math.min(most, lengthOf(object, place)));
    else if (place !== undefined) touchView('read', object);
    else if (object instanceof natives.SharedArrayBuffer)
      touchBytes('read', new Uint8Array(object), 0, Math.min(most, object.byteLength));
  };
  const levels = depth === null ? Number.POSITIVE_INFINITY : (depth ?? DEPTH);
  for (const value of values) visitReachable(value, MOST, see, levels);
}
