// What a thread is told that is led by a plan.

import type { Plan } from '../../../steer/plan.ts';

export interface Steering {
  readonly plan: Plan;
  /** The board of all threads. */
  readonly memory: SharedArrayBuffer;
  /** The thread's own path of forks. */
  readonly path: string;
}

/** For the n-th thread that a thread makes, from 1. */
export function childSteering(mine: Steering, n: number): Steering {
  return { ...mine, path: `${mine.path}.${n}` };
}
