// Names to dense ids and back. Names live as bytes in one arena and are found by an open-addressing hash over those bytes,
// so that a reader interns a name without making a string: no object, no Map entry and about 30 bytes plus the name each.

import { grown } from '../base/grown.ts';
import { Allocations } from './allocations.ts';
import type { CodePlace } from './code-place.ts';
import { Contexts } from './contexts.ts';
import { Extents } from './extents.ts';
import type { TargetKind } from './operation.ts';

const encoder = new TextEncoder();
// Names are bytes of the input; what is not UTF-8 in them is shown as U+FFFD and still tells names apart.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const HASH_SEED = -2128831035;
const HASH_FACTOR = 0x2c1b3c6d;

/**
 * The hash of a name: its bytes as little-endian words of four, the last one (of 0 to 3 bytes) filled up with zeros. Four bytes
 * at a time and no mixing at the end, because the slots are taken from the top bits; by bytes FNV made the STD reader 1.5 × slower.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  let word = 0;
  let shift = 0;
  for (let i = start; i < end; i++) {
    word |= bytes[i]! << shift;
    shift += 8;
    if (shift < 32) continue;
    hash = Math.imul(hash ^ word, HASH_FACTOR);
    hash ^= hash >>> 15;
    word = 0;
    shift = 0;
  }
  return Math.imul(hash ^ word, HASH_FACTOR);
}

/**
 * A name that is not found within so many slots goes another way. At half the load the longest way of a million names by chance is
 * below 100 slots; names that were made to have one hash would take the square of their number.
 */
const LONGEST_WAY = 256;

export class SymbolTable {
  /** How many names there are; ids are 0 … size - 1. */
  size = 0;
  /** The names, each filled up with zeros to whole words. */
  private arena = new Uint8Array(1024);
  private words = new DataView(this.arena.buffer);
  private used = 0;
  private starts = new Uint32Array(64);
  private lengths = new Uint32Array(64);
  /** Pairs: the hash, and the id + 1 or 0 if the slot is free. A power of two, at most half of it is used. */
  private slots = new Int32Array(256);
  /** The top bits of a hash that number a slot are those above this one. */
  private shift = 25;
  /** Names that found no slot, by their bytes as characters: the engine's own hash has a seed that nobody knows. */
  private readonly crowded = new Map<string, number>();
  /** Ids that `again` gave: they are in no slot. */
  private repeated = 0;
  private strings: (string | undefined)[] = [];
  /** Where a name that comes as bytes is laid out for comparison by words. */
  private scratch = new Uint8Array(256);
  private scratchWords = new DataView(this.scratch.buffer);

  /** The id of the name bytes[start..end), given its `hashBytes`; a new one if it was not seen before. */
  intern(bytes: Uint8Array, start: number, end: number, hash: number): number {
    return this.internWords(this.laidOut(bytes, start, end), 0, end - start, hash);
  }

  /** The same for the `length` bytes from `start` on in a view that can be read for four bytes more. */
  internWords(view: DataView, start: number, length: number, hash: number): number {
    const slots = this.slots;
    const mask = slots.length - 2;
    let slot = (hash >>> this.shift) << 1;
    // In a small table that is where it began: it never comes so far.
    const last = (slot + 2 * LONGEST_WAY) & mask;
    do {
      const entry = slots[slot + 1]!;
      if (entry === 0) return this.addOrFind(view, start, length, hash, slot);
      const id = entry - 1;
      if (slots[slot] === hash && this.lengths[id] === length && this.matches(view, start, this.starts[id]!, length)) return id;
      slot = (slot + 2) & mask;
    } while (slot !== last);
    return this.internCrowded(view, start, length, hash, -1);
  }

  internName(name: string): number {
    const length = this.encoded(name);
    return this.internWords(this.scratchWords, 0, length, hashBytes(this.scratch, 0, length));
  }

  /** Another id of the same name, without another copy of it. By the name only the first is found. */
  again(id: number): number {
    this.repeated++;
    return this.append(this.starts[id]!, this.lengths[id]!);
  }

  /** The id of a name, or -1. */
  find(name: string): number {
    return this.findLaidOut(this.encoded(name));
  }

  /** The same for a name as bytes, which need not be text. */
  findBytes(bytes: Uint8Array): number {
    this.laidOut(bytes, 0, bytes.length);
    return this.findLaidOut(bytes.length);
  }

