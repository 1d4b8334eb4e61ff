// A whole trace as one set of columns: what analyses that look back and forth work on. 13 bytes per event, 17 with locations.

import { grown } from '../base/grown.ts';
import type { EventBlock } from './block.ts';
import type { Bounds } from './symbols.ts';
import type { Trace } from './trace.ts';

export interface Columns {
  readonly length: number;
  readonly ops: Uint8Array;
  readonly threads: Uint32Array;
  readonly targets: Uint32Array;
  readonly bounds: Bounds;
}

/** Takes blocks as a reader emits them and keeps their events. */
export class ColumnCollector {
  private length = 0;
  private ops = new Uint8Array(1024);
  private threads = new Uint32Array(1024);
  private targets = new Uint32Array(1024);
  private locations = new Uint32Array(1024);
  private bounds: Bounds = { threads: 0, locks: 0, variables: 0, locations: 0 };

  block(block: EventBlock): void {
    const { length } = this;
    const needed = length + block.length;
    if (needed > this.ops.length) this.grow(Math.max(needed, this.ops.length * 2));
    this.ops.set(block.ops.subarray(0, block.length), length);
    this.threads.set(block.threads.subarray(0, block.length), length);
    this.targets.set(block.targets.subarray(0, block.length), length);
    this.locations.set(block.locations.subarray(0, block.length), length);
    this.length = needed;
    this.bounds = block.bounds;
  }

  columns(): Columns & { readonly locations: Uint32Array } {
    const { length, ops, threads, targets, locations, bounds } = this;
    return { length, ops, threads, targets, locations, bounds };
  }

  private grow(room: number): void {
    this.ops = grown(this.ops, room);
    this.threads = grown(this.threads, room);
    this.targets = grown(this.targets, room);
    this.locations = grown(this.locations, room);
  }
}

export function columnsOf(trace: Trace): Columns & { readonly locations: Uint32Array } {
  const collector = new ColumnCollector();
  for (const block of trace.blocks) collector.block(block);
  return collector.columns();
}
