// Lockset with the latest accesses (Sulzmann, like the first ThreadSanitizer): an access is compared with the latest reads and
// writes that neither program order nor fork and join put before it; the two race if they have no lock in common. Neither sound
// nor complete: an earlier, less protected access is forgotten. O(latest accesses) per access; 20 bytes for each of them.

import { grown } from '../base/grown.ts';
import { HappensBefore } from '../clocks/happens-before.ts';
import { HeldSets } from '../clocks/held-sets.ts';
import type { EventBlock } from '../trace/block.ts';
import { Op } from '../trace/operation.ts';
import type { Analysis, RaceDetector, RaceSink } from './detector.ts';

/** Words of a latest access; `NEXT` is the next one of the same variable and kind, 0 at the end. */
const WORDS = 5;
const THREAD = 0;
const TIME = 1;
const SET = 2;
const POSITION = 3;
const NEXT = 4;

class LatestLocksets implements Analysis {
  /** Only sees forks and joins. */
  private readonly order = new HappensBefore();
  private readonly held = new HeldSets();
  /** The latest reads (2 x) and writes (2 x + 1) of variable x: the first of a chain of accesses, or 0. */
  private latest = new Uint32Array(0);
  private accesses = new Uint32Array(64 * WORDS);
  private used = 1;
  private free = 0;
  private comparisons = 0;
  private superseded = 0;
  private readonly report: RaceSink;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.order.grow(block);
    this.held.grow(block);
    const words = 2 * block.bounds.variables;
    if (words > this.latest.length) this.latest = grown(this.latest, Math.max(words, this.latest.length * 2));
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    return { comparisons: this.comparisons, superseded: this.superseded };
  }

  private span({ start, ops, threads, targets, positions }: EventBlock, from: number, to: number): void {
    const { order, held } = this;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op <= Op.write) this.access(op, t, 2 * targets[i]!, positions === undefined ? start + i : positions[i]!);
      else if (op === Op.fork || op === Op.join) order.step(op, t, targets[i]!);
      else if (op === Op.alloc) this.forget(2 * targets[i]!);
      else held.step(op, t, targets[i]!);
    }
  }

  private access(op: number, t: number, reads: number, position: number): void {
    const set = this.held.held(t, op);
    this.compare(reads, t, set, position, op === Op.write);
    this.compare(reads + 1, t, set, position, true);
    const access = this.allocate();
    const a = access * WORDS;
    const { accesses, latest } = this;
    accesses[a + THREAD] = t;
    accesses[a + TIME] = this.order.times[t]!;
    accesses[a + SET] = set;
    accesses[a + POSITION] = position;
    accesses[a + NEXT] = latest[reads + op]!;
    latest[reads + op] = access;
  }

  /** Drops the accesses of a chain that are ordered before what thread t does next, and reports those of the rest that race with it. */
  private compare(chain: number, t: number, set: number, position: number, conflict: boolean): void {
    const { accesses, latest, order } = this;
    const { locksets } = this.held;
    let before = 0;
    for (let access = latest[chain]!; access !== 0; ) {
      const a = access * WORDS;
      const next = accesses[a + NEXT]!;
      if (order.ordered(accesses[a + THREAD]!, accesses[a + TIME]!, t)) {
        this.superseded++;
        if (before === 0) latest[chain] = next;
        else accesses[before * WORDS + NEXT] = next;
        this.release(access);
      } else {
        before = access;
        if (conflict) {
          this.comparisons++;
          if (locksets.disjoint(accesses[a + SET]!, set)) this.report(accesses[a + POSITION]!, position);
        }
      }
      access = next;
    }
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(reads: number): void {
    for (let chain = reads; chain <= reads + 1; chain++) {
      for (let access = this.latest[chain]!; access !== 0; ) {
        const next = this.accesses[access * WORDS + NEXT]!;
        this.release(access);
        access = next;
      }
      this.latest[chain] = 0;
    }
  }

  private allocate(): number {
    const again = this.free;
    if (again !== 0) {
      this.free = this.accesses[again * WORDS + NEXT]!;
      return again;
    }
    if (this.used * WORDS === this.accesses.length) this.accesses = grown(this.accesses, 2 * this.accesses.length);
    return this.used++;
  }

  private release(access: number): void {
    this.accesses[access * WORDS + NEXT] = this.free;
    this.free = access;
  }
}

export const lockset: RaceDetector = {
  finds: 'race',
  id: 'lockset',
  title: 'Lockset, latest accesses',
  paper: 'Sulzmann, Dynamic data race prediction; as in the first ThreadSanitizer, Serebryany & Iskhodzhanov, WBIA 2009',
  claim: 'suspected',
  reports: 'conflicting pairs without a common lock among the latest accesses that fork and join do not order',
  cost: 'O(latest accesses) per access; memory grows with variables × threads that use them',
  operations: Object.values(Op),
  reentrant: true,
  analysis: (report) => new LatestLocksets(report),
};
