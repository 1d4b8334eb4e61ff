// What a follower promises, held to: what it gave is what the logs are in the end, and no synchronisation up to a frontier came later.

import { expect } from 'vitest';
import type { FollowedLog, Follower, Sweep } from '../../../src/raw/follow/follower.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../../../src/raw/format.ts';

/** What a thread told in the end. */
export interface Truth {
  /** From the first record on. */
  readonly bytes: Uint8Array;
  /** Synchronisation in the order of the log: its time, and where its record ends. */
  readonly times: readonly { readonly time: number; readonly end: number }[];
}

/** What was given of a log. */
interface Given {
  readonly pieces: Uint8Array[];
  bytes: number;
  /** What the latest frontier was when so much had been given. */
  readonly promised: { readonly bytes: number; frontier: number }[];
}

export class Promises {
  private readonly logs = new Map<number, Given>();
  private readonly follower: Follower;
  private readonly forgets: boolean;
  private frontier = 0;

  constructor(follower: Follower, forgets: boolean) {
    this.follower = follower;
    this.forgets = forgets;
  }

  /** Takes all that a sweep gives. */
  take({ changed, logs, frontier }: Sweep): void {
    if (frontier < this.frontier) throw new Error(`the frontier fell from ${this.frontier} to ${frontier}`);
    for (const log of changed) this.read(log);
    for (const log of logs) {
      const { bytes, promised } = this.of(log);
      if (this.forgets) this.follower.forget(log, bytes);
      const last = promised.at(-1)!;
      if (last.bytes === bytes) last.frontier = frontier;
      else promised.push({ bytes, frontier });
    }
    this.frontier = frontier;
  }

  private of(log: FollowedLog): Given {
    const known = this.logs.get(log.number);
    if (known !== undefined) return known;
    // What was promised before counts for a thread that nobody knew of.
    const given = { pieces: [], bytes: RAW_HEADER_BYTES, promised: [{ bytes: 0, frontier: this.frontier }] };
    this.logs.set(log.number, given);
    return given;
  }

  private read(log: FollowedLog): void {
    const given = this.of(log);
    const wanted = log.bytes - given.bytes;
    const words = new Uint32Array(wanted / 4);
    const count = this.follower.read(log, words, 0, wanted, given.bytes);
    if (count !== wanted) throw new Error(`thread ${log.number}: ${count} bytes of ${wanted} at ${given.bytes}`);
    given.pieces.push(new Uint8Array(words.buffer));
    given.bytes = log.bytes;
  }

  /** By thread number. */
  get given(): ReadonlyMap<number, Buffer> {
    return new Map([...this.logs].map(([number, { pieces }]) => [number, Buffer.concat(pieces)]));
  }

  /** By thread number. */
  check(truth: ReadonlyMap<number, Truth>): void {
    const { given } = this;
    for (const [thread, { bytes, times }] of truth) {
      const got = given.get(thread) ?? Buffer.alloc(0);
      if (!got.equals(bytes)) expect(firstOther(got, bytes), `thread ${thread}`).toBeUndefined();
      let next = 0;
      // Times of a log do not fall: the next one that was not given is the earliest.
      for (const { bytes: had, frontier } of this.logs.get(thread)?.promised ?? []) {
        while (next < times.length && times[next]!.end <= had) next++;
        if (next < times.length && times[next]!.time <= frontier)
          expect(times[next], `thread ${thread} after ${frontier}`).toBeUndefined();
      }
    }
  }
}

/** The first record that is another, and how many there are. */
function firstOther(given: Buffer, bytes: Uint8Array): Record<string, unknown> {
  const record = (of: Uint8Array, at: number): string => Buffer.from(of.subarray(at, at + RAW_RECORD_BYTES)).toString('hex');
  let at = 0;
  while (record(given, at) === record(bytes, at)) at += RAW_RECORD_BYTES;
  return { at, given: record(given, at), left: record(bytes, at), lengths: [given.length, bytes.length] };
}
