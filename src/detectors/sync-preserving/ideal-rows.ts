// Rows with an entry per thread, in little memory: most rows differ from the one before in a tenth of their entries. A row is whole, or it
// says which entries of an earlier one grew by how much, a word for each; after so many of these there is a whole one again. With 256 threads a row
// takes a fifth of what its entries would; with eight, rows are whole.

import { type Meter, unlimited } from '../../base/meter.ts';
import { sharedWords } from '../../base/shared-memory.ts';

/** At most so many rows in a chain say only what grew. */
const LONGEST = 8;
/** In place of an earlier row: this one is whole. */
const WHOLE = 0xffff_ffff;
/** A growth is entry × 2^20 + by how much; there are at most 4096 entries. */
const GROWTH_BITS = 20;
const GROWTH = (1 << GROWTH_BITS) - 1;
const MOST_ENTRIES = 1 << (32 - GROWTH_BITS);

/** Rows lie in pieces of at most so many words, each in one: what grows is copied, and is there twice for a moment. */
const PIECE_BITS = 18;
const PIECE = 1 << PIECE_BITS;

/** For another thread, which reads them. */
export type RowsParts = Pick<IdealRows, 'stride' | 'count' | 'pieces' | 'places' | 'earlier'>;

export class IdealRows {
  readonly stride: number;
  count = 0;
  /** Of each row: its entries, or how many grew and which. */
  readonly pieces: Uint32Array[] = [sharedWords(0)];
  /** Per row: where it lies, and the earlier row that it continues. */
  places = sharedWords(0);
  earlier = sharedWords(0);
  /** Words of the last piece that are in use. */
  private used = 0;
  private readonly meter: Meter;
  private readonly last: Uint32Array;
  private readonly grown: number[] = [];

  constructor(stride: number, meter: Meter) {
    this.stride = stride;
    this.meter = meter;
    this.last = new Uint32Array(stride);
  }

  static of(parts: RowsParts): IdealRows {
    return Object.assign(new IdealRows(parts.stride, unlimited()), parts);
  }

  get parts(): RowsParts {
    const { stride, count, pieces, places, earlier } = this;
    return { stride, count, pieces, places, earlier };
  }

  /** Keeps a row, none of whose entries is below that of the row that it continues; -1 to continue none. Gives its number; -1 if there is no memory for it. */
  add(row: Uint32Array, continued: number): number {
    const { stride, grown } = this;
    const isWhole = !this.compare(row, continued);
    const length = isWhole ? stride : 1 + grown.length;
    if (!this.hasRoom(length)) return -1;
    const r = this.count++;
    const words = this.pieces.at(-1)!;
    this.places[r] = (this.pieces.length - 1) * PIECE + this.used;
    this.earlier[r] = isWhole ? WHOLE : continued;
    if (isWhole) words.set(row, this.used);
    else {
      words[this.used] = grown.length;
      words.set(grown, this.used + 1);
    }
    this.used += length;
    return r;
  }

  /** Writes a row out. */
  read(r: number, to: Uint32Array): void {
    const { stride } = this;
    const words = this.wordsOf(r);
    const place = this.places[r]! % PIECE;
    if (this.earlier[r] === WHOLE) {
      for (let u = 0; u < stride; u++) to[u] = words[place + u]!;
      return;
    }
    this.read(this.earlier[r]!, to);
    const end = place + words[place]!;
    for (let at = place + 1; at <= end; at++) to[words[at]! >>> GROWTH_BITS]! += words[at]! & GROWTH;
  }

  entry(row: number, u: number): number {
    const { places, earlier } = this;
    let sum = 0;
    let r = row;
    for (; earlier[r] !== WHOLE; r = earlier[r]!) {
      const words = this.wordsOf(r);
      const place = places[r]! % PIECE;
      let low = place + 1;
      let high = place + words[place]!;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (words[middle]! >>> GROWTH_BITS < u) low = middle + 1;
        else high = middle;
      }
      if (low === high && words[low]! >>> GROWTH_BITS === u) sum += words[low]! & GROWTH;
    }
    return sum + this.wordsOf(r)[(places[r]! % PIECE) + u]!;
  }

  /** Raises the entries of an ideal to those of a row. True if one was below. */
  join(r: number, ideal: Uint32Array): boolean {
    const { stride, last } = this;
    const isWhole = this.earlier[r] === WHOLE;
    if (!isWhole) this.read(r, last);
    const from = isWhole ? this.wordsOf(r) : last;
    const place = isWhole ? this.places[r]! % PIECE : 0;
    let grew = false;
    for (let u = 0; u < stride; u++)
      if (from[place + u]! > ideal[u]!) {
        ideal[u] = from[place + u]!;
        grew = true;
      }
    return grew;
  }

  /** Finds what grew since a row. False if the row had better be whole. */
  private compare(row: Uint32Array, continued: number): boolean {
    const { stride, grown, last } = this;
    grown.length = 0;
    if (continued < 0 || stride > MOST_ENTRIES || this.chain(continued) >= LONGEST) return false;
    this.read(continued, last);
    for (let u = 0; u < stride; u++) {
      const by = row[u]! - last[u]!;
      if (by === 0) continue;
      if (by > GROWTH) return false;
      grown.push(((u << GROWTH_BITS) | by) >>> 0);
      if (2 * grown.length > stride) return false;
    }
    return true;
  }

  private chain(row: number): number {
    let length = 1;
    for (let r = row; this.earlier[r] !== WHOLE; r = this.earlier[r]!) length++;
    return length;
  }

  private hasRoom(more: number): boolean {
    const { meter } = this;
    if (this.count === this.places.length) {
      const places = meter.enlarged(this.places, this.count + 1);
      const earlier = places === undefined ? undefined : meter.enlarged(this.earlier, places.length);
      if (places === undefined || earlier === undefined) return false;
      this.places = places;
      this.earlier = earlier;
    }
    const { pieces } = this;
    const piece = pieces.at(-1)!;
    if (this.used + more <= Math.min(piece.length, PIECE)) return true;
    const isFull = this.used + more > PIECE;
    const words = isFull ? meter.enlarged(sharedWords(0), more) : meter.enlarged(piece, this.used + more);
    if (words === undefined) return false;
    if (isFull) {
      pieces.push(words);
      this.used = 0;
    } else pieces[pieces.length - 1] = words;
    return true;
  }

  private wordsOf(r: number): Uint32Array {
    return this.pieces[this.places[r]! >>> PIECE_BITS]!;
  }
}