  name(id: number): string {
    if (id >= this.size) throw new RangeError(`no name has the id ${id}`);
    this.strings[id] ??= textOf(this.bytes(id));
    return this.strings[id]!;
  }

  /** The bytes of a name: a view that the next `intern` may move. */
  bytes(id: number): Uint8Array {
    return this.arena.subarray(this.starts[id]!, this.starts[id]! + this.lengths[id]!);
  }

  byteLength(id: number): number {
    return this.lengths[id]!;
  }

  /** Copies the bytes of a name to into[at…] and returns where they end. */
  copyTo(id: number, into: Uint8Array, at: number): number {
    const { arena } = this;
    const start = this.starts[id]!;
    const length = this.lengths[id]!;
    for (let i = 0; i < length; i++) into[at + i] = arena[start + i]!;
    return at + length;
  }

  names(): string[] {
    return Array.from({ length: this.size }, (_, id) => this.name(id));
  }

  /** Of the first bytes of `scratch`. */
  private findLaidOut(length: number): number {
    const { slots, lengths, starts, scratch, scratchWords } = this;
    const mask = slots.length - 2;
    let slot = (hashBytes(scratch, 0, length) >>> this.shift) << 1;
    for (let way = 0; way < LONGEST_WAY; way++) {
      const id = slots[slot + 1]! - 1;
      if (id < 0) break;
      if (lengths[id] === length && this.matches(scratchWords, 0, starts[id]!, length)) return id;
      slot = (slot + 2) & mask;
    }
    return this.crowded.size === 0 ? -1 : (this.crowded.get(characters(scratchWords, 0, length)) ?? -1);
  }

  private addOrFind(view: DataView, start: number, length: number, hash: number, slot: number): number {
    return this.crowded.size === 0
      ? this.add(view, start, length, hash, slot)
      : this.internCrowded(view, start, length, hash, slot);
  }

  /** For a name that is in no slot: one of the crowded ones, or a new one, in a slot if there is a free one for it. */
  private internCrowded(view: DataView, start: number, length: number, hash: number, slot: number): number {
    const key = characters(view, start, length);
    const known = this.crowded.get(key);
    if (known !== undefined) return known;
    const id = this.add(view, start, length, hash, slot);
    if (slot < 0) this.crowded.set(key, id);
    return id;
  }

  private laidOut(bytes: Uint8Array, start: number, end: number): DataView {
    const length = end - start;
    this.reserve(length);
    const { scratch } = this;
    for (let i = 0; i < length; i++) scratch[i] = bytes[start + i]!;
    return this.scratchWords;
  }

  /** Lays a name out in `scratch`; how many bytes it has. Names are short and ASCII: a loop takes a third of the time of an encoder. */
  private encoded(name: string): number {
    const { length } = name;
    // No character has more than three bytes for each of its units.
    this.reserve(3 * length);
    const { scratch } = this;
    for (let i = 0; i < length; i++) {
      const unit = name.charCodeAt(i);
      if (unit > 0x7f) return encoder.encodeInto(name, scratch).written;
      scratch[i] = unit;
    }
    return length;
  }

  /** Room in `scratch` for so many bytes, and for reading four more. */
  private reserve(length: number): void {
    if (length + 4 <= this.scratch.length) return;
    this.scratch = new Uint8Array(2 * (length + 4));
    this.scratchWords = new DataView(this.scratch.buffer);
  }

  private matches(view: DataView, start: number, at: number, length: number): boolean {
    const words = this.words;
    const whole = length & ~3;
    for (let i = 0; i < whole; i += 4) if (words.getInt32(at + i, true) !== view.getInt32(start + i, true)) return false;
    const rest = length & 3;
    // The name's last word is filled up with zeros, the other's with whatever follows there.
    return rest === 0 || (words.getInt32(at + whole, true) ^ view.getInt32(start + whole, true)) << (32 - 8 * rest) === 0;
  }

  private add(view: DataView, start: number, length: number, hash: number, slot: number): number {
    const end = this.used + ((length + 3) & ~3);
    if (end > this.arena.length) {
      this.arena = grown(this.arena, Math.max(this.arena.length * 2, end));
      this.words = new DataView(this.arena.buffer);
    }
    this.arena.set(new Uint8Array(view.buffer, view.byteOffset + start, length), this.used);
    const id = this.append(this.used, length);
    this.used = end;
    if (slot >= 0) {
      this.slots[slot] = hash;
      this.slots[slot + 1] = id + 1;
    }
    if ((this.size - this.crowded.size - this.repeated) * 4 > this.slots.length) this.rehash();
    return id;
  }

