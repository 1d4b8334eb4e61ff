// What the detectors share that keep an epoch for the writes of a variable and one for its reads: the loop that follows the order
// of the trace and settles most accesses by two comparisons. It is one loop and not a call for each access, because that would show.

import { grown } from '../base/grown.ts';
import type { HappensBefore } from '../clocks/happens-before.ts';
import { FLAT } from '../clocks/versions.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import { Op } from '../trace/operation.ts';
import type { Analysis, RaceSink } from './detector.ts';
import { POSITION, READ, SHIFT, THREAD, TIME } from './shadow.ts';

/** Where accesses are counted, reads and writes side by side: SAME_EPOCH + op. A detector's own counts follow from OWN_COUNTS on. */
export const SAME_EPOCH = 0;
export const SETTLED = 2;
export const OWN_COUNTS = 4;

/** How a detector differs in the loop. */
interface Traits {
  /** Whether an access is left out if its thread did the same in the same epoch before. */
  readonly skipsSameEpoch: boolean;
  /** Whether every write hands its thread's clock on. */
  readonly writesHandOver: boolean;
  readonly counts: number;
}

export abstract class EpochAnalysis<Clocks extends HappensBefore> implements Analysis {
  protected readonly report: RaceSink;
  protected readonly hb: Clocks;
  protected shadow = new Uint32Array(0);
  protected readonly counts: Float64Array;
  private readonly skipsSameEpoch: boolean;
  private readonly writesHandOver: boolean;

  constructor(report: RaceSink, hb: Clocks, { skipsSameEpoch, writesHandOver, counts }: Traits) {
    this.report = report;
    this.hb = hb;
    this.skipsSameEpoch = skipsSameEpoch;
    this.writesHandOver = writesHandOver;
    this.counts = new Float64Array(counts);
  }

  block(block: EventBlock): void {
    this.hb.grow(block);
    const words = block.bounds.variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    // In spans: a function that is called often is compiled whole; one long loop is entered half-way and left by a deopt each time.
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  abstract counters(): Record<string, number>;

  /** An access that two comparisons did not settle. `s` is where the shadow of the variable lies. */
  protected abstract read(t: number, s: number, position: Position): void;
  protected abstract write(t: number, s: number, position: Position): void;
  /** Fresh memory: nothing that was done to it before counts. */
  protected abstract forget(s: number): void;
  /** A write that is settled hands its thread's clock on. */
  protected handOver(_t: number, _s: number): void {}

  private span({ start, ops, threads, targets, positions, bounds }: EventBlock, from: number, to: number): void {
    const { hb, shadow, counts, skipsSameEpoch, writesHandOver } = this;
    const { times, known, versions } = hb;
    const flat = bounds.threads <= FLAT;
    let { arena, stride } = versions;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op <= Op.write) {
        const s = targets[i]! << SHIFT;
        // Reads and writes share this path, so that the processor need not guess which it is: 25 instead of 34 ns per event.
        const own = s + READ - op * READ;
        const now = times[t]!;
        if (skipsSameEpoch && shadow[own + TIME] === now && shadow[own + THREAD] === t) {
          counts[SAME_EPOCH + op]!++;
          continue;
        }
        const position = positions === undefined ? start + i : positions[i]!;
        const row = Math.imul(known[t]!, stride);
        if (
          flat &&
          arena[row + shadow[s + THREAD]!]! >= shadow[s + TIME]! &&
          arena[row + shadow[s + READ + THREAD]!]! >= shadow[s + READ + TIME]!
        ) {
          shadow[own + TIME] = now;
          shadow[own + THREAD] = t;
          shadow[own + POSITION] = position;
          counts[SETTLED + op]!++;
          if (writesHandOver && op === Op.write) this.handOver(t, s);
          continue;
        }
        if (op === Op.read) this.read(t, s, position);
        else this.write(t, s, position);
      } else if (op === Op.alloc) this.forget(targets[i]! << SHIFT);
      else hb.step(op, t, targets[i]!);
      ({ arena, stride } = versions);
    }
  }
}
