// The deadlocks of a trace, or of a window of it: each pattern is looked at for a sync-preserving one, and those without are searched.

import type { Meter } from '../../base/meter.ts';
import { Witness } from '../../trace/witness.ts';
import type { DeadlockSink, Working } from '../detector.ts';
import { groundOf, PairDecision } from '../predict/pair-decision.ts';
import { Ideals } from '../sync-preserving/ideals.ts';
import { longestPrefix } from '../sync-preserving/prefix.ts';
import type { LocatedColumns } from '../sync-preserving/proofs.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import { TraceIndex } from '../sync-preserving/trace-index.ts';
import type { LockNodes } from './lock-nodes.ts';
import type { Part } from './parts.ts';
import { Proofs } from './proofs.ts';
import { type Instances, Reorderings } from './reorderings.ts';
import type { Settled } from './settled.ts';
import { SyncPreservingDeadlocks } from './sync-preserving-deadlocks.ts';

interface Means {
  readonly nodes: LockNodes;
  readonly acquires: ReturnType<LockNodes['byNode']>;
  readonly settled: Settled;
  readonly window: number;
  readonly report: DeadlockSink;
}

/** What a pattern that waits for a search takes in bytes. */
const WAITING = 512;
/** A closure costs a step, and one for so many threads. */
const THREADS_PER_STEP = 8;

export class PartDeadlocks {
  /** How many events of the part fit into the memory. */
  readonly fitting: number;
  private readonly part: Part;
  private readonly means: Means;
  private readonly before: number;
  private readonly proofs: Proofs;
  private readonly preserving: SyncPreservingDeadlocks;
  private readonly decision: PairDecision;
  private readonly waiting: Instances[] = [];
  private reorderings: Reorderings | undefined;
  private readonly stepsOfClosure: number;
  private readonly counted = { patterns: 0, syncPreserving: 0, reordered: 0, refused: 0, patternsUnseen: 0 };

  constructor(part: Part, means: Means) {
    this.part = part;
    this.means = means;
    const { columns: all, before } = part.events();
    const { columns, ready } = longestPrefix(all, part.meter, prepared(part.meter, means.window));
    this.fitting = columns.length === all.length ? part.end - part.start : Math.max(0, columns.length - before);
    this.before = before;
    this.preserving = new SyncPreservingDeadlocks(ready.ideals);
    this.decision = ready.decision;
    this.proofs = new Proofs(ready.trace, part.meter);
    this.stepsOfClosure = 1 + ready.ideals.stride / THREADS_PER_STEP;
  }

  /** Whether all of the part fits into the memory. */
  get isWhole(): boolean {
    return this.fitting === this.part.end - this.part.start;
  }

  /** Steps that were taken. */
  get spent(): number {
    return Math.ceil(this.preserving.closures * this.stepsOfClosure + this.decision.spent) + this.proofs.steps;
  }

  /** Looks for a sync-preserving deadlock. True if no other threads at the same places are wanted. */
  pattern(pattern: readonly number[], budget: number): boolean {
    const { settled } = this.means;
    const { preserving, counted, part } = this;
    if (settled.has(pattern)) return !settled.isOfThreads(pattern);
    counted.patterns++;
    const sequences = pattern.map((n) => this.events(n));
    preserving.most = (budget - this.proofs.steps) / this.stepsOfClosure;
    const goal = preserving.find(sequences);
    if (goal !== undefined && this.found(pattern, goal, this.proofs.inTraceOrder(preserving.ideal))) {
      counted.syncPreserving++;
      return !settled.isOfThreads(pattern);
    }
    if (!part.meter.take(WAITING)) counted.patternsUnseen++;
    else this.waiting.push(this.instances(pattern, sequences));
    return false;
  }

  /** Searches for those that have no sync-preserving one. */
  search(budget: number, patience: number, working: Working | undefined): void {
    this.reorderings = new Reorderings(this.decision, budget, () => this.spent);
    this.reorderings.run(this.waiting, patience, working);
  }

  counters(): Record<string, number> {
    return { ...this.counted, ...this.reorderings?.counted, steps: this.spent, witnessesChecked: this.proofs.checked };
  }

  private instances(pattern: readonly number[], sequences: readonly Uint32Array[]): Instances {
    const { settled } = this.means;
    return {
      sequences,
      isSettled: () => settled.has(pattern),
      found: (goal, schedule) => {
        const isOne = this.found(pattern, goal, schedule);
        if (isOne) this.counted.reordered++;
        return isOne;
      },
    };
  }

  /** The acquires of a node as events of the part. */
  private events(n: number): Uint32Array {
    const { starts, positions } = this.means.acquires;
    const shift = this.before - this.part.start;
    const own = positions.subarray(starts[n]!, starts[n + 1]!);
    return shift === 0 ? own : own.map((position) => position + shift);
  }

  /** Reports a deadlock of the pattern if the schedule proves it. */
  private found(pattern: readonly number[], goal: readonly number[], schedule: Schedule): boolean {
    const { before, counted, part, means } = this;
    const first = goal.indexOf(Math.min(...goal));
    const cycle = [...goal.slice(first), ...goal.slice(0, first)];
    const witness = this.proofs.prove(schedule, (checker, rest, at) => checker.checkDeadlock(rest, cycle, at).ok);
    if (typeof witness === 'string') {
      if (witness === 'refused') counted.refused++;
      return false;
    }
    means.settled.add(pattern);
    const whole = before === 0 && part.start === 0 ? witness : Witness.ofRuns(witness.runsBehind(part.start, before));
    means.report({ cycle: cycle.map((e) => e - before + part.start), witness: whole });
    return true;
  }
}

/** A trace as the search needs it, for as long as there is memory. */
function prepared(meter: Meter, window: number) {
  return (columns: LocatedColumns) => {
    const trace = new TraceIndex(columns, meter);
    return { trace, ideals: new Ideals(trace, true, meter), decision: new PairDecision(groundOf(trace, meter), window, meter) };
  };
}