  private append(start: number, length: number): number {
    const id = this.size++;
    if (id >= this.starts.length) {
      this.starts = grown(this.starts, this.starts.length * 2);
      this.lengths = grown(this.lengths, this.lengths.length * 2);
    }
    this.starts[id] = start;
    this.lengths[id] = length;
    return id;
  }

  private rehash(): void {
    const old = this.slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 2;
    this.shift--;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let slot = (old[from]! >>> this.shift) << 1;
      let way = 0;
      for (; slots[slot + 1] !== 0 && way < LONGEST_WAY; way++) slot = (slot + 2) & mask;
      if (way === LONGEST_WAY) {
        const id = old[from + 1]! - 1;
        this.crowded.set(characters(this.words, this.starts[id]!, this.lengths[id]!), id);
        continue;
      }
      slots[slot] = old[from]!;
      slots[slot + 1] = old[from + 1]!;
    }
    this.slots = slots;
  }
}

/** A decoder takes a microsecond to begin; most names are short and ASCII. */
const LONGEST_QUICK = 24;

function textOf(bytes: Uint8Array): string {
  if (bytes.length > LONGEST_QUICK) return decoder.decode(bytes);
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i]! > 0x7f) return decoder.decode(bytes);
    text += String.fromCharCode(bytes[i]!);
  }
  return text;
}

/** Bytes as a string of as many characters. */
function characters(view: DataView, start: number, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += String.fromCharCode(view.getUint8(start + i));
  return text;
}

/** The names of a trace. Location 0 is the empty name: no location known. */
export interface Symbols {
  readonly threads: SymbolTable;
  readonly locks: SymbolTable;
  readonly variables: SymbolTable;
  /** Those that have callers have the name of their innermost frame, as others may. */
  readonly locations: SymbolTable;
  /** By location without callers, for those that the recorder could say more of. */
  readonly places: Map<number, CodePlace>;
  /** Locations without callers whose code the recorder did not compile: of what it does only calls and locks are known. */
  readonly foreign: Set<number>;
  /** By location, with its callers: the code that it stands for, as its runtime knows it again in the next run (src/steer). */
  readonly sites: Map<number, readonly string[]>;
  /** Who called a location. */
  readonly contexts: Contexts;
  readonly allocations: Allocations;
  readonly extents: Extents;
}

export function newSymbols(): Symbols {
  const symbols = {
    threads: new SymbolTable(),
    locks: new SymbolTable(),
    variables: new SymbolTable(),
    locations: new SymbolTable(),
    places: new Map<number, CodePlace>(),
    foreign: new Set<number>(),
    sites: new Map<number, readonly string[]>(),
    contexts: new Contexts(),
    allocations: new Allocations(),
    extents: new Extents(),
  };
  symbols.locations.internName('');
  return symbols;
}

/** What a recorder said of a location beside its name. */
export function codePlace({ contexts, places }: Symbols, location: number): CodePlace | undefined {
  return places.get(contexts.place(location));
}

/** Whether the code of a location is none that the recorder compiled. */
export function isForeign({ contexts, foreign }: Symbols, location: number): boolean {
  return foreign.has(contexts.place(location));
}

/** The table that a target of this kind is named in. */
export function table(symbols: Symbols, kind: TargetKind): SymbolTable {
  switch (kind) {
    case 'variable':
      return symbols.variables;
    case 'lock':
      return symbols.locks;
    case 'thread':
      return symbols.threads;
    case 'location':
      return symbols.locations;
  }
}

/** How many ids of each kind exist: what a detector must have room for. */
export interface Bounds {
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  readonly locations: number;
}

export function bounds(symbols: Symbols): Bounds {
  return {
    threads: symbols.threads.size,
    locks: symbols.locks.size,
    variables: symbols.variables.size,
    locations: symbols.locations.size,
  };
}

/** Sites of a location beyond so many are left out: nobody could tell which of them is meant. */
const MOST_SITES = 64;

/** The location stands for this code as well. */
export function addSite({ sites }: Symbols, location: number, site: string): void {
  const known = sites.get(location) ?? [];
  if (known.length < MOST_SITES && !known.includes(site)) sites.set(location, [...known, site]);
}
