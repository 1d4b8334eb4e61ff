// Counting semaphores as tokens, first in first out: a take is ordered after the post whose token it gets, and after no other. The
// tokens that were there at first carry nothing. A token's variable is used again once it was taken.

import { Op } from '../../trace/operation.ts';
import type { TraceOutput } from './trace-output.ts';

interface Semaphore {
  /** Tokens left from the beginning. */
  initial: number;
  /** Variables of the tokens that were posted: those from `taken` on are there. */
  posted: number[];
  taken: number;
  readonly unused: number[];
}

/** Taken tokens are forgotten once there are so many. */
const FORGET = 1024;

export class Semaphores {
  private readonly semaphores = new Map<number, Semaphore>();
  private readonly output: TraceOutput;
  private readonly newVariable: (semaphore: number) => number;

  constructor(output: TraceOutput, newVariable: (semaphore: number) => number) {
    this.output = output;
    this.newVariable = newVariable;
  }

  initialise(id: number, count: number): void {
    const semaphore = this.semaphore(id);
    semaphore.initial = count;
    semaphore.posted = [];
    semaphore.taken = 0;
  }

  post(id: number, thread: number, location: number): void {
    const semaphore = this.semaphore(id);
    const variable = semaphore.unused.pop() ?? this.newVariable(id);
    semaphore.posted.push(variable);
    this.output.add(Op.volatileWrite, thread, variable, location);
  }

  take(id: number, thread: number, location: number): void {
    const semaphore = this.semaphore(id);
    if (semaphore.initial > 0) {
      semaphore.initial--;
      return;
    }
    // None is there if the log of the poster was cut.
    const variable = semaphore.posted[semaphore.taken];
    if (variable === undefined) return;
    this.output.add(Op.volatileRead, thread, variable, location);
    semaphore.unused.push(variable);
    if (++semaphore.taken < FORGET) return;
    semaphore.posted = semaphore.posted.slice(semaphore.taken);
    semaphore.taken = 0;
  }

  private semaphore(id: number): Semaphore {
    let semaphore = this.semaphores.get(id);
    if (semaphore === undefined) {
      semaphore = { initial: 0, posted: [], taken: 0, unused: [] };
      this.semaphores.set(id, semaphore);
    }
    return semaphore;
  }
}
