// DataView's getters and setters, and Buffer's readers and writers: accesses of one number. They are called in hot loops, mostly on
// memory that is not shared, and so are wrapped one by one, without arrays of arguments.

import { Raw } from '../../../raw/format.ts';
import { accessBytes, takeSite } from '../core/access.ts';
import { natives } from '../core/natives.ts';
import type { Realm } from '../core/realm.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { placeAt } from '../core/views.ts';

type Accessor = (this: unknown, a?: unknown, b?: unknown, c?: unknown) => unknown;

const SIZES: Readonly<Record<string, number>> = {
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
};

export function installDataView(realm: Realm): void {
  for (const [type, bytes] of Object.entries(SIZES)) {
    wrap(realm.DataView.prototype, `get${type}`, Raw.read, 0, bytes);
    wrap(realm.DataView.prototype, `set${type}`, Raw.write, 0, bytes);
  }
}

/** `at`: which argument is the offset. */
function wrap(prototype: object, name: string, kind: typeof Raw.read | typeof Raw.write, at: 0 | 1, bytes: number): void {
  const native = Object.getOwnPropertyDescriptor(prototype, name)?.value as Accessor | undefined;
  if (native === undefined) return;
  replace(prototype, name, function (this: object, a?: unknown, b?: unknown, c?: unknown) {
    const site = takeSite();
    const result = native.call(this, a, b, c);
    if (!natives.isView(this)) return result;
    const place = placeAt(this, site);
    if (place.shared) accessBytes(place, kind, Math.trunc(Number((at === 0 ? a : b) ?? 0)), bytes, site || siteOfProgram());
    return result;
  });
}

const READER = /^(read|write)(U?[iI]nt(?:8|16[BL]E|32[BL]E|[BL]E)|BigU?[iI]nt64[BL]E|(?:Float|Double)[BL]E)$/;

/** The methods of Buffer have two spellings each (readUInt8, readUint8), which are one function. */
export function installBufferAccessors(): void {
  const prototype = Buffer.prototype as unknown as Record<string, Accessor>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const [, verb, type] = READER.exec(name) ?? [];
    if (verb === undefined || type === undefined) continue;
    const bytes = bytesOf(type);
    if (bytes > 0) wrap(prototype, name, verb === 'read' ? Raw.read : Raw.write, verb === 'read' ? 0 : 1, bytes);
    else wrapVariable(prototype, name, verb === 'read');
  }
}

function bytesOf(type: string): number {
  if (type.startsWith('Float')) return 4;
  if (type.startsWith('Double') || type.startsWith('Big')) return 8;
  return Number(/\d+/.exec(type)?.[0] ?? 0) / 8;
}

/** readIntLE(offset, byteLength) and writeIntLE(value, offset, byteLength). */
function wrapVariable(prototype: Record<string, Accessor>, name: string, isRead: boolean): void {
  const native = prototype[name]!;
  replace(prototype, name, function (this: object, a?: unknown, b?: unknown, c?: unknown) {
    const site = takeSite();
    const result = native.call(this, a, b, c);
    const place = placeAt(this, site);
    const [offset, bytes] = isRead ? [a, b] : [b, c];
    if (place.shared) accessBytes(place, isRead ? Raw.read : Raw.write, Number(offset), Number(bytes), site || siteOfProgram());
    return result;
  });
}
