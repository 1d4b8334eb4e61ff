// What several threads have handed over at one place, each by itself: for orders that are weaker than happens-before, in which what a thread
// handed over itself tells it nothing. Of each thread the latest is enough.

import type { HappensBefore } from './happens-before.ts';
import type { Release } from './reader-locks.ts';

export class Releases {
  private readonly hb: HappensBefore;
  private readonly releases = new Map<number, Release>();

  constructor(hb: HappensBefore) {
    this.hb = hb;
  }

  /** What thread t did up to now and all that happens before it. */
  add(t: number): void {
    const { versions, times, known } = this.hb;
    this.remove(t);
    this.releases.set(t, { thread: t, time: times[t]!, version: versions.share(known[t]!) });
  }

  [Symbol.iterator](): Iterator<Release> {
    return this.releases.values();
  }

  remove(t: number): void {
    const release = this.releases.get(t);
    if (release === undefined) return;
    this.hb.versions.drop(release.version);
    this.releases.delete(t);
  }

  clear(): void {
    for (const { version } of this.releases.values()) this.hb.versions.drop(version);
    this.releases.clear();
  }
}
