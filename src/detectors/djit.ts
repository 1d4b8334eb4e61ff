// Djit+ (Pozniansky & Schuster 2003): time is divided into frames, which end where a thread hands its clock to others; only the
// first read and the first write of a variable in a frame are checked and logged, because the others of the frame are ordered
// alike for everyone else. Flags those among them that race with an earlier access, hence every racy variable, and only
// unordered pairs. The log per variable and thread is kept as far as somebody can still race with it: an access that is ordered
// before a later logged one of its kind adds nothing. O(1) per access while ordered; 32 bytes per variable, 12 per entry of a set.

import { HappensBefore } from '../clocks/happens-before.ts';
import { FLAT } from '../clocks/versions.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import { Op } from '../trace/operation.ts';
import { grown } from '../trace/symbols.ts';
import { HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import { type Analysis, type Detector, type RaceSink, UNKNOWN } from './detector.ts';
import { AdaptiveSlots, POSITION, READ, SHIFT, SharedReads, THREAD, TIME } from './shadow.ts';

/** Counted side by side for reads and writes: SAME_FRAME + op. */
const COUNTS = ['readsSameFrame', 'writesSameFrame', 'readsChecked', 'writesChecked'] as const;
const SAME_FRAME = 0;
const CHECKED = 2;

class Djit implements Analysis {
  private readonly hb = new HappensBefore();
  private readonly writes = new AdaptiveSlots(this.hb);
  private readonly reads = new SharedReads(this.hb);
  private shadow = new Uint32Array(0);
  private readonly counts = new Float64Array(COUNTS.length);
  private readonly report: RaceSink;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.hb.grow(block);
    const words = block.bounds.variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    return { ...Object.fromEntries(COUNTS.map((name, i) => [name, this.counts[i]!])), ...this.hb.counters() };
  }

  private span({ start, ops, threads, targets, positions, bounds }: EventBlock, from: number, to: number): void {
    const { hb, shadow, counts } = this;
    const { times, known } = hb;
    const flat = bounds.threads <= FLAT;
    let { arena, stride } = hb.versions;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op <= Op.write) {
        const s = targets[i]! << SHIFT;
        // Reads and writes share this path, as in FastTrack.
        const own = s + READ - op * READ;
        const now = times[t]!;
        if (shadow[own + TIME] === now && shadow[own + THREAD] === t) {
          counts[SAME_FRAME + op]!++;
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
          counts[CHECKED + op]!++;
        } else if (op === Op.read) this.read(t, s, position);
        else this.write(t, s, position);
      } else if (op === Op.alloc) this.forget(targets[i]! << SHIFT);
      else {
        hb.step(op, t, targets[i]!);
        ({ arena, stride } = hb.versions);
      }
    }
  }

  /** An access that the short way above did not settle. */
  private read(t: number, s: number, position: Position): void {
    const { shadow, counts, reads } = this;
    if (reads.timeOf(shadow, s + READ, t) === this.hb.times[t]) {
      counts[SAME_FRAME]!++;
      return;
    }
    counts[CHECKED]!++;
    this.pair(this.writes.latestUnordered(shadow, s, t), position);
    reads.put(shadow, s + READ, t, position);
  }

  private write(t: number, s: number, position: Position): void {
    const { shadow, counts, reads, writes } = this;
    if (writes.timeOf(shadow, s, t) === this.hb.times[t]) {
      counts[SAME_FRAME + Op.write]!++;
      return;
    }
    counts[CHECKED + Op.write]!++;
    this.pair(writes.latestUnordered(shadow, s, t), position);
    this.pair(reads.latestUnordered(shadow, s + READ, t), position);
    reads.prune(shadow, s + READ, t);
    writes.put(shadow, s, t, position);
  }

  private pair(earlier: Position, position: Position): void {
    if (earlier !== UNKNOWN) this.report(earlier, position);
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(s: number): void {
    this.writes.forget(this.shadow, s);
    this.reads.forget(this.shadow, s + READ);
  }
}

export const djit: Detector = {
  id: 'djit',
  title: 'Djit+',
  paper: 'Pozniansky & Schuster, Efficient On-the-Fly Data Race Detection in Multithreaded C++ Programs, PPoPP 2003',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'first accesses of a time frame that race with an earlier access, with the latest write and the latest read of those',
  cost: 'O(1) per access to an ordered variable, O(concurrent accesses) else; memory grows with variables and their concurrent accesses',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new Djit(report),
};
