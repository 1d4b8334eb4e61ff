// Deadlocks that need critical sections in another order than the trace has: of patterns without a sync-preserving one, acquires that
// nothing refutes are brought side by side as the accesses of a race are, by a schedule that takes no search or by a search. In rounds: each
// gets its turn before any gets more. What is left undecided is counted, with what kept it.

import type { PairDecision } from '../predict/pair-decision.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';

/** A pattern at work: the acquires of each of its threads, in the order of the trace. */
export interface Instances {
  readonly sequences: readonly Uint32Array[];
  /** Whether nobody wants to hear of it any more. */
  isSettled(): boolean;
  /** Takes a deadlock and its schedule. False if that is none. */
  found(goal: readonly number[], schedule: Schedule): boolean;
}

/** Acquires of a pattern that are tried together. */
const MOST = 64;
/** How many times more steps each gets in the next round. */
const MORE = 8;

interface Turn {
  readonly instances: Instances;
  /** Those that may deadlock, by the acquire of each thread. */
  readonly goals: readonly (readonly number[])[];
  /** What kept others from being tried. */
  left: 'leftToBudget' | 'leftToWindow' | 'leftToLikeness' | undefined;
}

export class Reorderings {
  readonly counted = {
    patternsRefuted: 0,
    optimistic: 0,
    instancesTried: 0,
    patternsLeft: 0,
    leftToBudget: 0,
    leftToWindow: 0,
    leftToLikeness: 0,
  };
  private readonly decision: PairDecision;
  private readonly budget: number;
  private readonly spent: () => number;

  /** The budget is of steps, and for all of them; `spent` is what was taken of it, here and before. */
  constructor(decision: PairDecision, budget: number, spent: () => number) {
    this.decision = decision;
    this.budget = budget;
    this.spent = spent;
  }

  /** Until all is decided, the budget is spent, or each had `patience` times what is usual. */
  run(patterns: readonly Instances[], patience: number, working: ((done: number) => void) | undefined): void {
    let turns = patterns.filter((instances) => !instances.isSettled()).map((instances) => this.begin(instances));
    const over: Turn[] = [];
    for (let given = 0; turns.length > 0; given = Math.min(patience, given * MORE || 1)) {
      const next: Turn[] = [];
      for (const [i, turn] of turns.entries()) {
        working?.(i / turns.length);
        if (turn.instances.isSettled()) continue;
        const goals = this.turn(turn, given);
        if (goals.length > 0 && given < patience) next.push({ ...turn, goals });
        else if (goals.length > 0) over.push({ ...turn, left: 'leftToBudget' });
        else over.push(turn);
      }
      turns = next;
    }
    for (const { instances, left } of over) {
      if (instances.isSettled()) continue;
      if (left === undefined) this.counted.patternsRefuted++;
      else {
        this.counted.patternsLeft++;
        this.counted[left]++;
      }
    }
  }

  /** Passes over acquires that no schedule has next with any later ones of the others; what is left may deadlock. */
  private begin(instances: Instances): Turn {
    const { decision, budget } = this;
    const { sequences } = instances;
    const at = sequences.map(() => 0);
    for (;;) {
      if (this.spent() >= budget) return { instances, goals: [], left: 'leftToBudget' };
      const goal = at.map((n, j) => sequences[j]![n]!);
      if (!decision.refutesGoal(goal)) break;
      for (const [j, sequence] of sequences.entries())
        while (at[j]! < sequence.length && decision.isNeeded(sequence[at[j]!]!)) at[j]!++;
      if (at.some((n, j) => n === sequences[j]!.length)) return { instances, goals: [], left: undefined };
    }
    const rest = sequences.map((sequence, j) => sequence.subarray(at[j]!));
    const all = rest.reduce((product, { length }) => product * length, 1) <= MOST;
    const each = Math.floor(MOST ** (1 / rest.length));
    return {
      instances,
      goals: products(all ? rest : rest.map((own) => ends(own, each))),
      left: all ? undefined : 'leftToLikeness',
    };
  }

  /** Tries what is left of a pattern; gives what needs another round. */
  private turn(turn: Turn, patience: number): (readonly number[])[] {
    const { decision, budget, counted } = this;
    const { instances, goals } = turn;
    const again: (readonly number[])[] = [];
    for (const goal of goals) {
      if (this.spent() >= budget) {
        turn.left = 'leftToBudget';
        return [];
      }
      if (decision.refutesGoal(goal)) continue;
      if (patience === 0) counted.instancesTried++;
      const isReversal = patience === 0 && decision.isReversal(goal);
      if (isReversal && this.prove(instances, goal)) {
        counted.optimistic++;
        return [];
      }
      const rest = budget - this.spent();
      const answer = patience === 0 ? decision.glance(goal, rest) : decision.look(goal, rest, patience);
      if (answer === 'race' ? this.prove(instances, goal) : false) return [];
      if (answer === 'too far') turn.left = 'leftToWindow';
      else if (answer !== 'no race') again.push(goal);
    }
    return again;
  }

  private prove(instances: Instances, goal: readonly number[]): boolean {
    const { base, end, tail } = this.decision.schedule;
    return instances.found(goal, { base, end, tail: Array.from(tail).slice(0, -goal.length) });
  }
}

/** The first and the last ones. */
function ends(sequence: Uint32Array, count: number): Uint32Array {
  if (sequence.length <= count) return sequence;
  const first = Math.ceil(count / 2);
  return Uint32Array.of(...sequence.subarray(0, first), ...sequence.subarray(sequence.length - (count - first)));
}

/** One of each, in all ways. */
function products(sequences: readonly Uint32Array[]): (readonly number[])[] {
  let all: (readonly number[])[] = [[]];
  for (const sequence of sequences) all = all.flatMap((start) => Array.from(sequence, (e) => [...start, e]));
  return all;
}
