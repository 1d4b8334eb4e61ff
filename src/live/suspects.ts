// Pairs of places that might race, and which of them are worth a look. A pair that is met in window after window is looked at in the first, the
// second, the fourth, the eighth …: the time is wanted for others. A look can show that a pair races, and cannot show that it never does: what
// is further apart than a window is in none.

import type { Suspicion } from '../raw/screen/suspicions.ts';

/** Whether what was met so often is looked at again: the first time, the second, the fourth, the eighth … */
export function isDue(times: number): boolean {
  return (times & (times - 1)) === 0;
}

export class Suspects {
  /** Pair of places → windows in which it was met, of those that are not known to race. */
  private readonly met = new Map<string, number>();
  /** Met since the last look. */
  private fresh = new Map<string, Suspicion>();
  /** Pairs that are known to race: nothing more is to be found out of them. */
  private readonly found = new Set<string>();

  get isEmpty(): boolean {
    return this.fresh.size === 0;
  }

  /** How many pairs are neither known to race nor known not to. */
  get open(): number {
    return this.met.size;
  }

  add(suspicion: Suspicion): void {
    const key = keyOf(suspicion);
    if (this.found.has(key)) return;
    if (!this.met.has(key)) this.met.set(key, 0);
    // That the run has the race says more than that another may have it.
    if (suspicion.observed || !this.fresh.has(key)) this.fresh.set(key, suspicion);
  }

  /** A window ends: whether somebody should look at it. */
  areDue(): boolean {
    let due = false;
    for (const key of this.fresh.keys()) {
      const times = this.met.get(key)! + 1;
      this.met.set(key, times);
      if (isDue(times)) due = true;
    }
    return due;
  }

  /** All that were met since the last look. */
  taken(): Suspicion[] {
    const taken = [...this.fresh.values()];
    this.fresh = new Map();
    return taken;
  }

  /** It is a race, and was told as one. */
  settle(suspicion: Suspicion): void {
    const key = keyOf(suspicion);
    this.found.add(key);
    this.met.delete(key);
  }
}

function keyOf({ later, earlier }: Suspicion): string {
  return [`${later.site} ${later.how}`, `${earlier.site} ${earlier.how}`].sort().join(' ');
}
