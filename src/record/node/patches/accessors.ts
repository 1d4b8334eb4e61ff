// DataView's getters and setters, and Buffer's readers and writers: accesses of one number. They are called in hot loops, mostly on
// memory that is not shared, and so are wrapped one by one, without arrays of arguments.

import { Raw } from '../../../raw/format.ts';
import { accessBytes, nextSite, takeSite } from '../core/access.ts';
import { natives } from '../core/natives.ts';
import { type ElementType, noteNumber } from '../core/noted-views.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { foresee, gate, past } from '../core/steered.ts';
import { type Place, placeAt, startOf } from '../core/views.ts';

type Accessor = (this: unknown, a?: unknown, b?: unknown, c?: unknown) => unknown;

const SIZES = {
  Int8: 1,
  Uint8: 1,
  Int16: 2,
  Uint16: 2,
  Int32: 4,
  Uint32: 4,
  Float16: 2,
  Float32: 4,
  Float64: 8,
  BigInt64: 8,
  BigUint64: 8,
} as const satisfies Partial<Record<ElementType, number>>;
type NumberType = keyof typeof SIZES;

export function installDataView(realm: Realm): void {
  for (const type of Object.keys(SIZES) as NumberType[]) {
    wrap(realm.DataView.prototype, `get${type}`, Raw.read, 0, type);
    wrap(realm.DataView.prototype, `set${type}`, Raw.write, 0, type);
  }
}

/** `at`: which argument is the offset. */
function wrap(prototype: object, name: string, kind: typeof Raw.read | typeof Raw.write, at: 0 | 1, type: NumberType): void {
  const native = Object.getOwnPropertyDescriptor(prototype, name)?.value as Accessor | undefined;
  if (native === undefined) return;
  const bytes = SIZES[type];
  const recorded = {
    recorded(this: object, a?: unknown, b?: unknown, c?: unknown): unknown {
      const site = takeSite();
      const result = native.call(this, a, b, c);
      if (!natives.isView(this)) return result;
      const place = placeAt(this, site);
      if (!place.shared) return result;
      const offset = Math.trunc(Number((at === 0 ? a : b) ?? 0));
      noteType(place, offset, type, site);
      accessBytes(place, kind, offset, bytes, site || siteOfProgram());
      return result;
    },
  }.recorded;
  replace(prototype, name, gate === undefined ? recorded : led(recorded, kind, (a, b) => [(at === 0 ? a : b) ?? 0, bytes]));
}

/** In a program that is led: the thread comes to its gate before the call, and does not again when that is recorded. */
function led(
  recorded: Native,
  kind: typeof Raw.read | typeof Raw.write,
  span: (a: unknown, b: unknown, c: unknown) => readonly [offset: unknown, bytes: number],
): Native {
  return {
    recorded(this: object, a: unknown, b: unknown, c: unknown): unknown {
      const [offset, bytes] = span(a, b, c);
      if (natives.isView(this)) foreseeBytes(this, kind, offset, bytes, nextSite());
      let result: unknown;
      past(() => {
        result = recorded.call(this, a, b, c);
      });
      return result;
    },
  }.recorded;
}

type Native = (this: object, a: unknown, b: unknown, c: unknown) => unknown;

/** The gate of a program that is led, before an access that is recorded after it; one that the native refuses is none. */
function foreseeBytes(
  view: ArrayBufferView,
  kind: typeof Raw.read | typeof Raw.write,
  at: unknown,
  bytes: number,
  site: number,
): void {
  const place = placeAt(view, site);
  const offset = typeof at === 'number' ? at : Number.NaN;
  if (!place.shared || !(offset >= 0 && offset + bytes <= view.byteLength)) return;
  foresee(() => accessBytes(place, kind, Math.trunc(offset), bytes, site || siteOfProgram()));
}

/** By the low bits of the site: where it read or wrote last. Most places have one number, a field, and need no more than the look at it. */
const lastAt = new Float64Array(1024).fill(-1);

function noteType(place: Place, offset: number, type: NumberType, site: number): void {
  const start = startOf(place);
  const at = site & (lastAt.length - 1);
  if (lastAt[at] === start + offset) return;
  lastAt[at] = start + offset;
  noteNumber(start + offset, type, start, site);
}

const READER = /^(read|write)(U?[iI]nt(?:8|16[BL]E|32[BL]E|[BL]E)|BigU?[iI]nt64[BL]E|(?:Float|Double)[BL]E)$/;

/** The methods of Buffer have two spellings each (readUInt8, readUint8), which are one function. */
export function installBufferAccessors(): void {
  const prototype = Buffer.prototype as unknown as Record<string, Accessor>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const [, verb, type] = READER.exec(name) ?? [];
    if (verb === undefined || type === undefined) continue;
    const number = typeOf(type);
    if (number !== undefined) wrap(prototype, name, verb === 'read' ? Raw.read : Raw.write, verb === 'read' ? 0 : 1, number);
    else wrapVariable(prototype, name, verb === 'read');
  }
}

/** `UInt16LE` is Uint16, `DoubleBE` is Float64; undefined if an argument says how many bytes. */
function typeOf(name: string): NumberType | undefined {
  if (name.startsWith('Float')) return 'Float32';
  if (name.startsWith('Double')) return 'Float64';
  const [, big = '', sign, bits] = /^(Big)?(U?)[iI]nt(\d+)/.exec(name) ?? [];
  return bits === undefined ? undefined : (`${big}${sign === 'U' ? 'Uint' : 'Int'}${bits}` as NumberType);
}

/** readIntLE(offset, byteLength) and writeIntLE(value, offset, byteLength). */
function wrapVariable(prototype: Record<string, Accessor>, name: string, isRead: boolean): void {
  const native = prototype[name]!;
  const kind = isRead ? Raw.read : Raw.write;
  const recorded = {
    recorded(this: object, a?: unknown, b?: unknown, c?: unknown): unknown {
      const site = takeSite();
      const result = native.call(this, a, b, c);
      const place = placeAt(this, site);
      const [offset, bytes] = isRead ? [a, b] : [b, c];
      if (place.shared) accessBytes(place, kind, Number(offset), Number(bytes), site || siteOfProgram());
      return result;
    },
  }.recorded;
  const span = (a: unknown, b: unknown, c: unknown): [unknown, number] => (isRead ? [a, Number(b)] : [b, Number(c)]);
  replace(prototype, name, gate === undefined ? recorded : led(recorded, kind, span));
}
