// Which variable is declared to be at an address of the file, or at an offset of the memory of each thread. Nothing but the entries tells:
// all are walked when the first variable is asked for, a second for a hundred megabytes, and two numbers are kept per variable.

import { bisect } from '../../base/bisect.ts';
import { indexedAddress } from './address-ranges.ts';
import { Attribute, LocationOp, Tag } from './codes.ts';
import { Cursor } from './cursor.ts';
import type { CompileUnit, DebugInfo, Entry } from './debug-info.ts';
import { walkUnit } from './walk.ts';

const TAGS: ReadonlySet<number> = new Set([Tag.variable]);
const WANTED: ReadonlySet<number> = new Set([Attribute.location]);
/** A definition refers to its declaration, and that to its abstract one. */
const MOST_REFERENCES = 4;

/** What is declared to be at an address. */
export interface GlobalVariable {
  /** Where its type is. */
  readonly type: number;
  /** Of a variable that the compiler took apart: what it is called, and how far into it this part begins. */
  readonly name: string | undefined;
  readonly offset: number;
}

interface Place {
  readonly at: number;
  /** Undefined for a whole variable. */
  readonly offset: number | undefined;
}

export class GlobalVariables {
  private readonly info: DebugInfo;
  private readonly places = new Map<number, Place>();
  private readonly ofThreads = new Map<number, Place>();
  private starts: Float64Array | undefined;

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

  /** The variable that begins at an address of the file. */
  at(address: number): GlobalVariable | undefined {
    return this.variable(this.places.get(address));
  }

  /** Where the last variable begins that begins at an address or before it. */
  lastUpTo(address: number): number | undefined {
    this.starts ??= Float64Array.from(this.places.keys()).sort();
    const { starts } = this;
    return starts[bisect(0, starts.length, (i) => starts[i]! <= address) - 1];
  }

  /** Where each variable begins, and where its entry is. */
  declarations(): readonly { readonly address: number; readonly at: number }[] {
    return [...this.places].map(([address, { at }]) => ({ address, at }));
  }

  /** A thread-local variable by its offset in the file's memory of a thread. */
  ofThread(offset: number): GlobalVariable | undefined {
    return this.variable(this.ofThreads.get(offset));
  }

  private add(at: number, place: Buffer, of: CompileUnit): void {
    const cursor = new Cursor(place);
    let offset = 0;
    while (cursor.at < place.length) {
      const address = this.address(cursor, of);
      const isWhole = cursor.at === place.length;
      if (isWhole && offset === 0 && address !== undefined) {
        const { ofThread, value } = address;
        (ofThread ? this.ofThreads : this.places).set(value, { at, offset: undefined });
      }
      // All else but parts one behind the other is computed when the program runs.
      if (isWhole || cursor.u8() !== LocationOp.piece) return;
      if (address !== undefined && !address.ofThread) this.places.set(address.value, { at, offset });
      offset += cursor.uleb();
    }
  }

  /** Undefined, and nothing read, for what is no address; the part is not in memory then. */
  private address(cursor: Cursor, of: CompileUnit): { readonly value: number; readonly ofThread: boolean } | undefined {
    const { bytes } = cursor;
    switch (bytes[cursor.at]) {
      case LocationOp.addr:
        cursor.at++;
        return { value: cursor.address(of.unit.addressBytes), ofThread: false };
      case LocationOp.addrx:
      case LocationOp.gnuAddrIndex:
        cursor.at++;
        return { value: indexedAddress(this.info.sections, of.bases, cursor.uleb()), ofThread: false };
      case LocationOp.const8u:
      case LocationOp.const4u: {
        const value = bytes[cursor.at++] === LocationOp.const8u ? cursor.u64() : cursor.u32();
        const last = bytes[cursor.at++];
        const ofThread = last === LocationOp.formTlsAddress || last === LocationOp.gnuPushTlsAddress;
        return ofThread ? { value, ofThread } : undefined;
      }
      default:
        return undefined;
    }
  }

  private variable(place: Place | undefined): GlobalVariable | undefined {
    if (place === undefined) return undefined;
    const { info } = this;
    let entry: Entry | undefined = info.entry(place.at);
    let name: string | undefined;
    for (let i = 0; entry !== undefined && i < MOST_REFERENCES; i++) {
      name ??= info.text(entry, Attribute.name);
      const type = info.reference(entry, Attribute.type);
      if (type !== undefined) return { type, name: place.offset === undefined ? undefined : name, offset: place.offset ?? 0 };
      entry = info.referred(entry, Attribute.specification) ?? info.referred(entry, Attribute.abstractOrigin);
    }
    return undefined;
  }
}
