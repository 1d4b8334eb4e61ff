// Names to dense ids and back. Names live as bytes in one arena and are found by an open-addressing hash over those bytes,
// so that a reader interns a name without making a string: no object, no Map entry and about 30 bytes plus the name each.

import type { TargetKind } from './operation.ts';

const encoder = new TextEncoder();
// Names are bytes of the input; what is not UTF-8 in them is shown as U+FFFD and still tells names apart.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** FNV-1a: the hash that `SymbolTable.intern` expects for bytes[start..end). Readers inline it into their scan. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_OFFSET;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  return hash;
}

export class SymbolTable {
  /** How many names there are; ids are 0 … size - 1. */
  size = 0;
  private arena = new Uint8Array(1024);
  private used = 0;
  /** Name id starts at starts[id] and ends at starts[id + 1]. */
  private starts = new Uint32Array(64);
  private hashes = new Int32Array(64);
  /** Slot → id + 1; 0 is free. The length is a power of two, at most half of it is used. */
  private slots = new Uint32Array(128);
  private strings: (string | undefined)[] = [];

  /** The id of the name bytes[start..end), given its `hashBytes`; a new one if it was not seen before. */
  intern(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1;
    const length = end - start;
    let slot = mix(hash) & mask;
    for (;;) {
      const entry = this.slots[slot]!;
      if (entry === 0) return this.add(bytes, start, end, hash, slot);
      const id = entry - 1;
      if (this.hashes[id] === hash) {
        const at = this.starts[id]!;
        if (this.starts[id + 1]! - at === length && this.matches(bytes, start, at, length)) return id;
      }
      slot = (slot + 1) & mask;
    }
  }

  internName(name: string): number {
    const bytes = encoder.encode(name);
    return this.intern(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length));
  }

  /** The id of a name, or -1. */
  find(name: string): number {
    const bytes = encoder.encode(name);
    const hash = hashBytes(bytes, 0, bytes.length);
    const mask = this.slots.length - 1;
    for (let slot = mix(hash) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot]!;
      if (entry === 0) return -1;
      const at = this.starts[entry - 1]!;
      if (this.starts[entry]! - at === bytes.length && this.matches(bytes, 0, at, bytes.length)) return entry - 1;
    }
  }

  name(id: number): string {
    if (id >= this.size) throw new RangeError(`no name has the id ${id}`);
    this.strings[id] ??= decoder.decode(this.bytes(id));
    return this.strings[id]!;
  }

  /** The bytes of a name: a view that the next `intern` may move. */
  bytes(id: number): Uint8Array {
    return this.arena.subarray(this.starts[id]!, this.starts[id + 1]!);
  }

  names(): string[] {
    return Array.from({ length: this.size }, (_, id) => this.name(id));
  }

  private matches(bytes: Uint8Array, start: number, at: number, length: number): boolean {
    const arena = this.arena;
    for (let i = 0; i < length; i++) if (arena[at + i] !== bytes[start + i]) return false;
    return true;
  }

  private add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const id = this.size++;
    const length = end - start;
    if (this.used + length > this.arena.length)
      this.arena = grown(this.arena, Math.max(this.arena.length * 2, this.used + length));
    this.arena.set(bytes.subarray(start, end), this.used);
    this.used += length;
    if (id + 1 >= this.starts.length) {
      this.starts = grown(this.starts, this.starts.length * 2);
      this.hashes = grown(this.hashes, this.hashes.length * 2);
    }
    this.starts[id + 1] = this.used;
    this.hashes[id] = hash;
    this.slots[slot] = id + 1;
    if (this.size * 2 > this.slots.length) this.rehash();
    return id;
  }

  private rehash(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = mix(this.hashes[id]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }
}

/** FNV's low bits are weak for names that differ in one late digit; linear probing needs them spread. */
function mix(hash: number): number {
  const h = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 12);
}

/** A copy of a typed array with room for `length` elements. */
export function grown<A extends Uint8Array | Uint32Array | Int32Array>(array: A, length: number): A {
  const larger = new (array.constructor as new (length: number) => A)(length);
  larger.set(array);
  return larger;
}

/** The names of a trace. Location 0 is the empty name: no location known. */
export interface Symbols {
  readonly threads: SymbolTable;
  readonly locks: SymbolTable;
  readonly variables: SymbolTable;
  readonly locations: SymbolTable;
}

export function newSymbols(): Symbols {
  const symbols = {
    threads: new SymbolTable(),
    locks: new SymbolTable(),
    variables: new SymbolTable(),
    locations: new SymbolTable(),
  };
  symbols.locations.internName('');
  return symbols;
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
