// Builds a trace event by event, by ids or by names. Used by the text readers, the generators and the tests.

import { InputError } from '../base/error.ts';
import { BLOCK_SIZE, type EventBlock, MAX_EVENTS, newBlock } from './block.ts';
import { CallTree } from './call-tree.ts';
import { type LocationId, NO_LOCATION, type ThreadId } from './id.ts';
import { type MemoryModel, USUAL_MODEL } from './memory-model.ts';
import { type Op, operation } from './operation.ts';
import { bounds, newSymbols, type Symbols, table } from './symbols.ts';
import { type Trace, TraceCollector } from './trace.ts';

/** Fills one block and hands it to `emit` whenever it is full; the block is used again afterwards. */
export class BlockBuilder {
  readonly symbols: Symbols;
  readonly block: EventBlock;
  private readonly emit: (block: EventBlock) => void;

  constructor(symbols: Symbols, emit: (block: EventBlock) => void, capacity: number = BLOCK_SIZE) {
    this.symbols = symbols;
    this.emit = emit;
    this.block = newBlock(capacity);
  }

  add(op: Op, thread: number, target: number, location: number): void {
    const { block } = this;
    const i = block.length;
    block.ops[i] = op;
    block.threads[i] = thread;
    block.targets[i] = target;
    block.locations[i] = location;
    block.length = i + 1;
    if (block.length === block.ops.length) this.flush();
  }

  /** Emits what there is, if anything. */
  flush(): void {
    const { block } = this;
    if (block.length === 0) return;
    block.bounds = bounds(this.symbols);
    this.emit(block);
    const start = block.start + block.length;
    if (start > MAX_EVENTS)
      throw new InputError('TRACE_TOO_LONG', { event: start }, `a trace has at most ${MAX_EVENTS} events`, 'split the recording');
    block.start = start;
    block.length = 0;
  }
}

/** A whole trace from names, for tests and examples: `new TraceBuilder().add('T1', Op.write, 'x').trace()`. */
export class TraceBuilder {
  private readonly collector = new TraceCollector(newSymbols());
  private readonly builder = new BlockBuilder(this.collector.symbols, (block) => this.collector.block(block), 1024);
  private readonly calls = new CallTree(this.collector.symbols);

  constructor(memoryModel: MemoryModel = USUAL_MODEL) {
    this.builder.block.memoryModel = memoryModel;
  }

  /** The symbols so far, to say more of a place or a variable. */
  get symbols(): Symbols {
    return this.collector.symbols;
  }

  /** `callers` from the inside out. */
  add(thread: string, op: Op, target: string, location = '', ...callers: readonly string[]): this {
    return this.addAt(thread, op, target, this.location(location, ...callers));
  }

  /** The same at a location of `symbols`. */
  addAt(thread: string, op: Op, target: string, location: number): this {
    const { symbols } = this.collector;
    const t = symbols.threads.internName(thread) as ThreadId;
    const named = operation(op).target;
    const x = table(symbols, named).internName(target);
    this.builder.add(op, t, x, location);
    return this;
  }

  /** The location of a place under its callers, from the inside out. */
  location(...frames: readonly string[]): LocationId {
    const { locations } = this.collector.symbols;
    let location: number = NO_LOCATION;
    for (const frame of frames.toReversed()) location = this.calls.under(location, locations.internName(frame));
    return location as LocationId;
  }

  trace(): Trace {
    this.builder.flush();
    return this.collector.trace();
  }
}
