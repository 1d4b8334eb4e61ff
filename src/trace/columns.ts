// A whole trace as one set of columns: what analyses that look back and forth work on. 9 bytes per event, 13 with locations.

import { sharedBytes, sharedWords } from '../base/shared-memory.ts';
import type { EventBlock } from './block.ts';
import { type MemoryModel, USUAL_MODEL } from './memory-model.ts';
import type { Bounds } from './symbols.ts';
import type { Trace } from './trace.ts';

export interface Columns {
  readonly length: number;
  readonly ops: Uint8Array;
  readonly threads: Uint32Array;
  readonly targets: Uint32Array;
  readonly bounds: Bounds;
  readonly memoryModel: MemoryModel;
}

/** Of an event, with its location. */
const EVENT_BYTES = 13;
/** Events that there is room for at first, and where there are more; and those of a trace that is copied in no time. */
const FEW = 1 << 14;
const MANY = 1 << 23;
const SHORT = 1 << 20;
/** How much longer the next columns are: what is copied is there twice for a moment. */
const MORE = 4;

/**
 * Takes blocks as a reader emits them and keeps their events. Columns of a long trace get room for eight million
 * events at once: memory that nobody has touched is not taken from the machine, what is given back in such pieces goes back to it, and a
 * column that is the only copy is there once. (Parts that are put together at the end left 110 MB behind in a trace of 9 million.)
 */
export class ColumnCollector {
  length = 0;
  private room = FEW;
  private ops = sharedBytes(FEW);
  private threads = sharedWords(FEW);
  private targets = sharedWords(FEW);
  private locations = sharedWords(FEW);
  private bounds: Bounds = { threads: 0, locks: 0, variables: 0, locations: 0 };
  private memoryModel: MemoryModel = USUAL_MODEL;

  /** What it keeps. */
  get bytes(): number {
    return this.length * EVENT_BYTES;
  }

  block(block: EventBlock): void {
    const { length } = this;
    const { length: taken } = block;
    if (taken === 0) return;
    if (length + taken > this.room) this.move(Math.max(MANY, MORE * length));
    this.ops.set(block.ops.subarray(0, taken), length);
    this.threads.set(block.threads.subarray(0, taken), length);
    this.targets.set(block.targets.subarray(0, taken), length);
    this.locations.set(block.locations.subarray(0, taken), length);
    this.length += taken;
    this.bounds = block.bounds;
    this.memoryModel = block.memoryModel;
  }

  columns(): Columns & { readonly locations: Uint32Array } {
    const { length, bounds, memoryModel } = this;
    // Nothing is there that it does not need, unless a copy would be dearer.
    if (length < SHORT) this.move(length);
    return {
      length,
      ops: this.ops.subarray(0, length),
      threads: this.threads.subarray(0, length),
      targets: this.targets.subarray(0, length),
      locations: this.locations.subarray(0, length),
      bounds,
      memoryModel,
    };
  }

  private move(room: number): void {
    const { length } = this;
    this.room = room;
    this.ops = moved(this.ops, sharedBytes(room), length);
    this.threads = moved(this.threads, sharedWords(room), length);
    this.targets = moved(this.targets, sharedWords(room), length);
    this.locations = moved(this.locations, sharedWords(room), length);
  }
}

function moved<A extends Uint8Array | Uint32Array>(from: A, to: A, length: number): A {
  to.set(from.subarray(0, length));
  return to;
}

export function columnsOf(trace: Trace): Columns & { readonly locations: Uint32Array } {
  const collector = new ColumnCollector();
  for (const block of trace.blocks) collector.block(block);
  return collector.columns();
}
