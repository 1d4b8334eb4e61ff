// Schedules that cut a block: bring its thread to a point between the two accesses and the other to the access that comes in, as the two
// accesses of a race are brought side by side; then the other does it and gives its lock back, and the block goes on. In two rounds: each
// candidate gets a glance before any gets more. What is left undecided is counted, with what kept it.

import type { Cut } from '../../witness/cut.ts';
import type { Working } from '../detector.ts';
import type { PairDecision } from '../predict/pair-decision.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';
import type { Candidate } from './candidates.ts';
import { Points } from './points.ts';

type Left = 'leftToBudget' | 'leftToWindow' | 'leftToLikeness' | 'leftOpen';

/** Takes a schedule that cuts a block. False if it does not. */
export type Found = (cut: Cut, schedule: Schedule) => boolean;

export class CutSearch {
  readonly counted = { predicted: 0, refuted: 0, left: 0, leftToBudget: 0, leftToWindow: 0, leftToLikeness: 0, leftOpen: 0 };
  private readonly trace: TraceIndex;
  private readonly decision: PairDecision;
  private readonly found: Found;
  private readonly points: Points;
  private readonly done: Uint32Array;

  constructor(trace: TraceIndex, decision: PairDecision, found: Found) {
    this.trace = trace;
    this.decision = decision;
    this.found = found;
    this.points = new Points(trace, decision);
    this.done = new Uint32Array(decision.must.stride);
  }

  /** Steps that were taken. */
  get spent(): number {
    return Math.ceil(this.decision.spent) + this.points.steps;
  }

  /** Until all is decided or `rest`, which says how many steps are left, says none. */
  run(candidates: readonly Candidate[], patience: number, rest: () => number, working?: Working): void {
    const { counted } = this;
    let turns = candidates;
    for (const given of [0, patience]) {
      const again: Candidate[] = [];
      for (const [i, candidate] of turns.entries()) {
        working?.(i / turns.length);
        const outcome = this.turn(candidate, given, rest);
        if (outcome === 'found') counted.predicted++;
        else if (outcome === 'none') counted.refuted++;
        else if (outcome === 'leftToBudget' && given === 0) again.push(candidate);
        else {
          counted.left++;
          counted[outcome]++;
        }
      }
      turns = again;
    }
  }

  private turn({ cuts, more }: Candidate, patience: number, rest: () => number): 'found' | 'none' | Left {
    const left = new Set<Left>();
    for (const cut of cuts)
      for (const point of this.points.of(cut)) {
        if (rest() <= 0) return 'leftToBudget';
        const outcome = this.attempt(cut, point, patience, rest);
        if (outcome === 'found') return outcome;
        if (outcome !== 'none') left.add(outcome);
      }
    if (left.has('leftToBudget')) return 'leftToBudget';
    if (more) return 'leftToLikeness';
    return [...left][0] ?? 'none';
  }

  private attempt(cut: Cut, point: number, patience: number, rest: () => number): 'found' | 'none' | Left {
    const { decision } = this;
    const goal = [point, cut.cut];
    if (decision.refutesGoal(goal)) return 'none';
    const release = this.points.after(point, cut);
    if (release === undefined) return 'none';
    if (decision.isReversal(goal) && this.prove(cut, release)) return 'found';
    const answer = patience === 0 ? decision.glance(goal, rest()) : decision.look(goal, rest(), patience);
    if (answer === 'race') return this.prove(cut, release) ? 'found' : 'leftOpen';
    if (answer === 'too far') return 'leftToWindow';
    return answer === 'no race' ? 'none' : 'leftToBudget';
  }

  /** Goes on from where both stand: the other, as far as its release, then the block. */
  private prove(cut: Cut, release: number): boolean {
    const { done, trace } = this;
    const { columns, index } = trace;
    const { base, end, tail } = this.decision.schedule;
    const before = Array.from(tail).slice(0, -2);
    done.set(base);
    for (const e of before) done[columns.threads[e]!] = index[e]!;
    const u = columns.threads[cut.cut]!;
    done[u] = index[cut.cut]!;
    const released = release === 0 ? [] : this.goOn(u, release);
    const own = this.goOn(columns.threads[cut.index]!, index[cut.index]! - 1);
    return this.found(cut, { base, end, tail: [...before, cut.cut, ...released, ...own, cut.index] });
  }

  /** What is not done yet of the first n events of thread t and what they need, in the order of the trace. */
  private goOn(t: number, n: number): number[] {
    const { done, trace, decision } = this;
    const { threadEvents, threadStart } = trace;
    const before = done.slice();
    decision.must.include(done, t, n);
    const events: number[] = [];
    for (let v = 0; v < done.length; v++)
      for (let i = before[v]!; i < done[v]!; i++) events.push(threadEvents[threadStart[v]! + i]!);
    return events.sort((a, b) => a - b);
  }
}
