// Weak-causally-precedes (Kini, Mathur, Viswanathan 2017) by vector clocks in one pass. Flags exactly the accesses that are unordered
// with an earlier conflicting one, and names one such pair. The first race of a trace is a race or a deadlock of some schedule;
// for later ones, and where a schedule is wanted, ask `predict`. Memory grows with what is not ordered yet.

import { grown } from '../../base/grown.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis, RaceDetector, RaceSink } from '../detector.ts';
import { Frontiers } from './frontiers.ts';
import { WeakOrder } from './weak-order.ts';

/** Words per variable: lists of reads and writes, and the segments of the last read and write that found no race. */
const WORDS = 4;
const SEGMENT = 2;

class Wcp implements Analysis {
  private readonly order = new WeakOrder();
  private readonly frontiers = new Frontiers();
  private readonly report: RaceSink;
  private shadow = new Uint32Array(0);
  /** Per thread: the number of its current segment, the run of events between two synchronisations; never 0. */
  private segments = new Uint32Array(0);
  private lastSegment = 0;
  private repeated = 0;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.order.grow(block);
    const { variables, threads } = block.bounds;
    if (variables * WORDS > this.shadow.length)
      this.shadow = grown(this.shadow, Math.max(variables * WORDS, this.shadow.length * 2));
    const known = this.segments.length;
    if (threads > known) {
      this.segments = grown(this.segments, Math.max(threads, 2 * known));
      for (let t = known; t < this.segments.length; t++) this.segments[t] = ++this.lastSegment;
    }
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    return { repeatedAccesses: this.repeated, ...this.order.counters(), ...this.order.hb.counters() };
  }

  private span({ start, ops, threads, targets, positions }: EventBlock, from: number, to: number): void {
    const { order, shadow, segments } = this;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      const x = targets[i]!;
      if (op <= Op.write) {
        // The same access once more, with nothing in between that could matter to it.
        if (shadow[x * WORDS + SEGMENT + op] === segments[t]) {
          this.repeated++;
          continue;
        }
        if (order.held[t]!.length > 0) order.access(t, x, op);
        this.access(t, x, op, positions === undefined ? start + i : positions[i]!);
      } else {
        order.step(op, t, x);
        segments[t] = ++this.lastSegment;
      }
    }
  }

  private access(t: number, x: number, op: number, position: number): void {
    const { shadow, frontiers, order, segments } = this;
    const at = x * WORDS;
    const other = at + SEGMENT + 1 - op;
    if (shadow[other] !== segments[t]) shadow[other] = 0;
    let first = this.against(at + Op.write, t, op === Op.write);
    // A read only makes room among the reads: two of them are no race.
    const reader = this.against(at + Op.read, t, true);
    if (op === Op.write && reader > first) first = reader;
    shadow[at + op] = frontiers.add(shadow[at + op]!, t, order.hb.times[t]!, position);
    shadow[at + SEGMENT + op] = first === 0 ? segments[t]! : 0;
    if (first > 0) this.report(first - 1, position);
  }

  /** The latest access of a list that is unordered with what thread t does, plus one; 0 if none. The ordered ones go if `prune`. */
  private against(list: number, t: number, prune: boolean): number {
    const { shadow, frontiers, order } = this;
    let latest = 0;
    let before = 0;
    for (let entry = shadow[list]!; entry !== 0; ) {
      const next = frontiers.next(entry);
      if (!order.ordered(frontiers.thread(entry), frontiers.time(entry), t)) {
        latest = Math.max(latest, frontiers.position(entry) + 1);
        before = entry;
      } else if (prune) shadow[list] = frontiers.remove(shadow[list]!, before, entry);
      else before = entry;
      entry = next;
    }
    return latest;
  }
}

export const wcp: RaceDetector = {
  finds: 'race',
  id: 'wcp',
  title: 'Weak-causally-precedes',
  paper: 'Kini, Mathur, Viswanathan, Dynamic Race Prediction in Linear Time, PLDI 2017',
  claim: 'predicted',
  reports:
    'every access that is unordered with an earlier conflicting one, with one such pair; the first may be a deadlock instead',
  cost: 'one pass, O(threads) where a thread learns something; memory grows with variables, locks and unordered critical sections',
  // Not alloc: lowered, fresh memory is fresh to rule (a), too.
  operations: [
    ...[Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join],
    ...[Op.volatileRead, Op.volatileWrite, Op.relaxedRead, Op.relaxedWrite],
    ...[Op.acquireShared, Op.releaseShared, Op.barrierEnter, Op.barrierExit],
  ],
  reentrant: false,
  analysis: (report) => new Wcp(report),
};
