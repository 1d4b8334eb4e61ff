// The kinds of entries that a unit of .debug_info has: which attributes an entry of each kind carries, and how they are written.

import { Form } from './codes.ts';
import { Cursor } from './cursor.ts';

/** What entries with one code have in common. */
export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  /** Attribute, form and implicit value of each attribute. */
  readonly attributes: readonly (readonly [attribute: number, form: number, implicit: number])[];
  /** How many bytes the attributes take: these, and so many addresses and offsets; undefined if only the entry itself tells. */
  readonly size: { readonly bytes: number; readonly addresses: number; readonly offsets: number } | undefined;
}

/** Tables of units lie one behind the other: who reads the section more often than this has units that begin anywhere in it. */
const MOST_READINGS = 4;

/** No compiler writes entries with more: each costs a step wherever the entry occurs, also if it takes no bytes there. */
const MOST_ATTRIBUTES = 256;

export class AbbreviationTables {
  private readonly bytes: Buffer;
  private readonly tables = new Map<number, ReadonlyMap<number, Abbreviation>>();
  private read = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  at(offset: number): ReadonlyMap<number, Abbreviation> {
    let table = this.tables.get(offset);
    if (table === undefined) {
      if (this.read > MOST_READINGS * this.bytes.length) throw new RangeError('too many tables of abbreviations');
      const cursor = new Cursor(this.bytes, offset);
      try {
        table = abbreviations(cursor);
      } finally {
        this.read += cursor.at - offset;
      }
      this.tables.set(offset, table);
    }
    return table;
  }
}

function abbreviations(cursor: Cursor): Map<number, Abbreviation> {
  const { bytes } = cursor;
  const found = new Map<number, Abbreviation>();
  for (let code = cursor.uleb(); code !== 0; code = cursor.uleb()) {
    const tag = cursor.uleb();
    const hasChildren = cursor.u8() !== 0;
    const attributes: [number, number, number][] = [];
    for (;;) {
      const attribute = cursor.uleb();
      const form = cursor.uleb();
      const implicit = form === Form.implicitConst ? cursor.sleb() : 0;
      if (attribute === 0 && form === 0) break;
      attributes.push([attribute, form, implicit]);
      if (attributes.length > MOST_ATTRIBUTES) throw new RangeError('too many attributes');
    }
    found.set(code, { tag, hasChildren, attributes, size: sizeOf(attributes) });
    if (cursor.at >= bytes.length) break;
  }
  return found;
}

/** Forms that take the same number of bytes everywhere. */
const FIXED: ReadonlyMap<number, number> = new Map([
  [Form.data1, 1],
  [Form.flag, 1],
  [Form.ref1, 1],
  [Form.strx1, 1],
  [Form.addrx1, 1],
  [Form.data2, 2],
  [Form.ref2, 2],
  [Form.strx2, 2],
  [Form.addrx2, 2],
  [Form.strx3, 3],
  [Form.addrx3, 3],
  [Form.data4, 4],
  [Form.ref4, 4],
  [Form.strx4, 4],
  [Form.addrx4, 4],
  [Form.data8, 8],
  [Form.ref8, 8],
  [Form.refSig8, 8],
  [Form.data16, 16],
  [Form.flagPresent, 0],
  [Form.implicitConst, 0],
]);
const OFFSETS: ReadonlySet<number> = new Set([Form.strp, Form.lineStrp, Form.secOffset]);

function sizeOf(attributes: Abbreviation['attributes']): Abbreviation['size'] {
  const size = { bytes: 0, addresses: 0, offsets: 0 };
  for (const [, form] of attributes) {
    const fixed = FIXED.get(form);
    if (fixed !== undefined) size.bytes += fixed;
    else if (form === Form.addr) size.addresses++;
    else if (OFFSETS.has(form)) size.offsets++;
    else return undefined;
  }
  return size;
}
