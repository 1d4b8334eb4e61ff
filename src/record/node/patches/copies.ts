// What copies bytes in and out of views beside their own methods: Buffer, text coding, Array.from.

import buffer from 'node:buffer';
import { iterate, takeSite } from '../core/access.ts';
import { natives } from '../core/natives.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, gate, past } from '../core/steered.ts';
import { lengthOf, sharedPlace } from '../core/views.ts';
import {
  after,
  afterReading,
  bounded,
  type Call,
  type Effect,
  type GivenEffect,
  touch,
  touchBytes,
  touchView,
  withEffect,
} from './effects.ts';

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
  includes: (call) => search({ ...call, result: call.result === false ? -1 : Reflect.apply(indexOf, call.view, call.args) }),
  swap16: rewrite,
  swap32: rewrite,
  swap64: rewrite,
  fill: (call) => {
    const from = typeof call.args[1] === 'string' ? 0 : bounded(call.args[1], call.length, 0);
    const to = typeof call.args[2] === 'string' ? call.length : bounded(call.args[2], call.length, call.length);
    touch('write', call, from, to);
  },
  write: (call) => {
    const [text, from, most] = call.args;
    const offset = typeof from === 'number' ? from : 0;
    const room = Math.min(typeof most === 'number' ? most : Number.POSITIVE_INFINITY, call.length - offset);
    const encoding = call.args.slice(1).find((one) => typeof one === 'string');
    const bytes = Number.isNaN(call.result) ? fittingBytes(text, encoding, room) : Number(call.result);
    touch('write', call, offset, offset + bytes);
  },
};

const { byteLength } = Buffer;

/** The bytes of a text that all fit into the room; NaN if they do not, or it is no text: then only the result tells how many are written. */
function fittingBytes(text: unknown, encoding: unknown, room: number): number {
  if (typeof text !== 'string') return Number.NaN;
  const bytes = byteLength(text, encoding as BufferEncoding | undefined);
  return bytes <= room ? bytes : Number.NaN;
}

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
    const [target, at, from, to] = args;
    const record = (count: number): void => {
      touchBytes('read', this, Number(from ?? 0), count);
      touchBytes('write', target, Number(at ?? 0), count);
    };
    if (gate !== undefined)
      foresee(() => {
        const wanted = Math.min(Number(to ?? this.length), this.length) - Number(from ?? 0);
        record(Math.min(wanted, (target as Uint8Array).length - Number(at ?? 0)));
      });
    const count = Reflect.apply(copy, this, args) as number;
    past(() => record(count));
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

const ENCODED = /^(ascii|base64|base64url|hex|latin1|ucs2|utf8)(Slice|Write)$/;

/** `utf8Slice`, `latin1Write` and the like: not documented, but what fast serialisers call, and what toString is made of. */
function installEncodings(): void {
  const prototype = Buffer.prototype as unknown as Record<string, Native>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const [, encoding, verb] = ENCODED.exec(name) ?? [];
    if (verb === undefined) continue;
    const native = prototype[name]!;
    replace(prototype, name, function (this: Uint8Array, a?: unknown, b?: unknown, c?: unknown) {
      if (this.buffer instanceof ArrayBuffer) return native.call(this, a, b, c);
      const read = (): void => touchBytes('read', this, Number(a ?? 0), Number(b ?? this.length) - Number(a ?? 0));
      const write = (bytes: number): void => touchBytes('write', this, Number(b ?? 0), bytes);
      const room = Math.min(Number(c ?? Number.POSITIVE_INFINITY), this.length - Number(b ?? 0));
      if (gate !== undefined) foresee(verb === 'Slice' ? read : () => write(fittingBytes(a, encoding, room)));
      const result = native.call(this, a, b, c);
      past(verb === 'Slice' ? read : () => write(Number(result)));
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
  replace(
    prototype,
    'slice',
    {
      recorded(this: SharedArrayBuffer, ...args: unknown[]) {
        const from = bounded(args[0], this.byteLength, 0);
        const to = bounded(args[1], this.byteLength, this.byteLength);
        const record = (): void => touchBytes('read', new Uint8Array(this), from, to - from);
        foresee(record);
        const copy = Reflect.apply(slice, this, args);
        past(record);
        return copy;
      },
    }.recorded,
  );
}

function installText(): void {
  afterReading(TextDecoder.prototype, 'decode', ([source]) => {
    touchAll('read', source);
  });
  after(TextEncoder.prototype, 'encodeInto', ([text, target], result) => {
    const room = (target as Uint8Array | undefined)?.length ?? 0;
    // What is still to be done has no result.
    touchBytes('write', target, 0, (result as { written?: number }).written ?? fittingBytes(text, 'utf8', room));
  });
}

/** Array.from and the constructors' `from` read what they are given. */
export function installFrom(realm: Realm): void {
  const typed = Object.getPrototypeOf(realm.Int8Array) as object;
  for (const owner of [realm.Array, typed]) {
    const { from } = owner as { from: Native };
    replace(
      owner,
      'from',
      {
        recorded(this: unknown, ...args: unknown[]) {
          takeSite();
          if (sharedPlace(args[0]) !== undefined) args[0] = iterate(args[0], siteOfProgram());
          return Reflect.apply(from, this, args);
        },
      }.recorded,
    );
  }
}
