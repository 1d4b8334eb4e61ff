// How long a thread is held. The time of a clock says little: on a busy machine all is late. So a held thread looks, every some milliseconds, whether
// anybody else of the process could still come: the kernel knows who sleeps, the board who only spins until somebody writes. If nobody could for a
// while, waiting is in vain. A thread that sleeps for a time, or waits for a timer or something outside, may still come: it is waited for as long as the plan
// says, also if it looks around now and then. While others run, a thread is held until the process has worked for so many milliseconds.

import { type Board, Doing } from './board.ts';

const LOOK_MS = 10;
/** So many looks with everybody asleep, and nobody who could wake up by itself. */
const QUIET = 30;
const LEAST_QUIET = 4;
/** A person with a debugger may stop any thread for a while before they have met; so much more patience is due then. */
const WATCHED = 100;
/** A net: so many times the limit, by the clock, whatever the kernel says. */
const NET = 30;

export type Waited = 'done' | 'vain' | 'late';

/** What a gate knows of the process around it. */
export interface Surroundings {
  /** How many threads of the process do not sleep, this one among them; undefined if that is not known. */
  awake(): number | undefined;
  /** Threads that may go on by themselves, by what they said last. */
  free(): readonly number[];
  /** Milliseconds that all threads of the process have worked, and those of the clock. */
  worked(): number;
  now(): number;
  /** A person looks at the program, who may stop it for as long as they like. */
  isWatched(): boolean;
}

export class Looks {
  private readonly board: Board;
  private readonly thread: number;
  private readonly limits: { readonly hold: number; readonly patience: number };
  private readonly around: Surroundings;

  constructor(board: Board, thread: number, limits: { readonly hold: number; readonly patience: number }, around: Surroundings) {
    this.board = board;
    this.thread = thread;
    this.limits = limits;
    this.around = around;
  }

  /** Waits until it is so. `tries`: how often the same was waited for in vain, for which there is less and less patience. `why`: if somebody
   * looks at threads that have met, it is for as long as they like, and who is not needed has no reason to wait for that. */
  wait(isSo: () => boolean, tries = 0, why: 'met' | 'spare' | 'needed' = 'needed'): Waited {
    const isWatched = why !== 'spare' && this.around.isWatched();
    const more = isWatched ? WATCHED : 1;
    const enough = (looks: number): number => Math.max(LEAST_QUIET, looks >> tries) * more;
    const [quietEnough, sleptEnough] = [enough(QUIET), enough(this.limits.hold / LOOK_MS)];
    this.board.does(this.thread, Doing.held);
    const [worked, now] = [this.around.worked(), this.around.now()];
    try {
      for (let [quiet, slept] = [0, 0]; ; ) {
        const { changes } = this.board;
        if (isSo()) return 'done';
        if (this.board.await(changes, LOOK_MS) || (isWatched && why === 'met')) continue;
        if (this.isOver(this.board.beginning(this.around.worked()), now, this.limits.patience * more)) return 'late';
        if (this.isOver(worked, now, this.limits.hold * more)) return 'vain';
        quiet = this.isQuiet() ? quiet + 1 : 0;
        if (quiet > 0) slept++;
        if (slept >= sleptEnough || (quiet >= quietEnough && !this.mayCome())) return 'vain';
      }
    } finally {
      this.board.does(this.thread, Doing.runs);
    }
  }

  private isOver(worked: number, now: number, limit: number): boolean {
    return this.around.worked() - worked > limit || this.around.now() - now > NET * limit;
  }

  private mayCome(): boolean {
    return this.around.free().some((thread) => this.board.doingOf(thread) === Doing.runs);
  }

  /** Whether nobody runs but those who are held, which look as this one does, and those who spin. */
  private isQuiet(): boolean {
    const awake = this.around.awake();
    return awake !== undefined && awake <= this.board.count(Doing.held) + this.board.count(Doing.spins);
  }
}
