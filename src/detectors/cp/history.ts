// The consecutive conflicting pairs of every variable: a write and the next one, a write and each thread's first read after it, and each
// thread's latest read before a write and that write. If all of these are ordered, all conflicting pairs of the variable are. Each is
// decided as soon as it can be: ordered, a race, or left to the sections it waits for.

import { grown } from '../../base/grown.ts';
import type { HappensBefore } from '../../clocks/happens-before.ts';
import { PendingPair } from './critical-section.ts';

/** Takes a race; `observed` if happens-before does not order the pair either. */
export type CpSink = (first: number, second: number, observed: boolean) => void;

/** Who knows what is CP-before what. */
export interface PairOrder {
  readonly hb: HappensBefore;
  /** True if what thread u did at `time` is known to be CP-before what thread t does now. */
  ordered(u: number, time: number, t: number): boolean;
  /** True if something may yet order the pair's first access before what thread t does now, its second; the pair then waits for it. */
  await(pair: PendingPair, t: number): boolean;
}

/** Hears which accesses may be the first of a pair to come: the latest write, and the reads after it. */
export interface LatestAccesses {
  begin(t: number, time: number): void;
  end(t: number, time: number): void;
}

/** Words per variable: thread + 1, time and position of the last write; the reads since then as a list. */
const WORDS = 4;
const TIME = 1;
const POSITION = 2;
const READS = 3;

/** Words per read: next in the list, thread, time, position. */
const READ = 4;

export class History {
  private readonly order: PairOrder;
  private readonly sink: CpSink;
  private readonly latest: LatestAccesses | undefined;
  private writes = new Uint32Array(0);
  /** Records from 1 on; those that are free are in a list of their own. */
  private reads = new Uint32Array(READ * 256);
  private used = 1;
  private free = 0;

  constructor(order: PairOrder, sink: CpSink, latest?: LatestAccesses) {
    this.order = order;
    this.sink = sink;
    this.latest = latest;
  }

  get bytes(): number {
    return this.writes.byteLength + this.reads.byteLength;
  }

  grow(variables: number): void {
    const words = variables * WORDS;
    if (words > this.writes.length) this.writes = grown(this.writes, Math.max(words, this.writes.length * 2));
  }

  read(t: number, x: number, position: number): void {
    const { writes } = this;
    const at = x * WORDS;
    let record = writes[at + READS]!;
    while (record !== 0 && this.reads[record * READ + 1] !== t) record = this.reads[record * READ]!;
    if (record === 0) {
      record = this.allocate();
      this.reads[record * READ] = writes[at + READS]!;
      this.reads[record * READ + 1] = t;
      writes[at + READS] = record;
      // What comes before a thread's first read comes before its later ones.
      const writer = writes[at]!;
      if (writer !== 0 && writer !== t + 1) this.decide(t, writer - 1, writes[at + TIME]!, writes[at + POSITION]!, position);
    } else this.latest?.end(t, this.reads[record * READ + 2]!);
    const time = this.order.hb.times[t]!;
    this.reads[record * READ + 2] = time;
    this.reads[record * READ + 3] = position;
    this.latest?.begin(t, time);
  }

  write(t: number, x: number, position: number): void {
    const { writes } = this;
    const at = x * WORDS;
    const writer = writes[at]!;
    if (writer !== 0 && writer !== t + 1) this.decide(t, writer - 1, writes[at + TIME]!, writes[at + POSITION]!, position);
    for (let record = writes[at + READS]!; record !== 0; ) {
      const r = record * READ;
      const { reads } = this;
      const next = reads[r]!;
      const reader = reads[r + 1]!;
      if (reader !== t) this.decide(t, reader, reads[r + 2]!, reads[r + 3]!, position);
      this.latest?.end(reader, reads[r + 2]!);
      reads[r] = this.free;
      this.free = record;
      record = next;
    }
    const time = this.order.hb.times[t]!;
    if (writer !== 0) this.latest?.end(writer - 1, writes[at + TIME]!);
    this.latest?.begin(t, time);
    writes[at] = t + 1;
    writes[at + TIME] = time;
    writes[at + POSITION] = position;
    writes[at + READS] = 0;
  }

  /** An earlier access of another thread, and what thread t does now. */
  private decide(t: number, u: number, time: number, first: number, second: number): void {
    const { order } = this;
    if (order.ordered(u, time, t)) return;
    if (!order.hb.ordered(u, time, t)) this.sink(first, second, true);
    else if (!order.await(new PendingPair(first, second, u, time), t)) this.sink(first, second, false);
  }

  private allocate(): number {
    const record = this.free;
    if (record !== 0) {
      this.free = this.reads[record * READ]!;
      return record;
    }
    if ((this.used + 1) * READ > this.reads.length) this.reads = grown(this.reads, this.reads.length * 2);
    return this.used++;
  }
}
