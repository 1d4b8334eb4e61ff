// Decides single pairs: can these two accesses be brought side by side? First cheaply (must one come before the other, do they share a
// lock), then by search, in the smallest window that can hold a schedule and then in the largest that is allowed. The same for any other
// events that are to come next together, as the acquires of a deadlock: a goal.

import type { Meter } from '../../base/meter.ts';
import { Op } from '../../trace/operation.ts';
import { NOTHING } from '../sync-preserving/critical-sections.ts';
import { Ideals } from '../sync-preserving/ideals.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';
import { Optimistic } from './optimistic.ts';
import { nextWrites, Overwrites } from './overwrites.ts';
import { Saturation } from './saturation.ts';
import { Search } from './search.ts';
import { Windows } from './windows.ts';

/** Steps for one pair, and for each event of its window; searches that need more rarely end. */
const PAIR_STEPS = 20_000;
const EVENT_STEPS = 4;
/** The same for a glance: an event costs one to get ready and one to take. */
const FEW_STEPS = 1000;
const FEW_EVENT_STEPS = 2.5;
/** The second window is this many times as large as the first, and so many events more. */
const WIDER = 2;
const MORE = 1000;

export type Answer = 'race' | 'no race' | 'too far' | 'out of budget';

/** What all who decide about pairs of a trace have in common. */
export interface Ground {
  readonly must: Ideals;
  /** See `nextWrites`. */
  readonly nextWrites: Uint32Array;
}

export function groundOf(trace: TraceIndex, meter: Meter): Ground {
  return { must: new Ideals(trace, false, meter), nextWrites: nextWrites(trace, meter) };
}

export class PairDecision {
  readonly must: Ideals;
  /** Of the last race, or to the last goal, which it ends with; its base is used again by the next. */
  schedule: Schedule;
  private readonly trace: TraceIndex;
  private readonly saturation: Saturation;
  private readonly search: Search;
  private readonly windows: Windows;
  private readonly overwrites: Overwrites;
  private readonly optimistic: Optimistic;
  private readonly need: Uint32Array;
  private readonly window: number;
  /** How often all threads were looked at, and what that costs in steps. */
  private passes = 0;
  private readonly pass: number;
  /** The steps that the last search might have taken if the budget allowed: with fewer its answer might have been another. */
  limit = 0;

  /** `searching` counts what a decision takes while it lasts. */
  constructor({ must, nextWrites }: Ground, window: number, searching: Meter) {
    this.trace = must.trace;
    this.window = window;
    this.must = must;
    this.saturation = new Saturation(this.must, searching);
    this.search = new Search(this.must, this.saturation.order, searching);
    this.overwrites = new Overwrites(this.must, nextWrites);
    this.optimistic = new Optimistic(this.must, searching);
    this.windows = new Windows(this.must);
    this.need = new Uint32Array(this.must.stride);
    this.pass = Math.ceil(this.must.stride / 8);
    this.schedule = { base: this.windows.base, end: 0, tail: [] };
  }

  /** Steps that were taken for all pairs. */
  get spent(): number {
    const { search, saturation, overwrites, optimistic } = this;
    return search.spent + saturation.order.steps + overwrites.steps + optimistic.steps + this.passes * this.pass;
  }

  /** Takes at most `budget` steps, and fewer if the pair does not deserve them; `patience` times as many as usual. */
  decide(first: number, second: number, budget: number, patience = 1): Answer {
    if (this.refutes(first, second)) return 'no race';
    const goal = [first, second];
    return this.isReversal(goal) ? 'race' : this.look(goal, budget, patience);
  }

  /** True if what must come before the two shows that they cannot race. */
  refutes(first: number, second: number): boolean {
    const { held, sections } = this.trace;
    return sections.excluding(held[first]!, held[second]!) >= 0 || this.refutesGoal([first, second]);
  }

  /** True if what must come before the events shows that they cannot all come next. */
  refutesGoal(goal: readonly number[]): boolean {
    const { trace, need, must } = this;
    const { columns, index, sources } = trace;
    const { threads, ops } = columns;
    need.fill(0);
    for (const e of goal) {
      must.include(need, threads[e]!, index[e]! - 1);
      // Who takes a lock after a wait was notified when it stands before it.
      if (ops[e] === Op.acquire && sources[e] !== 0) must.include(need, threads[sources[e]! - 1]!, index[sources[e]! - 1]!);
    }
    const isIn = () => goal.some((e) => this.isNeeded(e));
    // What reads say is asked when nothing else is to be had: it takes a look at every event of a critical section.
    while (!isIn() && (this.addForced(isIn, false) || this.addForced(isIn, true)));
    return isIn();
  }

  /** Whether what must come before the goal that was asked about last has the event, as far as that is known. */
  isNeeded(e: number): boolean {
    return this.need[this.trace.columns.threads[e]!]! >= this.trace.index[e]!;
  }

  /** Whether the goal that was asked about last has an optimistic schedule: that takes no search. */
  isReversal(goal: readonly number[]): boolean {
    const schedule = this.optimistic.schedule(goal, this.need, this.window);
    if (schedule === undefined) return false;
    this.schedule = schedule;
    return true;
  }

