// The columns of a grammar file: kept as they stand in it until it is known how large it is, then decoded.

import { ColumnDecoder, MALFORMED } from '../native/column-decode.ts';
import type { SectionHeader } from '../native/frame.ts';
import { COLUMN_HEADER_SIZE, CRC_SIZE, readU32 } from '../native/layout.ts';
import { COLUMNS, EVENTS, FREE_VALUES, GrammarSection, LOCATIONS, MOST_VALUES, VALUES_PER_BYTE } from './layout.ts';
import { KINDS, NEW_RULE, REPEATED, RULE, TERMINAL, type TokenColumns } from './tokens.ts';

interface Stored {
  readonly offset: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Sections of one kind, and the values in the first of their columns. */
interface Kind {
  size: number;
  readonly sections: Stored[];
}

/** Tells what is wrong with the section at an offset. */
export type Damaged = (what: string, offset?: number) => never;

/** Sections of bodies and items are not packed: items take at least half a byte each, and there are no more rules than items. */
const ITEMS_PER_BYTE = 4;

const TABLES: Readonly<Record<number, number>> = {
  [GrammarSection.bodies]: LOCATIONS,
  [GrammarSection.items]: LOCATIONS,
  [GrammarSection.tokens]: LOCATIONS,
};

export class StoredColumns {
  private readonly decoder = new ColumnDecoder();
  private readonly kinds = new Map<string, Kind>();
  private readonly damaged: Damaged;
  private values = 0;

  constructor(damaged: Damaged) {
    this.damaged = damaged;
  }

  /** `size`: how many bytes of the file are known. */
  take(
    { type, table, first, count, length }: SectionHeader,
    bytes: Uint8Array,
    payload: number,
    offset: number,
    size: number,
  ): void {
    if (table > (TABLES[type] ?? EVENTS)) this.damaged(`there is no grammar ${table}`);
    const kind = this.kind(type, table);
    if (count > MOST_VALUES || first !== kind.size) this.damaged(`a section has ${count} values from ${first} on`);
    kind.size += count;
    this.values += count;
    if (this.values > Math.max(FREE_VALUES, VALUES_PER_BYTE * size))
      this.damaged(`the file claims ${this.values} values in ${size} bytes`);
    // With a checksum or what stands in its place: the decoder may read a few bytes behind a column.
    kind.sections.push({ offset, count, bytes: bytes.slice(payload, payload + length + CRC_SIZE) });
  }

  has(type: number, table = 0): boolean {
    return this.kinds.has(`${type} ${table}`);
  }

  /** The columns of all sections of a kind, each as long as the others; `size` is that of the file. */
  whole(type: number, table: number, size: number): Uint32Array[] {
    const kind = this.kind(type, table);
    if (kind.size > MOST_VALUES + ITEMS_PER_BYTE * size && !isPacked(type))
      this.damaged(`the file claims ${kind.size} values of a column in ${size} bytes`);
    const columns = Array.from({ length: COLUMNS[type]! }, () => new Uint32Array(kind.size));
    let first = 0;
    for (const { offset, count, bytes } of kind.sections) {
      const parts = columns.map((column) => column.subarray(first, first + count));
      const wrong = this.decode(bytes, (i) => parts[i]);
      if (wrong !== undefined) this.damaged(wrong, offset);
      first += count;
    }
    return columns;
  }

  /** Hands over the columns of tokens, section by section. */
  *tokens(type: number, table: number): Generator<{ columns: TokenColumns<Uint32Array>; offset: number }> {
    for (const { offset, count, bytes } of this.kind(type, table).sections) {
      const columns: Uint32Array[] = [];
      const room = (i: number): Uint32Array | undefined => {
        const sizes = i === 0 ? [count] : sizesBehind(columns[0]!);
        if (sizes === undefined) return this.damaged('a token is of no kind', offset);
        if (i < sizes.length) columns[i] = new Uint32Array(sizes[i]!);
        return columns[i];
      };
      const wrong = this.decode(bytes, room);
      if (wrong !== undefined) this.damaged(wrong, offset);
      yield { columns: columns as unknown as TokenColumns<Uint32Array>, offset };
    }
  }

  private kind(type: number, table: number): Kind {
    const key = `${type} ${table}`;
    let kind = this.kinds.get(key);
    if (kind === undefined) {
      kind = { size: 0, sections: [] };
      this.kinds.set(key, kind);
    }
    return kind;
  }

  /** Fills the columns of a section for as long as there is one; says what is wrong with it, if anything. */
  private decode(bytes: Uint8Array, columnAt: (i: number) => Uint32Array | undefined): string | undefined {
    const end = bytes.length - CRC_SIZE;
    let at = 0;
    let column = columnAt(0);
    for (let i = 1; column !== undefined; column = columnAt(i++)) {
      const from = at + COLUMN_HEADER_SIZE;
      if (from > end || readU32(bytes, at + 1) > end - from) return 'a column does not fit into its section';
      const coding = bytes[at]!;
      at = from + readU32(bytes, at + 1);
      if (this.decoder.decode(coding, bytes, from, at, column, column.length) === MALFORMED)
        return `a column does not hold ${column.length} values`;
    }
    return at === end ? undefined : 'a section is longer than its columns';
  }
}

function isPacked(type: number): boolean {
  return type >= GrammarSection.alphabet;
}

/** How many values the columns of tokens have, by the kinds; undefined if one is none. */
function sizesBehind(kinds: Uint32Array): number[] | undefined {
  const counts = new Uint32Array(KINDS);
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i]! >= KINDS) return undefined;
    counts[kinds[i]!]!++;
  }
  const repeated = counts.subarray(REPEATED).reduce((sum, count) => sum + count, 0);
  const of = (kind: number) => counts[kind]! + counts[kind + REPEATED]!;
  return [kinds.length, of(TERMINAL), of(NEW_RULE), of(RULE), repeated, repeated];
}
