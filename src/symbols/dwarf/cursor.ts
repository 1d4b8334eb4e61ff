// Reads the numbers and strings of DWARF sections, and the values of its forms (DWARF 5, section 7.5.6, and GNU's additions).

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
    const end = this.bytes.indexOf(0, this.at);
    const text = this.bytes.toString('utf8', this.at, end < 0 ? this.bytes.length : end);
    this.at = end < 0 ? this.bytes.length : end + 1;
    return text;
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
    case 0x01: // addr
      return cursor.address(context.addressBytes);
    case 0x0b: // data1
    case 0x0c: // flag
    case 0x11: // ref1
    case 0x25: // strx1
    case 0x29: // addrx1
      return cursor.u8();
    case 0x05: // data2
    case 0x12: // ref2
    case 0x26: // strx2
    case 0x2a: // addrx2
      return cursor.u16();
    case 0x27: // strx3
    case 0x2b: // addrx3
      return cursor.u8() + cursor.u16() * 256;
    case 0x06: // data4
    case 0x13: // ref4
    case 0x1c: // ref_sup4
    case 0x28: // strx4
    case 0x2c: // addrx4
      return cursor.u32();
    case 0x07: // data8
    case 0x14: // ref8
    case 0x20: // ref_sig8
    case 0x24: // ref_sup8
      return cursor.u64();
    case 0x1e: // data16
      cursor.at += 16;
      return undefined;
    case 0x08: // string
      return cursor.string();
    case 0x0e: // strp
      return cString(context.strings, cursor.offset(context.isWide));
    case 0x1f: // line_strp
      return cString(context.lineStrings, cursor.offset(context.isWide));
    case 0x10: // ref_addr
      return context.version <= 2 ? cursor.u64() : cursor.offset(context.isWide);
    case 0x17: // sec_offset
    case 0x1d: // strp_sup
    case 0x1f20: // GNU ref_alt
    case 0x1f21: // GNU strp_alt
      return cursor.offset(context.isWide);
    case 0x0f: // udata
    case 0x15: // ref_udata
    case 0x1a: // strx
    case 0x1b: // addrx
    case 0x22: // loclistx
    case 0x23: // rnglistx
    case 0x1f01: // GNU addr_index
    case 0x1f02: // GNU str_index
      return cursor.uleb();
    case 0x0d: // sdata
      return cursor.sleb();
    case 0x19: // flag_present
      return 1;
    case 0x21: // implicit_const
      return implicit;
    case 0x0a: // block1
      return block(cursor, cursor.u8());
    case 0x03: // block2
      return block(cursor, cursor.u16());
    case 0x04: // block4
      return block(cursor, cursor.u32());
    case 0x09: // block
    case 0x18: // exprloc
      return block(cursor, cursor.uleb());
    case 0x16: // indirect
      return formValue(cursor, cursor.uleb(), context);
    default:
      throw new RangeError(`unknown form ${form}`);
  }
}

function block(cursor: Cursor, bytes: number): Buffer {
  cursor.at += bytes;
  return cursor.bytes.subarray(cursor.at - bytes, cursor.at);
}

/** The string from a position up to the next zero byte. */
export function cString(bytes: Buffer, from: number): string {
  const end = bytes.indexOf(0, from);
  return bytes.toString('utf8', from, end < 0 ? bytes.length : end);
}
