// The steps of a plan: synchronisation in its order. A thread that comes to the next step of its own waits for its turn; what it does beside its
// steps is not held up. A thread that has no more of them, and that no target means, is held before its next synchronisation until the race was
// shown, unless nobody else could go on, or somebody whom the plan names has not begun: it may be the one that makes it.

import type { Divergence } from '../../../steer/outcome.ts';
import { type Board, Phase } from './board.ts';
import type { Looks } from './looks.ts';

export class Turns {
  private readonly board: Board;
  private readonly looks: Looks;
  /** The steps of this thread that are to come, by their numbers in the plan; the next one last. */
  private readonly mine: number[];
  private readonly isSpare: boolean;
  private readonly named: number;
  private readonly diverged: (step: number, why: Divergence) => void;
  /** The step that this thread is doing. */
  private doing = -1;

  constructor(
    board: Board,
    looks: Looks,
    options: {
      readonly steps: readonly number[];
      /** The plan has steps, and no target that may mean this thread: when it has done its own it is not needed. */
      readonly isSpare: boolean;
      /** How many threads the plan names. */
      readonly named: number;
      readonly diverged: (step: number, why: Divergence) => void;
    },
  ) {
    this.board = board;
    this.looks = looks;
    this.mine = [...options.steps].reverse();
    this.isSpare = options.isSpare;
    this.named = options.named;
    this.diverged = options.diverged;
  }

  /** Before a synchronisation that may be one of these steps. */
  before(steps: readonly number[]): void {
    this.after();
    if (!this.board.hasSteps || this.board.phase !== Phase.looking) return;
    const next = this.mine.at(-1);
    if (next === undefined) {
      if (this.isSpare && this.board.named >= this.named) this.keep();
      return;
    }
    if (!steps.includes(next)) return;
    const isUp = (): boolean => this.board.step >= next || !this.board.hasSteps || this.board.phase !== Phase.looking;
    const waited = this.looks.wait(isUp);
    if (waited !== 'done') this.diverged(this.board.step, waited === 'late' ? 'late' : 'blocked');
    if (!this.board.hasSteps) return;
    this.mine.pop();
    this.doing = next;
  }

  /** The synchronisation was done, or this thread has come to something else. */
  after(): void {
    if (this.doing < 0) return;
    this.board.stepDone(this.doing);
    this.doing = -1;
  }

  /** Lets this thread wait as long as anybody else goes on. */
  private keep(): void {
    this.looks.wait(() => this.board.phase !== Phase.looking || !this.board.hasSteps, KEEPS, 'spare');
  }
}

/** Who is not needed waits less long than who is: as if it had been in vain some times. */
const KEEPS = 2;
