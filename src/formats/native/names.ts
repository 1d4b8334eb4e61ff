// The names in symbols sections. Ids are dense and names are distinct; where damage has eaten names, placeholders stand in.

import { quote } from '../../base/quote.ts';
import { Cursor } from '../../base/varint.ts';
import { hashBytes, type Symbols, type SymbolTable } from '../../trace/symbols.ts';
import type { SectionHeader } from './frame.ts';
import { MAX_NAME, TABLES } from './layout.ts';

/** A file may claim ids as high as it likes; placeholders are made for this many at most, and for as many as bytes were lost. */
const MOST_PLACEHOLDERS = 1 << 16;

/** Is told what is wrong; does not return if that ends the reading. */
export type Problem = (what: string) => void;

export class NameDecoder {
  /** Names that were lost and stand as placeholders. */
  lost = 0;
  private readonly symbols: Symbols;
  /** Of the bytes that the last name stood in. */
  private view: DataView | undefined;

  constructor(symbols: Symbols) {
    this.symbols = symbols;
  }

  /** Adds the names of a section, whose payload stands at bytes[start…]. Tells `problem` what is wrong, and repairs it if that returns. */
  decode(header: SectionHeader, bytes: Uint8Array, start: number, skipped: number, problem: Problem): void {
    const { table: code, first, count, length } = header;
    if (!this.reach(code, first, skipped, problem)) return;
    const cursor = new Cursor(bytes, start, start + length);
    for (let id = first; id < first + count; id++) if (!this.next(code, id, cursor, problem)) return;
    if (cursor.at !== cursor.end) problem(`the section of ${TABLES[code]!.kind} names is longer than its names`);
  }

  /** Makes sure that a section may go on with id `first`; false if it may not. */
  reach(code: number, first: number, skipped: number, problem: Problem): boolean {
    const { kind, of } = TABLES[code]!;
    const { size } = of(this.symbols);
    if (first === size) return true;
    const gap = `the names of ${kind}s go on with id ${first} where ${size} was expected`;
    // Bytes that were passed over explain it; without any it is a problem of its own.
    if (skipped === 0) problem(gap);
    if (this.fill(code, first, skipped)) return true;
    if (skipped > 0) problem(gap);
    return false;
  }

  /** Takes the name of `id` at the cursor, unless it is known already; false if it is not whole. */
  next(code: number, id: number, cursor: Cursor, problem: Problem): boolean {
    const { kind, of } = TABLES[code]!;
    const size = cursor.varint();
    const end = cursor.at + size;
    if (size < 0 || size > MAX_NAME || end > cursor.end) {
      problem(`the name of ${kind} ${id} does not fit into its section`);
      return false;
    }
    if (id === of(this.symbols).size) this.add(code, cursor, size, problem);
    cursor.at = end;
    return true;
  }

  /** Makes ids below `size` valid by placeholders; false if that would be more than damage can explain. */
  fill(code: number, size: number, skipped: number): boolean {
    const table = TABLES[code]!.of(this.symbols);
    const missing = size - table.size;
    if (missing > MOST_PLACEHOLDERS + skipped - this.lost) return false;
    for (let id = table.size; id < size; id++) table.internName(unused(table, `${TABLES[code]!.kind}#${id}`));
    this.lost += Math.max(missing, 0);
    return true;
  }

  private add(code: number, { bytes, at }: Cursor, size: number, problem: Problem): void {
    const { kind, of } = TABLES[code]!;
    const table = of(this.symbols);
    const fresh = table.size;
    // The checksum behind the payload is the four bytes more that internWords may read.
    this.view = this.view?.buffer === bytes.buffer ? this.view : new DataView(bytes.buffer);
    const id = table.internWords(this.view, bytes.byteOffset + at, size, hashBytes(bytes, at, at + size));
    if (id === fresh) return;
    const name = table.name(id);
    problem(`${kind} ${fresh} has the name ${quote(name)}, which another ${kind} has already`);
    table.internName(unused(table, `${name}#${fresh}`));
  }
}

function unused(table: SymbolTable, name: string): string {
  let free = name;
  while (table.find(free) >= 0) free += '#';
  return free;
}
