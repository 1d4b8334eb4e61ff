// Barriers: every exit is ordered after all arrivals of its round. A round takes arrivals until its first exit; a thread that
// leaves late still gets the clock of its own round, not of the one that gathers behind it.

import { BOTTOM, type Version, type Versions } from './versions.ts';

interface Round {
  /** What the arrivals know together. */
  gathered: Version;
  /** Arrived and not yet left. */
  inside: number;
  open: boolean;
}

export class Barriers {
  private readonly versions: Versions;
  /** Per barrier: the round that takes arrivals. */
  private readonly gathering = new Map<number, Round>();
  /** Per thread inside a barrier (a thread is inside at most one): its round. */
  private readonly rounds = new Map<number, Round>();

  constructor(versions: Versions) {
    this.versions = versions;
  }

  enter(barrier: number, t: number, known: Version, time: number): void {
    let round = this.gathering.get(barrier);
    if (round === undefined) {
      round = { gathered: BOTTOM, inside: 0, open: true };
      this.gathering.set(barrier, round);
    }
    round.gathered = this.versions.absorb(round.gathered, known, t, time);
    round.inside++;
    this.rounds.set(t, round);
  }

  /** What thread t learns as it leaves; the caller gets a share of it. */
  exit(barrier: number, t: number): Version {
    const round = this.rounds.get(t);
    if (round === undefined) return BOTTOM;
    this.rounds.delete(t);
    if (round.open) {
      round.open = false;
      this.gathering.delete(barrier);
    }
    round.inside--;
    // The last one to leave takes the round's own share with it.
    return round.inside === 0 ? round.gathered : this.versions.share(round.gathered);
  }
}
