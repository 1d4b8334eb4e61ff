// What the predictors must know of a trace before they can look for reorderings: places in threads, memory cells, what each
// read saw, critical sections, and which events must come before others in every schedule. One pass, about 20 bytes per event.

import { enlarged } from '../../base/grown.ts';
import type { Meter } from '../../base/meter.ts';
import { sharedWords } from '../../base/shared-memory.ts';
import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import type { Columns } from '../../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../trace/operation.ts';
import { CriticalSectionIndex, starts } from './critical-section-index.ts';
import { CriticalSections, NOTHING } from './critical-sections.ts';
import { TraceFull } from './trace-full.ts';

/** The predictors take every operation as it is. */
export const ALL_OPERATIONS: readonly Op[] = Object.values(Op);

export class TraceIndex {
  readonly columns: Columns;
  /** Per event: its place in its thread, from 1 on. */
  readonly index: Uint32Array;
  /** Events of thread t: threadEvents[threadStart[t] … threadStart[t + 1]). */
  readonly threadStart: Uint32Array;
  readonly threadEvents: Uint32Array;
  /** Per access: its cell. `alloc` gives a variable a new one; without any, cells are the variables, and this is their column. */
  readonly cells: Uint32Array;
  cellCount: number;
  /** Per event: another event that must come before it, plus one: the write that a read saw, the notify that ended a wait. */
  readonly sources: Uint32Array;
  /** Per barrier event: the arrivals that must come before it. */
  readonly arrivals = new Map<number, readonly number[]>();
  /** Per thread: its fork plus one. */
  readonly forks: Uint32Array;
  /** Per event: the chain of locks that its thread holds after it. */
  readonly held: Uint32Array;
  readonly sections: CriticalSections;
  readonly sectionIndex: CriticalSectionIndex;

  /** `meter` counts what does not grow with the events alone. */
  constructor(columns: Columns, meter?: Meter) {
    const { length, ops, threads, targets, bounds } = columns;
    const isAllocated = ops.subarray(0, length).includes(Op.alloc);
    this.columns = columns;
    this.sections = new CriticalSections(meter);
    this.index = sharedWords(length);
    this.cells = isAllocated ? sharedWords(length) : targets;
    this.cellCount = bounds.variables;
    this.sources = sharedWords(length);
    this.forks = new Uint32Array(bounds.threads);
    this.held = sharedWords(length);
    this.threadStart = starts(threads, length, bounds.threads);
    this.threadEvents = sharedWords(length);
    this.place();
    this.follow();
    this.sectionIndex = new CriticalSectionIndex(this.sections, bounds.locks);
  }

  /** What another thread has built, as it came from there. */
  static revived(trace: TraceIndex): TraceIndex {
    const sections = Object.assign(Object.create(CriticalSections.prototype), trace.sections) as CriticalSections;
    const sectionIndex = Object.assign(Object.create(CriticalSectionIndex.prototype), trace.sectionIndex, { sections });
    return Object.assign(Object.create(TraceIndex.prototype), trace, { sections, sectionIndex }) as TraceIndex;
  }

  get threads(): number {
    return this.columns.bounds.threads;
  }

  /** The chain of locks that thread t holds after its first n events. */
  heldAfter(t: number, n: number): number {
    return n === 0 ? NOTHING : this.held[this.threadEvents[this.threadStart[t]! + n - 1]!]!;
  }

  private place(): void {
    const { threads, length } = this.columns;
    const next = this.threadStart.slice();
    for (let e = 0; e < length; e++) {
      const t = threads[e]!;
      const at = next[t]!++;
      this.threadEvents[at] = e;
      this.index[e] = at - this.threadStart[t]! + 1;
    }
  }

  private follow(): void {
    const { ops, threads, targets, length, bounds } = this.columns;
    const { cells, sources, held, index, sections } = this;
    const chains = new Uint32Array(bounds.threads);
    const current = Uint32Array.from({ length: bounds.variables }, (_, x) => x);
    let lastWrites = new Uint32Array(bounds.variables);
    const meetings = new Meetings(this.arrivals);
    const waits = new Map<number, Wait>();
    for (let e = 0; e < length; e++) {
      const op = ops[e]!;
      const t = threads[e]!;
      const x = targets[e]!;
      if (ACCESS_KINDS[op] !== NO_ACCESS) {
        const cell = current[x]!;
        if (cells !== targets) cells[e] = cell;
        if (isWrite(op)) lastWrites[cell] = e + 1;
        else sources[e] = lastWrites[cell]!;
      } else if (op === Op.acquire) {
        const wait = waits.size === 0 ? undefined : waits.get(t);
        chains[t] = sections.open(chains[t]!, x, t, index[e]!, e, 0, wait?.depth ?? 1);
        if (wait !== undefined) sources[e] = wait.notify;
        waits.delete(t);
      } else if (op === Op.release) chains[t] = sections.leave(chains[t]!, x, index[e]!, 0);
      else if (op === Op.acquireShared) chains[t] = sections.open(chains[t]!, x, t, index[e]!, e, 1, 1);
      else if (op === Op.releaseShared) chains[t] = sections.leave(chains[t]!, x, index[e]!, 1);
      else if (op === Op.wait) {
        waits.set(t, { lock: x, depth: sections.waitDepth(chains[t]!, x), notify: 0 });
        chains[t] = sections.closeWhole(chains[t]!, x, index[e]!);
      } else if (op === Op.notify) {
        for (const wait of waits.values()) if (wait.lock === x) wait.notify = e + 1;
      } else if (op === Op.fork) this.forks[x] = e + 1;
      else if (op === Op.barrierEnter) meetings.enter(x, t, e);
      else if (op === Op.barrierExit) meetings.exit(x, t, e);
      else if (op === Op.alloc) {
        current[x] = this.cellCount++;
        if (this.cellCount > lastWrites.length) lastWrites = enlarged(lastWrites, this.cellCount);
      }
      if (sections.full) throw new TraceFull(e);
      held[e] = chains[t]!;
    }
  }
}

interface Wait {
  readonly lock: number;
  readonly depth: number;
  notify: number;
}

/** A round: its arrivals, and those of the round before it at the same barrier. */
interface Meeting {
  readonly arrived: number[];
  readonly before: readonly number[] | undefined;
}

/** In every schedule: who leaves a barrier does so after all who arrived in the round; who arrives, after all of the round before. */
class Meetings {
  private readonly arrivals: Map<number, readonly number[]>;
  private readonly rounds = new BarrierRounds<Meeting>((barrier) => this.next(barrier));
  /** Barrier → the arrivals of its latest round. */
  private readonly latest = new Map<number, number[]>();

  constructor(arrivals: Map<number, readonly number[]>) {
    this.arrivals = arrivals;
  }

  enter(barrier: number, t: number, e: number): void {
    const { arrived, before } = this.rounds.enter(barrier, t).gathered;
    arrived.push(e);
    if (before !== undefined) this.arrivals.set(e, before);
  }

  exit(barrier: number, t: number, e: number): void {
    const round = this.rounds.exit(barrier, t);
    if (round !== undefined) this.arrivals.set(e, round.gathered.arrived);
  }

  private next(barrier: number): Meeting {
    const before = this.latest.get(barrier);
    const arrived: number[] = [];
    this.latest.set(barrier, arrived);
    return { arrived, before };
  }
}
