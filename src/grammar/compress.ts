// A trace as two grammars: one of its events without their locations, one of the locations. Both are made as the blocks come.

import { BLOCK_SIZE, type EventBlock, newBlock } from '../trace/block.ts';
import type { MemoryModel } from '../trace/memory-model.ts';
import type { Bounds } from '../trace/symbols.ts';
import { Alphabet } from './alphabet.ts';
import { Expansion } from './expand.ts';
import { LocalParse } from './local-parse.ts';
import { type Outline, Outliner } from './outline.ts';
import { Sequitur } from './sequitur.ts';
import { type Slp, startRule } from './slp.ts';

/** What the terminals of a grammar stand for. */
export interface Terminals {
  readonly size: number;
  readonly ops: Uint8Array;
  readonly threads: Uint32Array;
  readonly targets: Uint32Array;
  /** That of the trace: what its volatile writes do to the order. */
  readonly memoryModel: MemoryModel;
}

export interface CompressedTrace {
  readonly terminals: Terminals;
  readonly events: Slp;
  /** Generates as many location ids as `events` generates events. */
  readonly locations: Slp;
  /** What whoever wrote the grammar calls the rules of the events. */
  readonly ruleNames?: readonly string[] | undefined;
  /** A shorter trace with the same races: what the analyses read instead. A grammar that somebody wrote has none. */
  readonly outline?: Outline | undefined;
}

/** The name of a rule: the one that it was given, or its number. */
export function ruleName({ events, ruleNames }: CompressedTrace, rule: number): string {
  return ruleNames?.[rule] ?? (rule === startRule(events) ? 'S' : `R${rule}`);
}

/** What the analyses need of it. */
export type Analysed = Pick<CompressedTrace, 'terminals' | 'events' | 'outline'>;

/** The ways to compress, the default first. */
export const methods = ['parsing', 'repetition', 'sequitur'] as const;
export type Method = (typeof methods)[number];

/** What makes a grammar of symbols. */
interface Maker {
  pushAll(symbols: Uint32Array, count: number): void;
  slp(terminals: number): Slp;
}

function maker(method: Method): Maker {
  return method === 'parsing' ? new LocalParse() : new Sequitur(method === 'repetition');
}

export class TraceCompressor {
  private readonly alphabet = new Alphabet();
  private readonly outliner = new Outliner(this.alphabet);
  private readonly events: Maker;
  private readonly locations: Maker | undefined;
  private readonly buffer = new Uint32Array(BLOCK_SIZE);
  private locationBound = 1;
  length = 0;

  /** Without `locations` the result has none. */
  constructor(method: Method, locations = true) {
    this.events = maker(method);
    // Those of the papers have no locations: they stay short in any case.
    if (locations) this.locations = maker(method === 'sequitur' ? 'repetition' : method);
  }

  block(block: EventBlock): void {
    const { buffer, events } = this;
    for (let from = 0; from < block.length; from += buffer.length) {
      const to = Math.min(block.length, from + buffer.length);
      const part = from === 0 && to === block.length ? block : slice(block, from, to);
      this.alphabet.encode(part, buffer);
      this.outliner.take(part, buffer);
      events.pushAll(buffer, part.length);
      if (this.locations !== undefined) this.takeLocations(part.locations, part.length, this.locations);
    }
    this.length += block.length;
  }

  finish(): CompressedTrace {
    const { alphabet } = this;
    const { size, ops, threads, targets, memoryModel } = alphabet;
    const terminals = { size, ops, threads, targets, memoryModel };
    const locations = this.locations?.slp(this.locationBound) ?? noLocations(this.length);
    return { terminals, events: this.events.slp(alphabet.size), locations, outline: this.outliner.finish() };
  }

  private takeLocations(column: Uint32Array, length: number, into: Maker): void {
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
    this.block.memoryModel = terminals.memoryModel;
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
