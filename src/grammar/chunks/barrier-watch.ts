// Who is inside a barrier, and whether its round still takes arrivals: what a chunk must be told of the events before it, because the
// rounds of a barrier have no names of their own. Follows the barriers of a trace alone, so that whoever cuts it can say it at every cut.

import { BarrierRounds, type Round } from '../../trace/barrier-rounds.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';

/** A thread inside a barrier. */
export interface Inside {
  readonly thread: number;
  readonly barrier: number;
  /** Whether its round takes arrivals: nobody has left it. */
  readonly gathers: boolean;
}

export class BarrierWatch {
  /** The operations that were seen, one bit for each code. */
  used = 0;
  private readonly rounds = new BarrierRounds<{ gathers: boolean }>(() => ({ gathers: true }));
  private readonly threads = new Map<number, { readonly barrier: number; readonly round: Round<{ gathers: boolean }> }>();

  block({ ops, threads, targets, length }: EventBlock): void {
    let used = 0;
    for (let i = 0; i < length; i++) used |= 1 << ops[i]!;
    this.used |= used;
    if ((used & ((1 << Op.barrierEnter) | (1 << Op.barrierExit))) === 0) return;
    for (let i = 0; i < length; i++)
      if (ops[i] === Op.barrierEnter) this.enter(targets[i]!, threads[i]!);
      else if (ops[i] === Op.barrierExit) this.exit(targets[i]!, threads[i]!);
  }

  /** After the events so far, by thread. */
  inside(): Inside[] {
    const all = Array.from(this.threads, ([thread, { barrier, round }]) => ({
      thread,
      barrier,
      gathers: round.gathered.gathers,
    }));
    return all.sort((a, b) => a.thread - b.thread);
  }

  private enter(barrier: number, thread: number): void {
    this.threads.set(thread, { barrier, round: this.rounds.enter(barrier, thread) });
  }

  private exit(barrier: number, thread: number): void {
    const round = this.rounds.exit(barrier, thread);
    if (round !== undefined) round.gathered.gathers = false;
    this.threads.delete(thread);
  }
}
