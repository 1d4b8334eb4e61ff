// Which owners of sets are there: accesses that a later one may still race with, and acquires that rule (b) may still ask for. All that a
// thread does between two of its releases has the same sets, so owners are counted by thread and time; where none is left, nothing
// need be kept for that time. Nobody comes to a time that is over, so that what has gone stays gone: finding the next that is left costs O(1) on average.

import { grown } from '../../base/grown.ts';

const SMALLEST = 16;

class OwnersOfThread {
  counts = new Uint32Array(SMALLEST);
  /** Of a time without owners: a later one to look at next; 0 if nobody looked yet. */
  skips = new Uint32Array(SMALLEST);
}

export class Owners {
  /** How many there are, and were at a time at most. */
  count = 0;
  most = 0;
  bytes = 0;
  private readonly threads: OwnersOfThread[] = [];

  begin(t: number, time: number): void {
    while (this.threads.length <= t) {
      this.threads.push(new OwnersOfThread());
      this.bytes += 2 * SMALLEST * 4;
    }
    const own = this.threads[t]!;
    if (time >= own.counts.length) {
      const size = Math.max(time + 1, own.counts.length * 2);
      this.bytes += 2 * 4 * (size - own.counts.length);
      own.counts = grown(own.counts, size);
      own.skips = grown(own.skips, size);
    }
    own.counts[time]!++;
    if (++this.count > this.most) this.most = this.count;
  }

  end(t: number, time: number): void {
    this.threads[t]!.counts[time]!--;
    this.count--;
  }

  /** Whether the thread has an owner of a time above `after` and up to `upTo`, all of which are over. */
  any(t: number, after: number, upTo: number): boolean {
    const own = this.threads[t];
    if (own === undefined) return false;
    const { counts, skips } = own;
    const end = Math.min(upTo + 1, counts.length);
    let time = after + 1;
    while (time < end && counts[time] === 0) time = Math.max(time + 1, skips[time]!);
    // Paths are shortened for those who come by later.
    for (let passed = after + 1; passed < time && passed < end; ) {
      const next = Math.max(passed + 1, skips[passed]!);
      skips[passed] = time;
      passed = next;
    }
    return time < end;
  }
}
