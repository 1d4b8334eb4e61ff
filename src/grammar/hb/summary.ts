// What a chunk of a trace does to happens-before, whatever stands before and after it. ZipTrack's six families of sets follow
// from it (test/grammar/zip-track-sets.ts), but nothing in it has to be touched when the chunk grows: an After set is a time on the clock of a thread,
// so that an access that ages costs nothing, and a Before set is a node of the inputs, shared by all accesses that have it.

/** The order that a chunk makes, in columns; entities are threads, then locks, the readers of locks, and volatile variables (see entities.ts). */
export interface OrderSummary {
  /** Nodes in order; node 0 is the empty set. A leaf has its entity in `left` and -1 in `right`, a union two earlier nodes. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** The threads that act, and how often each hands its clock to others. */
  readonly threads: Int32Array;
  readonly ticks: Float64Array;
  /** The entities whose clock the chunk sets: from these inputs, and a row of times, one per acting thread (0: nothing of it). */
  readonly outputs: Int32Array;
  readonly outputNodes: Int32Array;
  readonly outputTimes: Float64Array;
}

export interface HbSummary extends OrderSummary {
  /** In events. */
  readonly length: number;
  readonly accesses: HbAccesses;
}

/**
 * Per variable one row for its writes, and per variable and thread one for its reads: where the last one stands, on which clock and
 * at what time, and where the first one stands, with the node of its Before set. Positions count from the start of the chunk. All in
 * one array, because a summary of a short chunk costs as much as the arrays that it is made of.
 */
export interface HbAccesses {
  readonly count: number;
  readonly rows: Float64Array;
}

/** Words of a row. */
export const ROW_SHIFT = 3;
export const VARIABLE = 0;
/** 1 for writes, 0 for reads. The write row of a variable comes before its read rows. */
export const IS_WRITE = 1;
export const THREAD = 2;
export const TIME = 3;
export const POSITION = 4;
export const FIRST_NODE = 5;
export const FIRST_POSITION = 6;

export interface SummarySizes {
  readonly nodes: number;
  readonly threads: number;
  readonly outputs: number;
  readonly accesses: number;
}

/** The bytes that the columns of a summary take; the next one may follow. */
export function summaryBytes({ nodes, threads, outputs, accesses }: SummarySizes): number {
  return 8 * (threads + outputs * threads + (accesses << ROW_SHIFT)) + 8 * (nodes + outputs + ((threads + 1) >> 1));
}

/** A summary to be filled, whose columns lie one behind the other from `start` on. */
export function newSummary(length: number, sizes: SummarySizes, room: ArrayBuffer, start: number): HbSummary {
  const { nodes, threads, outputs, accesses } = sizes;
  const times = start + 8 * threads;
  const rows = times + 8 * outputs * threads;
  const left = rows + (8 << ROW_SHIFT) * accesses;
  const right = left + 4 * nodes;
  const out = right + 4 * nodes;
  const outNodes = out + 4 * outputs;
  return {
    length,
    left: new Int32Array(room, left, nodes),
    right: new Int32Array(room, right, nodes),
    threads: new Int32Array(room, outNodes + 4 * outputs, threads),
    ticks: new Float64Array(room, start, threads),
    outputs: new Int32Array(room, out, outputs),
    outputNodes: new Int32Array(room, outNodes, outputs),
    outputTimes: new Float64Array(room, times, outputs * threads),
    accesses: { count: accesses, rows: new Float64Array(room, rows, accesses << ROW_SHIFT) },
  };
}
