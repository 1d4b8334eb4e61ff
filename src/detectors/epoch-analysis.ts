// The shadow and the loop of Djit+ and Adaptive_Epoch, which put rules of their own behind it, as kernels/happens-before has them for FastTrack and
// SHB. An access whose variable was only accessed in order is settled here by two comparisons; the others go to the detector's `read` and `write`. It
// is one loop and not a call for each access, because that would show.

import { grown } from '../base/grown.ts';
import { HappensBefore, NEVER } from '../clocks/happens-before.ts';
import { FLAT } from '../clocks/versions.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import { Op } from '../trace/operation.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import type { Analysis, RaceSink } from './detector.ts';

/*
 * The shadow of variable x: eight words, half a cache line, from x << SHIFT on. Owned by the analysis; written by the loop below and by
 * the detector's rules, for events of the trace in their order.
 *
 *   0 1 2   its writes      time, thread, position
 *   3 4 5   its reads       time, thread, position
 *   6 7     the detector's own
 *
 * A slot of three words is one of
 *   0, …, …              no access yet, or none since memory was allocated: ordered before everything
 *   time, thread, at     an epoch: the last access. All others of the slot that still matter are ordered before it
 *   MANY, 0, set         accesses that are not ordered, in a set of the detector's: its rules must look
 * Invariant: MANY is above all that a thread knows, even of itself, so that the loop settles nothing that it cannot see.
 */
export const SHIFT = 3;
export const READ = 3;
export const OWN = 6;
export const TIME = 0;
export const THREAD = 1;
export const POSITION = 2;
export const MANY = NEVER;

/** Where accesses are counted, reads and writes side by side: SAME_EPOCH + op. */
export const SAME_EPOCH = 0;
export const SETTLED = 2;

export abstract class EpochAnalysis implements Analysis {
  protected readonly report: RaceSink;
  protected readonly hb = new HappensBefore();
  protected shadow = new Uint32Array(0);
  protected readonly counts = new Float64Array(4);
  private readonly skipsSameEpoch: boolean;

  /** `skipsSameEpoch`: whether an access is left out if its thread did the same in the same epoch before. */
  constructor(report: RaceSink, skipsSameEpoch: boolean) {
    this.report = report;
    this.skipsSameEpoch = skipsSameEpoch;
  }

  block(block: EventBlock): void {
    this.hb.grow(block);
    const words = block.bounds.variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    // In spans: a function that is called often is compiled whole; one long loop is entered half-way and left by a deopt each time.
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  /** Reports an access with an earlier one, if there is one; 1 if so. */
  protected pair(earlier: Position, position: Position): number {
    if (earlier === UNKNOWN) return 0;
    this.report(earlier, position);
    return 1;
  }

  abstract counters(): Record<string, number>;

  /** An access that two comparisons did not settle. `s` is where the shadow of the variable lies. */
  protected abstract read(t: number, s: number, position: Position): void;
  protected abstract write(t: number, s: number, position: Position): void;
  /** Fresh memory: nothing that was done to it before counts. */
  protected abstract forget(s: number): void;

  private span({ start, ops, threads, targets, positions, bounds }: EventBlock, from: number, to: number): void {
    const { hb, shadow, counts, skipsSameEpoch } = this;
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
        // [FT READ SAME EPOCH], [FT WRITE SAME EPOCH]
        if (skipsSameEpoch && shadow[own + TIME] === now && shadow[own + THREAD] === t) {
          counts[SAME_EPOCH + op]!++;
          continue;
        }
        const position = positions === undefined ? start + i : positions[i]!;
        // [FT READ EXCLUSIVE], [FT WRITE EXCLUSIVE] without a race. This is `hb.ordered` of both slots: calls cost a tenth more with 8 threads.
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
          continue;
        }
        if (op === Op.read) this.read(t, s, position);
        else this.write(t, s, position);
      } else if (op === Op.alloc) this.forget(targets[i]! << SHIFT);
      else hb.step(op, t, targets[i]!);
      // Whoever learns may have moved the clocks.
      ({ arena, stride } = versions);
    }
  }
}
