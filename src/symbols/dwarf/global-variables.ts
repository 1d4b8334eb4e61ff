// Which variable is declared to be at an address of the file, or at an offset of the memory of each thread. Nothing but the entries tells:
// all are walked when the first variable is asked for, a second for a hundred megabytes, and two numbers are kept per variable.

import { indexedAddress } from './address-ranges.ts';
import { Attribute, LocationOp, Tag } from './codes.ts';
import { Cursor } from './cursor.ts';
import type { CompileUnit, DebugInfo, Entry } from './debug-info.ts';
import { walkUnit } from './walk.ts';

const TAGS: ReadonlySet<number> = new Set([Tag.variable]);
const WANTED: ReadonlySet<number> = new Set([Attribute.location]);
/** A definition refers to its declaration, and that to its abstract one. */
const MOST_REFERENCES = 4;

export class GlobalVariables {
  private readonly info: DebugInfo;
  private readonly entries = new Map<number, number>();
  private readonly ofThreads = new Map<number, number>();

  constructor(info: DebugInfo) {
    this.info = info;
    for (const of of info.units)
      try {
        walkUnit(info.sections.info, of.unit, {
          tags: TAGS,
          wanted: WANTED,
          enter: (at, _, __, { blocks }) => {
            const place = blocks.get(Attribute.location);
            if (place !== undefined) this.add(at, place, of);
          },
        });
      } catch (error) {
        // What is behind a damaged place of a unit is not known.
        if (!(error instanceof RangeError)) throw error;
      }
  }

  /** The type of the variable that begins at an address of the file, by where its entry is. */
  type(address: number): number | undefined {
    return this.typeOf(this.entries.get(address));
  }

  /** The same of a thread-local variable, by its offset in the file's memory of a thread. */
  typeOfThreads(offset: number): number | undefined {
    return this.typeOf(this.ofThreads.get(offset));
  }

  private add(at: number, place: Buffer, of: CompileUnit): void {
    const cursor = new Cursor(place);
    const { addressBytes } = of.unit;
    switch (place[cursor.at++]) {
      case LocationOp.addr:
        if (place.length === 1 + addressBytes) this.entries.set(cursor.address(addressBytes), at);
        return;
      case LocationOp.addrx:
      case LocationOp.gnuAddrIndex: {
        const address = indexedAddress(this.info.sections, of.bases, cursor.uleb());
        if (cursor.at === place.length) this.entries.set(address, at);
        return;
      }
      case LocationOp.const8u:
      case LocationOp.const4u: {
        const offset = place[0] === LocationOp.const8u ? cursor.u64() : cursor.u32();
        const last = place[cursor.at];
        if (last === LocationOp.formTlsAddress || last === LocationOp.gnuPushTlsAddress) this.ofThreads.set(offset, at);
      }
    }
  }

  private typeOf(at: number | undefined): number | undefined {
    const { info } = this;
    let entry: Entry | undefined = at === undefined ? undefined : info.entry(at);
    for (let i = 0; entry !== undefined && i < MOST_REFERENCES; i++) {
      const type = info.reference(entry, Attribute.type);
      if (type !== undefined) return type;
      entry = info.referred(entry, Attribute.specification) ?? info.referred(entry, Attribute.abstractOrigin);
    }
    return undefined;
  }
}
