// What copies bytes in and out of views beside their own methods: Buffer, text coding, Array.from.

import buffer from 'node:buffer';
import { iterate, takeSite } from '../core/access.ts';
import { natives } from '../core/natives.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { lengthOf, sharedPlace } from '../core/views.ts';
import { after, bounded, type Call, type Effect, type GivenEffect, touch, touchBytes, touchView, withEffect } from './effects.ts';

type Native = (this: unknown, ...args: unknown[]) => unknown;

const whole: Effect = (call) => touch('read', call, 0, call.length);
const rewrite: Effect = (call) => {
  touch('read', call, 0, call.length);
  touch('write', call, 0, call.length);
};

const { indexOf } = Buffer.prototype as unknown as { indexOf: Native };

/** A search reads from where it starts to the end of what it finds. */
const search: Effect = (call) => {
  const [wanted, start] = call.args;
  const found = call.result as number;
  const size = typeof wanted === 'string' ? wanted.length * 3 : ((wanted as Partial<Uint8Array>).byteLength ?? 1);
  const from = typeof start === 'string' ? 0 : bounded(start, call.length, 0);
  touch('read', call, from, found < 0 ? call.length : Math.min(call.length, found + size));
};

/** Methods of Buffer that are its own, not those of Uint8Array. */
const BUFFER_EFFECTS: Readonly<Record<string, Effect>> = {
  toString: (call: Call) =>
    touch('read', call, bounded(call.args[1], call.length, 0), bounded(call.args[2], call.length, call.length)),
  toJSON: whole,
  equals: whole,
  compare: (call) => touch('read', call, bounded(call.args[3], call.length, 0), bounded(call.args[4], call.length, call.length)),
  indexOf: search,
  lastIndexOf: whole,
  includes: (call) => search({ ...call, result: call.result ? Reflect.apply(indexOf, call.view, call.args) : -1 }),
  swap16: rewrite,
  swap32: rewrite,
  swap64: rewrite,
  fill: (call) => {
    const from = typeof call.args[1] === 'string' ? 0 : bounded(call.args[1], call.length, 0);
    const to = typeof call.args[2] === 'string' ? call.length : bounded(call.args[2], call.length, call.length);
    touch('write', call, from, to);
  },
  write: (call) => {
    const offset = typeof call.args[1] === 'number' ? call.args[1] : 0;
    touch('write', call, offset, offset + Number(call.result));
  },
};

const allGiven: GivenEffect = (given) => touch('read', given, 0, given.length);

/** Those that read another view. */
const BUFFER_GIVEN: Readonly<Record<string, GivenEffect>> = {
  equals: allGiven,
  compare: (given) => {
    const { args, length } = given;
    touch('read', given, bounded(args[1], length, 0), bounded(args[2], length, length));
  },
  indexOf: allGiven,
  lastIndexOf: allGiven,
  includes: allGiven,
  fill: allGiven,
};

export function installCopies(): void {
  for (const [name, effect] of Object.entries(BUFFER_EFFECTS)) withEffect(Buffer.prototype, name, effect, BUFFER_GIVEN[name]);
  installBuffer();
  installEncodings();
  for (const name of ['isUtf8', 'isAscii', 'transcode']) after(buffer, name, ([source]) => touchAll('read', source));
  installText();
}

function installBuffer(): void {
  const { copy } = Buffer.prototype as unknown as { copy: Native };
  replace(Buffer.prototype, 'copy', function (this: Uint8Array, ...args: unknown[]) {
    const count = Reflect.apply(copy, this, args) as number;
    const [target, at, from] = args;
    touchBytes('read', this, Number(from ?? 0), count);
    touchBytes('write', target, Number(at ?? 0), count);
    return count;
  });
  after(Buffer, 'from', ([source]) => touchView('read', source));
  after(Buffer, 'copyBytesFrom', ([view, offset, length]) => {
    const place = sharedPlace(view);
    if (place === undefined) return;
    const count = lengthOf(view as object, place);
    const from = bounded(offset, count, 0);
    const to = length === undefined ? count : Math.min(count, from + Number(length));
    touch('read', { place, site: siteOfProgram() }, from, to);
  });
  after(Buffer, 'compare', (args) => {
    for (const value of args) touchView('read', value);
  });
  after(Buffer, 'concat', ([list]) => {
    if (Array.isArray(list)) for (const value of list) touchView('read', value);
  });
}

const ENCODED = /^(?:ascii|base64|base64url|hex|latin1|ucs2|utf8)(Slice|Write)$/;

/** `utf8Slice`, `latin1Write` and the like: not documented, but what fast serialisers call, and what toString is made of. */
function installEncodings(): void {
  const prototype = Buffer.prototype as unknown as Record<string, Native>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const verb = ENCODED.exec(name)?.[1];
    if (verb === undefined) continue;
    const native = prototype[name]!;
    replace(prototype, name, function (this: Uint8Array, a?: unknown, b?: unknown, c?: unknown) {
      const result = native.call(this, a, b, c);
      if (this.buffer instanceof ArrayBuffer) return result;
      if (verb === 'Write') touchBytes('write', this, Number(b ?? 0), Number(result));
      else touchBytes('read', this, Number(a ?? 0), Number(b ?? this.length) - Number(a ?? 0));
      return result;
    });
  }
}

/** All bytes of a view, or of a buffer. */
function touchAll(kind: 'read' | 'write', value: unknown): void {
  touchView(kind, value instanceof natives.SharedArrayBuffer ? new Uint8Array(value) : value);
}

export function installSlice(realm: Realm): void {
  const { prototype } = realm.SharedArrayBuffer;
  const { slice } = prototype as unknown as { slice: Native };
  replace(prototype, 'slice', function (this: SharedArrayBuffer, ...args: unknown[]) {
    const copy = Reflect.apply(slice, this, args);
    const from = bounded(args[0], this.byteLength, 0);
    touchBytes('read', new Uint8Array(this), from, bounded(args[1], this.byteLength, this.byteLength) - from);
    return copy;
  });
}

function installText(): void {
  after(TextDecoder.prototype, 'decode', ([source]) => {
    touchAll('read', source);
  });
  after(TextEncoder.prototype, 'encodeInto', ([, target], result) => {
    touchBytes('write', target, 0, (result as { written: number }).written);
  });
}

/** Array.from and the constructors' `from` read what they are given. */
export function installFrom(realm: Realm): void {
  const typed = Object.getPrototypeOf(realm.Int8Array) as object;
  for (const owner of [realm.Array, typed]) {
    const { from } = owner as { from: Native };
    replace(owner, 'from', function (this: unknown, ...args: unknown[]) {
      takeSite();
      if (sharedPlace(args[0]) !== undefined) args[0] = iterate(args[0], siteOfProgram());
      return Reflect.apply(from, this, args);
    });
  }
}
