// Events live in columns, in blocks of at most 64 Ki events: no object per event anywhere on the hot way.

import type { Position } from './id.ts';
import { type MemoryModel, USUAL_MODEL } from './memory-model.ts';
import type { Bounds } from './symbols.ts';

export const BLOCK_SIZE = 65_536;

/** Positions and clocks are kept in 31 bits throughout; a longer trace is refused with TRACE_TOO_LONG. */
export const MAX_EVENTS = 0x7fff_fffd;

/**
 * A run of consecutive events. Columns are at least `length` long; only the first `length` entries mean anything.
 * A block that is handed out by a reader is only valid until the reader goes on: copy what must stay.
 */
export interface EventBlock {
  /** Position of the first event. */
  start: Position;
  length: number;
  /** `Op` codes. */
  readonly ops: Uint8Array;
  /** `ThreadId`s. */
  readonly threads: Uint32Array;
  /** `VariableId`, `LockId`, `ThreadId` or `LocationId`, as the operation says. */
  readonly targets: Uint32Array;
  /** `LocationId`s, 0 where unknown. */
  readonly locations: Uint32Array;
  /** Every id in this block and in all before it is below these. */
  bounds: Bounds;
  /** That of the trace: what a volatile write does to the order. */
  memoryModel: MemoryModel;
  /** Only in lowered blocks: the position in the trace of the event that this one stands for; otherwise start + i. */
  readonly positions?: Uint32Array | undefined;
}

const NO_BOUNDS: Bounds = { threads: 0, locks: 0, variables: 0, locations: 0 };

export function newBlock(capacity: number = BLOCK_SIZE): EventBlock {
  return {
    start: 0,
    length: 0,
    ops: new Uint8Array(capacity),
    threads: new Uint32Array(capacity),
    targets: new Uint32Array(capacity),
    locations: new Uint32Array(capacity),
    bounds: NO_BOUNDS,
    memoryModel: USUAL_MODEL,
  };
}

/** A block of its own with the same events, for those who keep blocks. */
export function copyBlock(block: EventBlock): EventBlock {
  const { start, length, bounds, memoryModel } = block;
  return {
    start,
    length,
    bounds,
    memoryModel,
    ops: block.ops.slice(0, length),
    threads: block.threads.slice(0, length),
    targets: block.targets.slice(0, length),
    locations: block.locations.slice(0, length),
    positions: block.positions?.slice(0, length),
  };
}
