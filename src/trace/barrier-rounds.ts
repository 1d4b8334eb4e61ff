// What a barrier means, for all who follow a trace: an exit is ordered after every arrival of its round. A round takes arrivals until
// its first exit; whoever leaves late leaves the round that it arrived in, not the one that gathers behind it. This is the one place
// that says so; only the checker of schedules (witness/facts.ts) has a reading of its own. O(1) per event.

/** Threads that meet, and what their arrivals left for those who leave. */
export interface Round<Gathered> {
  /** Of the user: each arrival adds to it, each exit takes all of it. */
  gathered: Gathered;
  /** Arrived and not yet left: 1 after the first arrival, 0 after the last exit, when nobody will ask for the round again. */
  inside: number;
}

export class BarrierRounds<Gathered> {
  private readonly nothing: (barrier: number) => Gathered;
  /** Barrier → the round that takes arrivals. */
  private readonly gathering = new Map<number, Round<Gathered>>();
  /** Thread inside a barrier (it is inside one at most) → its round. */
  private readonly rounds = new Map<number, Round<Gathered>>();

  /** `nothing` is what a new round of a barrier has gathered before its first arrival. */
  constructor(nothing: (barrier: number) => Gathered) {
    this.nothing = nothing;
  }

  /** The round that thread t arrives in. */
  enter(barrier: number, t: number): Round<Gathered> {
    let round = this.gathering.get(barrier);
    if (round === undefined) {
      round = { gathered: this.nothing(barrier), inside: 0 };
      this.gathering.set(barrier, round);
    }
    round.inside++;
    this.rounds.set(t, round);
    return round;
  }

  /** The round that thread t leaves; undefined if it did not arrive, which no well-formed trace has. */
  exit(barrier: number, t: number): Round<Gathered> | undefined {
    const round = this.rounds.get(t);
    if (round === undefined) return undefined;
    this.rounds.delete(t);
    if (this.gathering.get(barrier) === round) this.gathering.delete(barrier);
    round.inside--;
    return round;
  }
}
