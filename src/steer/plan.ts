// A plan: where a program is to be led when it runs again. It is made here from what an analysis knows, and followed by the gate of a runtime
// (src/record/c for C, src/record/node for Node.js). docs/steering-format.md says it for authors of gates.
//
// Nothing in a plan is an address or a number of the run that it was made from: a thread is its path of forks, a place in the code is a word that
// its runtime knows again in the next run.

import type { Schedule } from './schedule.ts';

/** What a thread is to stand at. `access` is a read or a write; `acquire` is before a lock, of a deadlock. */
export const targetKinds = ['read', 'write', 'access', 'acquire'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** `0` is the first thread, `0.1` the first that it made, `0.1.2` the second that this one made. */
export type ThreadPath = string;
/** Whoever comes. */
export const ANYBODY = '*';

/** A place at which a thread is held until the others stand at theirs. */
export interface Target {
  readonly kind: TargetKind;
  readonly thread: ThreadPath | typeof ANYBODY;
  /** The instructions: any of them. C: `module+0xoffset`; Node.js: `file:line:column`. */
  readonly sites: readonly string[];
}

export const stepKinds = ['acquire', 'share', 'wait', 'notify', 'barrier', 'load', 'store', 'send', 'receive'] as const;
export type StepKind = (typeof stepKinds)[number];

/** A synchronisation that has its turn. The thread is known by its path, the step by its site: the next time that the thread comes to one of them. */
export interface Step {
  readonly thread: ThreadPath;
  readonly kind: StepKind;
  readonly sites: readonly string[];
}

/** Which target goes on first when all stand. */
export const orders = ['first', 'second', 'any'] as const;
export type PlanOrder = (typeof orders)[number];

/**
 * The targets of a block that is cut: its access before the cut, that of another thread which comes in between, and its access after that. There are no
 * others then.
 */
export const Cut = { before: 0, between: 1, after: 2 } as const;

/** Who comes to a target by way of a lock is held before it takes that, or those could not come for whom it is held. */
export interface Way {
  readonly target: typeof Cut.between | typeof Cut.after;
  readonly sites: readonly string[];
}

export interface Plan {
  /** Decides whatever the plan leaves open; the same seed decides alike. */
  readonly seed: number;
  /** Milliseconds that a thread is held at once, at most. */
  readonly hold: number;
  /** Milliseconds from the first hold on, after which everybody is let go. */
  readonly patience: number;
  readonly order: PlanOrder;
  /** Under a debugger: when all stand, each thread stops there with a SIGTRAP, or a `debugger` statement. */
  readonly stops: boolean;
  /** None, the two accesses of a race, the acquires of a deadlock, or what `Cut` says. */
  readonly targets: readonly Target[];
  /** The targets are those of a block that is cut. Its order is `first` if it is, and `second` if the other one comes after the block. */
  readonly cuts: boolean;
  /** One for each target of a cut block, at most. */
  readonly ways: readonly Way[];
  /** In their order; none if only the targets matter. */
  readonly steps: readonly Step[];
  /** How threads that stand at nothing take turns. Not for the gate: the recorder gets it beside the plan. */
  readonly schedule?: Schedule | undefined;
}

/** What a plan has where nobody says otherwise. */
export const usualPlan: Plan = {
  seed: 1,
  hold: 2000,
  patience: 20_000,
  order: 'any',
  stops: false,
  targets: [],
  cuts: false,
  ways: [],
  steps: [],
};

export const LARGEST = { targets: 8, sites: 64, steps: 4096, word: 512, bytes: 1 << 20, time: 3_600_000 } as const;
