// Pairs of places that might race, and which of them are worth a look. A pair that is met in window after window is looked at in the first, the
// second, the fourth, the eighth …: the time is wanted for others.

import type { Suspicion } from '../raw/screen/suspicions.ts';

export class Suspects {
  /** Pair of places → windows in which it was met. */
  private readonly met = new Map<string, number>();
  /** Met since the last look. */
  private fresh = new Map<string, Suspicion>();
  /** Pairs that are known to race: nothing more is to be found out of them. */
  private readonly found = new Set<string>();
  /** Pairs that were met in windows which nobody looked at. */
  readonly passedOver = new Map<string, Suspicion>();

  get isEmpty(): boolean {
    return this.fresh.size === 0;
  }

  add(suspicion: Suspicion): void {
    const key = keyOf(suspicion);
    if (this.found.has(key)) return;
    // That the run has the race says more than that another may have it.
    if (suspicion.observed || !this.fresh.has(key)) this.fresh.set(key, suspicion);
  }

  /** A window ends. Whether somebody should look at it; if nobody does, that is noted. */
  areDue(): boolean {
    let due = false;
    for (const key of this.fresh.keys()) {
      const times = (this.met.get(key) ?? 0) + 1;
      this.met.set(key, times);
      if ((times & (times - 1)) === 0) due = true;
    }
    if (!due) this.passOver();
    return due;
  }

  passOver(): void {
    for (const [key, suspicion] of this.fresh) this.passedOver.set(key, suspicion);
    this.fresh.clear();
  }

  /** Somebody looks at all that were met. */
  taken(): Suspicion[] {
    const taken = [...this.fresh.values()];
    this.fresh = new Map();
    return taken;
  }

  /** It is a race, and was told as one. */
  settle(suspicion: Suspicion): void {
    const key = keyOf(suspicion);
    this.found.add(key);
    this.passedOver.delete(key);
  }
}

function keyOf({ later, earlier }: Suspicion): string {
  return [`${later.site} ${later.how}`, `${earlier.site} ${earlier.how}`].sort().join(' ');
}
