// A whole trace as one set of columns: what analyses that look back and forth work on. 9 bytes per event, 13 with locations.

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

/** Of an event, with its location. */
const EVENT_BYTES = 13;

/**
 * Takes blocks as a reader emits them and keeps their events, the first `most` of them. Each column is kept in parts until all are
 * there: arrays that grow would be half empty, and there twice while they grow.
 */
export class ColumnCollector {
  /** All events that came, also those that were not kept. */
  events = 0;
  private readonly most: number;
  private length = 0;
  private readonly ops: Uint8Array[] = [];
  private readonly threads: Uint32Array[] = [];
  private readonly targets: Uint32Array[] = [];
  private readonly locations: Uint32Array[] = [];
  private bounds: Bounds = { threads: 0, locks: 0, variables: 0, locations: 0 };

  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.most = most;
  }

  /** What it keeps. */
  get bytes(): number {
    return this.length * EVENT_BYTES;
  }

  block(block: EventBlock): void {
    this.events += block.length;
    const taken = Math.min(block.length, this.most - this.length);
    if (taken <= 0) return;
    this.ops.push(block.ops.slice(0, taken));
    this.threads.push(block.threads.slice(0, taken));
    this.targets.push(block.targets.slice(0, taken));
    this.locations.push(block.locations.slice(0, taken));
    this.length += taken;
    this.bounds = block.bounds;
  }

  columns(): Columns & { readonly locations: Uint32Array } {
    const { length, bounds } = this;
    return {
      length,
      ops: joined(this.ops, new Uint8Array(length)),
      threads: joined(this.threads, new Uint32Array(length)),
      targets: joined(this.targets, new Uint32Array(length)),
      locations: joined(this.locations, new Uint32Array(length)),
      bounds,
    };
  }
}

/** Puts the parts together; the whole is the only part then, and the others need no memory any more. */
function joined<A extends Uint8Array | Uint32Array>(parts: A[], whole: A): A {
  if (parts.length === 1) return parts[0]!;
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  parts.length = 0;
  parts.push(whole);
  return whole;
}

export function columnsOf(trace: Trace): Columns & { readonly locations: Uint32Array } {
  const collector = new ColumnCollector();
  for (const block of trace.blocks) collector.block(block);
  return collector.columns();
}