  /** Searches for a schedule to the goal that was asked about last. */
  look(goal: readonly number[], budget: number, patience = 1): Answer {
    const { need, windows, window } = this;
    const conflict = Math.min(windows.conflict(need), Math.max(...goal));
    const least = windows.cut(need, conflict);
    this.limit = 0;
    if (least > window) return 'too far';
    this.limit = Math.floor(patience * (PAIR_STEPS + EVENT_STEPS * least));
    const most = Math.min(budget, this.limit);
    const end = this.search.spent + most;
    const quick = this.attempt(goal, conflict, Math.floor(most / 2));
    if (quick === 'race' || conflict === 0) return quick;
    const earliest = windows.earliest(need, conflict, Math.min(window, WIDER * least + MORE));
    return this.attempt(goal, earliest, end - this.search.spent);
  }

  /** The same with a few steps, in the smallest window alone. What it cannot find so is left to `look`. */
  glance(goal: readonly number[], budget: number): Answer {
    const { need, windows, window } = this;
    const conflict = Math.min(windows.conflict(need), Math.max(...goal));
    const least = windows.cut(need, conflict);
    this.limit = 0;
    if (least > window) return 'too far';
    this.limit = FEW_STEPS + FEW_EVENT_STEPS * least;
    const answer = this.attempt(goal, conflict, Math.min(budget, this.limit));
    return answer === 'no race' && conflict > 0 ? 'out of budget' : answer;
  }

  /**
   * Adds the release of every lock that is held at the end though another holder does something that must come after its acquire, or after
   * what was read since. True if there was any; ends when it is enough.
   */
  private addForced(isEnough: () => boolean, byReads: boolean): boolean {
    const { need, must, trace } = this;
    const { sections } = trace;
    let grew = false;
    this.passes++;
    for (let t = 0; t < need.length; t++)
      for (let c = trace.heldAfter(t, need[t]!); c !== NOTHING; c = sections.chainRests[c]!) {
        const s = sections.chainSections[c]!;
        if (!this.comesBeforeAnother(s, t, byReads) || !must.include(need, t, sections.releases[s]!)) continue;
        grew = true;
        if (isEnough()) return true;
      }
    return grew;
  }

  /**
   * True if a needed section of another thread, which s keeps out, cannot come before s. That is one that comes after s in the trace: those
   * are mostly fewer than the threads that use the lock.
   */
  private comesBeforeAnother(s: number, t: number, byReads: boolean): boolean {
    const { need, trace, overwrites } = this;
    const { sections, sectionIndex } = trace;
    const { groupStart, groupThreads, lockStart, ofLock, place } = sectionIndex;
    const lock = sections.locks[s]!;
    const shared = sections.shared[s] === 1;
    if (byReads && !overwrites.read(t, sections.acquires[s]!, need[t]!)) return false;
    const from = place[s]! + 1;
    if (lockStart[lock + 1]! - from <= groupStart[lock + 1]! - groupStart[lock]!) {
      for (let at = from; at < lockStart[lock + 1]!; at++) {
        const q = ofLock[at]!;
        const u = sections.threads[q]!;
        if (u === t || sections.acquires[q]! > need[u]! || (shared && sections.shared[q] === 1)) continue;
        if (this.comesAfter(q, s, t, byReads)) return true;
      }
      return false;
    }
    for (let g = groupStart[lock]!; g < groupStart[lock + 1]!; g++) {
      if (groupThreads[g] === t) continue;
      const last = sectionIndex.last(g, need[groupThreads[g]!]!, shared);
      if (last >= 0 && this.comesAfter(last, s, t, byReads)) return true;
    }
    return false;
  }

  /** True if what is needed of section q must come after section s of thread t has begun, or after what was read in it. */
  private comesAfter(q: number, s: number, t: number, byReads: boolean): boolean {
    const { need, must, overwrites } = this;
    const { threads, releases, acquires } = this.trace.sections;
    const u = threads[q]!;
    const release = releases[q]!;
    const n = release === 0 ? need[u]! : Math.min(need[u]!, release);
    return byReads ? overwrites.precede(u, n) : must.entryAfter(u, n, t) >= acquires[s]!;
  }

  private attempt(goal: readonly number[], position: number, budget: number): Answer {
    const { windows, saturation, search } = this;
    const before = this.spent;
    const at = this.saturate(goal, position, budget / 2);
    const outcome = at < 0 ? 'none' : search.run(goal, windows.base, saturation.need, budget - (this.spent - before));
    saturation.order.clear();
    if (outcome === 'out of budget') return outcome;
    if (outcome === 'none') return 'no race';
    this.schedule = { base: windows.base, end: at, tail: [...search.state.steps, ...goal] };
    return 'race';
  }

  /**
   * Cuts a window at the position and finds the order that holds in it; gives the position, or an earlier one if what turned out to be needed
   * cannot run in the order of the trace up to there. -1 if there is no schedule.
   */
  private saturate(goal: readonly number[], position: number, budget: number): number {
    const { windows, need, saturation, trace } = this;
    const { columns, index } = trace;
    const ends = new Map(goal.map((e) => [columns.threads[e]!, index[e]!]));
    const limit = saturation.order.steps + budget;
    saturation.need.set(need);
    windows.cut(need, position);
    for (let at = position; ; ) {
      if (!saturation.run(windows.base, ends, limit - saturation.order.steps)) return -1;
      at = Math.min(at, windows.conflict(saturation.need));
      const base = windows.base.slice();
      windows.cut(saturation.need, at);
      if (windows.base.every((n, t) => n === base[t])) return at;
    }
  }
}
