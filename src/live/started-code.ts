// Where threads began, and what they ran: whether there were some that only ran code which the recorder does not see.

import { EVERYBODY, unseenWords } from '../raw/assemble/unseen-threads.ts';
import type { Naming } from '../raw/naming.ts';

/** Of the places that threads with one beginning went through, so many are kept. */
const MOST_SITES = 64;

/** Threads that began at one place. */
export interface Started {
  threads: number;
  readonly sites: Set<number>;
}

export class StartedCode {
  private readonly starts = new Map<number, Started>();

  /** Another thread begins there. */
  begin(site: number): Started {
    let started = this.starts.get(site);
    if (started === undefined) {
      started = { threads: 0, sites: new Set() };
      this.starts.set(site, started);
    }
    started.threads++;
    return started;
  }

  /** In words, which threads ran code that is not recorded. */
  unseen(naming: Naming): string | undefined {
    const names = new Set<string>();
    let count = 0;
    for (const [start, { threads, sites }] of this.starts) {
      const name = start === 0 ? undefined : naming.unseen?.(start);
      if (name === undefined || [...sites].some((site) => naming.unseen!(site) === undefined)) continue;
      names.add(name);
      count += threads;
    }
    return unseenWords(count, names);
  }
}

/** A thread goes by a place; those that all threads go by say nothing. */
export function passBy({ sites }: Started, kind: number, site: () => number): void {
  if (sites.size >= MOST_SITES || EVERYBODY.has(kind)) return;
  const address = site();
  if (address !== 0) sites.add(address);
}
