// A trace as two grammars: one of its events without their locations, one of the locations. Both are made as the blocks come.

import { BLOCK_SIZE, type EventBlock, newBlock } from '../trace/block.ts';
import type { Bounds } from '../trace/symbols.ts';
import { Alphabet } from './alphabet.ts';
import { Expansion } from './expand.ts';
import { ImpatientSequitur } from './impatient.ts';
import { Sequitur } from './sequitur.ts';
import type { Slp } from './slp.ts';

/** What the terminals of a grammar stand for. */
export interface Terminals {
  readonly size: number;
  readonly ops: Uint8Array;
  readonly threads: Uint32Array;
  readonly targets: Uint32Array;
}

export interface CompressedTrace {
  readonly terminals: Terminals;
  readonly events: Slp;
  /** Generates as many location ids as `events` generates events. */
  readonly locations: Slp;
}

/** The ways to compress, the default first. */
export const methods = ['repetition', 'sequitur'] as const;
export type Method = (typeof methods)[number];

export class TraceCompressor {
  private readonly alphabet = new Alphabet();
  private readonly events: Sequitur | ImpatientSequitur;
  private readonly locations: Sequitur | undefined;
  private readonly buffer = new Uint32Array(BLOCK_SIZE);
  private locationBound = 1;
  length = 0;

  /** Without `locations` the result has none. Without patience parts that would hardly get shorter stay as they are. */
  constructor(method: Method, locations = true, patient = true) {
    const repetition = method === 'repetition';
    this.events = patient ? new Sequitur(repetition) : new ImpatientSequitur(repetition);
    if (locations) this.locations = new Sequitur(true);
  }

  block(block: EventBlock): void {
    const { buffer, events } = this;
    for (let from = 0; from < block.length; from += buffer.length) {
      const to = Math.min(block.length, from + buffer.length);
      const part = from === 0 && to === block.length ? block : slice(block, from, to);
      this.alphabet.encode(part, buffer);
      events.pushAll(buffer, part.length);
      if (this.locations !== undefined) this.takeLocations(part.locations, part.length, this.locations);
    }
    this.length += block.length;
  }

  finish(): CompressedTrace {
    const { alphabet } = this;
    const terminals = { size: alphabet.size, ops: alphabet.ops, threads: alphabet.threads, targets: alphabet.targets };
    const locations = this.locations?.slp(this.locationBound) ?? noLocations(this.length);
    return { terminals, events: this.events.slp(alphabet.size), locations };
  }

  private takeLocations(column: Uint32Array, length: number, into: Sequitur): void {
    let bound = this.locationBound;
    for (let i = 0; i < length; i++) if (column[i]! >= bound) bound = column[i]! + 1;
    into.pushAll(column, length);
    this.locationBound = bound;
  }
}

function slice(block: EventBlock, from: number, to: number): EventBlock {
  const { ops, threads, targets, locations } = block;
  return {
    ...block,
    start: block.start + from,
    length: to - from,
    ops: ops.subarray(from, to),
    threads: threads.subarray(from, to),
    targets: targets.subarray(from, to),
    locations: locations.subarray(from, to),
  };
}

/** The grammar of `length` unknown locations. */
export function noLocations(length: number): Slp {
  const empty = length === 0;
  return {
    terminals: 1,
    starts: Uint32Array.of(0, empty ? 0 : 1),
    symbols: new Uint32Array(empty ? 0 : 1),
    counts: new Float64Array(empty ? 0 : 1).fill(length),
  };
}

/** The events of a compressed trace, block by block: memory does not grow with them. */
export class Decompression {
  private readonly terminals: Terminals;
  private readonly events: Expansion;
  private readonly locations: Expansion;
  private readonly block = newBlock();
  private readonly buffer = new Uint32Array(BLOCK_SIZE);
  private position = 0;

  constructor({ terminals, events, locations }: CompressedTrace, bounds: Bounds) {
    this.terminals = terminals;
    this.events = new Expansion(events);
    this.locations = new Expansion(locations);
    this.block.bounds = bounds;
  }

  /** The next events, at most `most` of them; undefined after the last. The block is valid until the next call. */
  next(most: number = BLOCK_SIZE): EventBlock | undefined {
    const { block, terminals } = this;
    const part = this.buffer.subarray(0, Math.min(BLOCK_SIZE, most));
    const length = this.events.fill(part);
    if (length === 0) return undefined;
    this.locations.fill(block.locations.subarray(0, length));
    for (let i = 0; i < length; i++) {
      const s = part[i]!;
      block.ops[i] = terminals.ops[s]!;
      block.threads[i] = terminals.threads[s]!;
      block.targets[i] = terminals.targets[s]!;
    }
    block.start = this.position;
    block.length = length;
    this.position += length;
    return block;
  }
}
