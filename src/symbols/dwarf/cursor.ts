// Reads the numbers and strings of DWARF sections, and the values of its forms (DWARF 5, section 7.5.6, and GNU's additions).

import { Form } from './codes.ts';
import { cString } from './strings.ts';

export class Cursor {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Past the end is a RangeError, as for the others: a damaged section must not be read for ever. */
  u8(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError('past the end');
    return byte;
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    this.at += 2;
    return this.bytes.readUInt16LE(this.at - 2);
  }

  u32(): number {
    this.at += 4;
    return this.bytes.readUInt32LE(this.at - 4);
  }

  /** As a double: offsets and addresses fit; what does not loses low bits. */
  u64(): number {
    const low = this.u32();
    return low + this.u32() * 2 ** 32;
  }

  /** Eight bytes, or four in WebAssembly and on small machines. */
  address(bytes: number): number {
    return bytes === 8 ? this.u64() : this.u32();
  }

  /** Four bytes, or eight in the 64-bit form of DWARF. */
  offset(isWide: boolean): number {
    return isWide ? this.u64() : this.u32();
  }

  uleb(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (!(byte & 0x80)) return value;
      scale *= 128;
    }
  }

  sleb(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if (!(byte & 0x80)) return byte & 0x40 ? value - scale : value;
    }
  }

  string(): string {
    const from = this.at;
    this.skipString();
    return this.bytes.toString('utf8', from, this.at - 1);
  }

  /** Past the zero byte that ends a string. */
  skipString(): void {
    const end = this.at > this.bytes.length ? -1 : this.bytes.indexOf(0, this.at);
    if (end < 0) throw new RangeError('past the end');
    this.at = end + 1;
  }

  /** The length of a unit, and whether its offsets are wide. */
  unit(): { readonly end: number; readonly isWide: boolean } {
    const first = this.u32();
    const isWide = first === 0xffffffff;
    const length = isWide ? this.u64() : first;
    return { end: this.at + length, isWide };
  }
}

/** The strings that forms point to, and what the unit says of sizes. */
export interface FormContext {
  readonly strings: Buffer;
  readonly lineStrings: Buffer;
  readonly isWide: boolean;
  readonly addressBytes: number;
  readonly version: number;
}

export type FormValue = number | string | Buffer | undefined;

/** Reads one value. Forms that need tables of their own (indices of strings and addresses) are read and given as their index. */
export function formValue(cursor: Cursor, form: number, context: FormContext, implicit = 0): FormValue {
  switch (form) {
    case Form.addr:
      return cursor.address(context.addressBytes);
    case Form.data1:
    case Form.flag:
    case Form.ref1:
    case Form.strx1:
    case Form.addrx1:
      return cursor.u8();
    case Form.data2:
    case Form.ref2:
    case Form.strx2:
    case Form.addrx2:
      return cursor.u16();
    case Form.strx3:
    case Form.addrx3:
      return cursor.u8() + cursor.u16() * 256;
    case Form.data4:
    case Form.ref4:
    case Form.refSup4:
    case Form.strx4:
    case Form.addrx4:
      return cursor.u32();
    case Form.data8:
    case Form.ref8:
    case Form.refSig8:
    case Form.refSup8:
      return cursor.u64();
    case Form.data16:
      cursor.at += 16;
      return undefined;
    case Form.string:
      return cursor.string();
    case Form.strp:
      return cString(context.strings, cursor.offset(context.isWide));
    case Form.lineStrp:
      return cString(context.lineStrings, cursor.offset(context.isWide));
    case Form.refAddr:
      return context.version <= 2 ? cursor.u64() : cursor.offset(context.isWide);
    case Form.secOffset:
    case Form.strpSup:
    case Form.gnuRefAlt:
    case Form.gnuStrpAlt:
      return cursor.offset(context.isWide);
    case Form.udata:
    case Form.refUdata:
    case Form.strx:
    case Form.addrx:
    case Form.loclistx:
    case Form.rnglistx:
    case Form.gnuAddrIndex:
    case Form.gnuStrIndex:
      return cursor.uleb();
    case Form.sdata:
      return cursor.sleb();
    case Form.flagPresent:
      return 1;
    case Form.implicitConst:
      return implicit;
    case Form.block1:
      return block(cursor, cursor.u8());
    case Form.block2:
      return block(cursor, cursor.u16());
    case Form.block4:
      return block(cursor, cursor.u32());
    case Form.block:
    case Form.exprloc:
      return block(cursor, cursor.uleb());
    case Form.indirect:
      return formValue(cursor, direct(cursor), context);
    default:
      throw new RangeError(`unknown form ${form}`);
  }
}

/** The form that stands with the value; it may say in turn that the form comes next. */
function direct(cursor: Cursor): number {
  let form = cursor.uleb();
  while (form === Form.indirect) form = cursor.uleb();
  return form;
}

/** Forms whose value takes no bytes. */
export function isEmptyForm(form: number): boolean {
  return form === Form.flagPresent || form === Form.implicitConst;
}

/** The next bytes. */
export function block(cursor: Cursor, bytes: number): Buffer {
  cursor.at += bytes;
  return cursor.bytes.subarray(cursor.at - bytes, cursor.at);
}
