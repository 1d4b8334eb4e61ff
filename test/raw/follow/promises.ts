// What a follower promises, held to: what it gave is what the logs are in the end, and no synchronisation up to a frontier came later.

import { expect } from 'vitest';
import type { Follower, Sweep } from '../../../src/raw/follow/follower.ts';
import { RAW_HEADER_BYTES } from '../../../src/raw/format.ts';

/** What a thread told in the end. */
export interface Truth {
  /** From the first record on. */
  readonly bytes: Uint8Array;
  readonly times: readonly { readonly time: number; readonly end: number }[];
}

export class Promises {
  /** What was given, by thread. */
  readonly given = new Map<number, Buffer>();
  readonly frontiers: { readonly frontier: number; readonly bytes: ReadonlyMap<number, number> }[] = [];
  private readonly follower: Follower;
  private readonly forgets: boolean;

  constructor(follower: Follower, forgets: boolean) {
    this.follower = follower;
    this.forgets = forgets;
  }

  /** Takes all that a sweep gives. */
  take(sweep: Sweep): void {
    const { follower, given } = this;
    for (const log of sweep.changed) {
      const before = given.get(log.number) ?? Buffer.alloc(0);
      const from = RAW_HEADER_BYTES + before.length;
      const words = new Uint32Array((log.bytes - from) / 4);
      const count = follower.read(log, words, 0, log.bytes - from, from);
      if (count !== log.bytes - from) throw new Error(`thread ${log.number}: ${count} bytes of ${log.bytes - from} at ${from}`);
      given.set(log.number, Buffer.concat([before, new Uint8Array(words.buffer)]));
    }
    if (this.forgets) for (const log of sweep.logs) follower.forget(log, log.bytes);
    this.frontiers.push({ frontier: sweep.frontier, bytes: new Map(sweep.logs.map(({ number, bytes }) => [number, bytes])) });
  }

  /** By thread number. */
  check(truth: ReadonlyMap<number, Truth>): void {
    for (const [thread, { bytes, times }] of truth) {
      const given = this.given.get(thread) ?? Buffer.alloc(0);
      if (!given.equals(bytes)) expect(hex(given), `thread ${thread}`).toEqual(hex(bytes));
      for (const { frontier, bytes: had } of this.frontiers) {
        const late = times.find(({ time, end }) => time <= frontier && end > (had.get(thread) ?? 0));
        if (late !== undefined) expect(late, `thread ${thread} after ${frontier}`).toBeUndefined();
      }
    }
  }
}

/** A record per line. */
function hex(bytes: Uint8Array): string[] {
  return (
    Buffer.from(bytes)
      .toString('hex')
      .match(/.{1,32}/g) ?? []
  );
}
