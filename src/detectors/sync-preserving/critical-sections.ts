// The critical sections of a trace, numbered by their acquires, and the locks that a thread holds after each of its events as
// chains that share their tails. Inner acquires of a re-entrant lock open nothing; a wait closes its section; sections of
// readers are shared and do not exclude each other. 25 bytes per section and 8 per chain: who releases many locks in the order in which it
// took them needs as many chains each time, so these ask for their memory.

import { grown } from '../../base/grown.ts';
import { type Meter, unlimited } from '../../base/meter.ts';
import { sharedBytes, sharedWords } from '../../base/shared-memory.ts';

/** The empty chain. */
export const NOTHING = 0;

export class CriticalSections {
  count = 0;
  locks = sharedWords(256);
  threads = sharedWords(256);
  /** Place of the acquire in its thread, from 1 on; and of the release, 0 if there is none. */
  acquires = sharedWords(256);
  releases = sharedWords(256);
  /** Position of the acquire. */
  positions = sharedWords(256);
  shared = sharedBytes(256);
  private depths = sharedWords(256);
  /** Chains of held locks: a section, and the rest of the chain. */
  chainSections = sharedWords(0);
  chainRests = sharedWords(0);
  /** Whether there was no memory for a chain: chains given since are wrong. */
  full = false;
  private chains = 1;
  private readonly meter: Meter;

  constructor(meter: Meter = unlimited()) {
    this.meter = meter;
  }

  /** Opens a section or enters an open one once more; gives the new chain. */
  open(chain: number, lock: number, thread: number, index: number, position: number, shared: number, depth: number): number {
    const again = this.find(chain, lock, shared);
    if (again >= 0) {
      this.depths[again]! += depth;
      return chain;
    }
    const s = this.count++;
    if (s === this.locks.length) this.grow();
    this.locks[s] = lock;
    this.threads[s] = thread;
    this.acquires[s] = index;
    this.positions[s] = position;
    this.shared[s] = shared;
    this.depths[s] = depth;
    return this.chain(s, chain);
  }

  /** Leaves a section, and closes it if that was the last time; gives the new chain. */
  leave(chain: number, lock: number, index: number, shared: number): number {
    const s = this.find(chain, lock, shared);
    if (s < 0) return chain;
    this.depths[s]!--;
    return this.depths[s] === 0 ? this.close(chain, s, index) : chain;
  }

  /** Closes the section of a wait and gives how often it was entered; 0 if the lock is not held. */
  waitDepth(chain: number, lock: number): number {
    const s = this.find(chain, lock, 0);
    return s < 0 ? 0 : this.depths[s]!;
  }

  closeWhole(chain: number, lock: number, index: number): number {
    const s = this.find(chain, lock, 0);
    return s < 0 ? chain : this.close(chain, s, index);
  }

  /** A section of chain a whose lock keeps out what holds chain b, or -1. */
  excluding(a: number, b: number): number {
    const { chainSections, chainRests, locks, shared } = this;
    for (let i = a; i !== NOTHING; i = chainRests[i]!)
      for (let j = b; j !== NOTHING; j = chainRests[j]!) {
        const s = chainSections[i]!;
        const r = chainSections[j]!;
        if (locks[s] === locks[r] && (shared[s] === 0 || shared[r] === 0)) return s;
      }
    return -1;
  }

  private find(chain: number, lock: number, shared: number): number {
    for (let i = chain; i !== NOTHING; i = this.chainRests[i]!) {
      const s = this.chainSections[i]!;
      if (this.locks[s] === lock && this.shared[s] === shared) return s;
    }
    return -1;
  }

  private close(chain: number, s: number, index: number): number {
    this.releases[s] = index;
    return this.without(chain, s);
  }

  private without(chain: number, s: number): number {
    const { chainSections, chainRests } = this;
    if (chainSections[chain] === s) return chainRests[chain]!;
    // Not by recursion: somebody may hold more locks than the stack has room for.
    const above: number[] = [];
    let c = chain;
    for (; chainSections[c] !== s; c = chainRests[c]!) above.push(chainSections[c]!);
    let rest = chainRests[c]!;
    for (let i = above.length - 1; i >= 0; i--) rest = this.chain(above[i]!, rest);
    return rest;
  }

  private chain(s: number, rest: number): number {
    const c = this.chains;
    if (c >= this.chainSections.length && !this.growChains(c + 1)) return NOTHING;
    this.chains++;
    this.chainSections[c] = s;
    this.chainRests[c] = rest;
    return c;
  }

  private growChains(length: number): boolean {
    const sections = this.full ? undefined : this.meter.enlarged(this.chainSections, length);
    const rests = sections === undefined ? undefined : this.meter.enlarged(this.chainRests, sections.length);
    if (sections === undefined || rests === undefined) {
      this.full = true;
      return false;
    }
    this.chainSections = sections;
    this.chainRests = rests;
    return true;
  }

  private grow(): void {
    const room = this.count * 2;
    this.locks = grown(this.locks, room);
    this.threads = grown(this.threads, room);
    this.acquires = grown(this.acquires, room);
    this.releases = grown(this.releases, room);
    this.positions = grown(this.positions, room);
    this.shared = grown(this.shared, room);
    this.depths = grown(this.depths, room);
  }
}
