// A whole trace in memory: what tests, the small commands and the offline predictors work on. Streams never build one.

import { copyBlock, type EventBlock } from './block.ts';
import { type MemoryModel, USUAL_MODEL } from './memory-model.ts';
import { newSymbols, type Symbols } from './symbols.ts';

export interface Trace {
  readonly symbols: Symbols;
  readonly blocks: readonly EventBlock[];
  /** Number of events. */
  readonly length: number;
}

/** Its memory model, which all its blocks have. */
export function modelOf({ blocks }: Trace): MemoryModel {
  return blocks[0]?.memoryModel ?? USUAL_MODEL;
}

/** Takes blocks as a reader emits them and keeps copies. */
export class TraceCollector {
  readonly symbols: Symbols;
  private readonly blocks: EventBlock[] = [];
  private length = 0;

  constructor(symbols: Symbols = newSymbols()) {
    this.symbols = symbols;
  }

  block(block: EventBlock): void {
    if (block.length === 0) return;
    this.blocks.push(copyBlock(block));
    this.length += block.length;
  }

  trace(): Trace {
    return { symbols: this.symbols, blocks: this.blocks, length: this.length };
  }
}

/** One event as an object: for reports, tests and the paths where a person reads; never for a loop over a trace. */
export interface Event {
  readonly position: number;
  readonly op: number;
  readonly thread: number;
  readonly target: number;
  readonly location: number;
}

export function eventAt(trace: Trace, position: number): Event {
  for (const block of trace.blocks) {
    const i = position - block.start;
    if (i >= 0 && i < block.length)
      return { position, op: block.ops[i]!, thread: block.threads[i]!, target: block.targets[i]!, location: block.locations[i]! };
  }
  throw new RangeError(`the trace has no event ${position}`);
}

export function* events(trace: Trace): Generator<Event> {
  for (const { start, length, ops, threads, targets, locations } of trace.blocks)
    for (let i = 0; i < length; i++)
      yield { position: start + i, op: ops[i]!, thread: threads[i]!, target: targets[i]!, location: locations[i]! };
}
