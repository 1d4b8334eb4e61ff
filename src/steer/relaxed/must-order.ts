// The order that no schedule changes, whatever reads see: a thread after its fork, a join after its thread, who leaves a barrier after all that came to it.
// A clock per thread, which grows at these events only, so there are few values.

import { BarrierRounds } from '../../trace/barrier-rounds.ts';

type Clock = number[];

export class MustOrder {
  private readonly clocks: Clock[] = [];
  private readonly rounds = new BarrierRounds<Clock>(() => []);

  /** When thread t is now, for `isBefore`. */
  now(t: number): number {
    return this.clock(t)[t]!;
  }

  /** Whether what thread t did at this time is before all that u does from now on. */
  isBefore(t: number, time: number, u: number): boolean {
    return t === u || (this.clock(u)[t] ?? 0) >= time;
  }

  fork(t: number, child: number): void {
    join(this.clock(child), this.clock(t));
    this.goOn(t);
  }

  join(t: number, child: number): void {
    join(this.clock(t), this.clock(child));
  }

  enter(t: number, barrier: number): void {
    join(this.rounds.enter(barrier, t).gathered, this.clock(t));
    this.goOn(t);
  }

  exit(t: number, barrier: number): void {
    const round = this.rounds.exit(barrier, t);
    if (round !== undefined) join(this.clock(t), round.gathered);
  }

  private goOn(t: number): void {
    this.clock(t)[t]!++;
  }

  private clock(t: number): Clock {
    let clock = this.clocks[t];
    if (clock === undefined) {
      clock = [];
      clock[t] = 1;
      this.clocks[t] = clock;
    }
    return clock;
  }
}

function join(into: Clock, from: Clock): void {
  for (let t = 0; t < from.length; t++) if ((from[t] ?? 0) > (into[t] ?? 0)) into[t] = from[t]!;
}
