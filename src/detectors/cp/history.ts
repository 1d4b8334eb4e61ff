// The consecutive conflicting pairs of every variable: a write and the next one, a write and each thread's latest read before the next
// write, and that read and the next write. Each is decided as soon as it can be: ordered, a race, or left to the sections it waits for.

import { grown } from '../../trace/symbols.ts';
import type { CausalOrder } from './causal-order.ts';
import { PendingPair } from './section.ts';

/** Takes a race; `observed` if happens-before does not order the pair either. */
export type CpSink = (first: number, second: number, observed: boolean) => void;

/** Words per variable: thread + 1, time and position of the last write; the reads since then as a list. */
const WORDS = 4;
const TIME = 1;
const POSITION = 2;
const READS = 3;

/** Words per read: next in the list, thread, time, position, and how it stands to the write before it. */
const READ = 5;
const STATE = 4;

/** How a read stands to the last write: decided, or as its pair in `waiting` says. */
const ORDERED = 0;
const OBSERVED = 1;
const PREDICTED = 2;
const WAITING = 3;

export class History {
  private readonly order: CausalOrder;
  private readonly sink: CpSink;
  private writes = new Uint32Array(0);
  /** Records from 1 on; those that are free are in a list of their own. */
  private reads = new Uint32Array(READ * 256);
  private used = 1;
  private free = 0;
  /** Read record → its pair. */
  private readonly waiting = new Map<number, PendingPair>();

  constructor(order: CausalOrder, sink: CpSink) {
    this.order = order;
    this.sink = sink;
  }

  grow(variables: number): void {
    const words = variables * WORDS;
    if (words > this.writes.length) this.writes = grown(this.writes, Math.max(words, this.writes.length * 2));
  }

  read(t: number, x: number, position: number): void {
    const { writes, order } = this;
    const at = x * WORDS;
    let record = writes[at + READS]!;
    while (record !== 0 && this.reads[record * READ + 1] !== t) record = this.reads[record * READ]!;
    const known = record !== 0;
    if (!known) {
      record = this.allocate();
      this.reads[record * READ] = writes[at + READS]!;
      this.reads[record * READ + 1] = t;
      writes[at + READS] = record;
    }
    const r = record * READ;
    const writer = writes[at]!;
    // A thread that is ordered after the write stays so.
    if (known && this.reads[r + STATE] === WAITING) this.cancel(record);
    if (!known || this.reads[r + STATE] !== ORDERED) {
      let state = ORDERED;
      if (writer !== 0 && writer !== t + 1) {
        const pair = this.check(t, writer - 1, writes[at + TIME]!, writes[at + POSITION]!, position, false);
        if (typeof pair === 'number') state = pair;
        else {
          state = WAITING;
          this.waiting.set(record, pair);
        }
      }
      this.reads[r + STATE] = state;
    }
    this.reads[r + 2] = order.hb.times[t]!;
    this.reads[r + 3] = position;
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
      this.settle(record, writes[at + POSITION]!);
      reads[r] = this.free;
      this.free = record;
      record = next;
    }
    writes[at] = t + 1;
    writes[at + TIME] = this.order.hb.times[t]!;
    writes[at + POSITION] = position;
    writes[at + READS] = 0;
  }

  /** After the last event and with all locks released: reads that no write follows. */
  end(): void {
    const { writes } = this;
    for (let at = 0; at < writes.length; at += WORDS)
      for (let record = writes[at + READS]!; record !== 0; record = this.reads[record * READ]!)
        this.settle(record, writes[at + POSITION]!);
  }

  /** How an earlier access of another thread stands to what thread t does now: decided, or a pair that waits. */
  private check(
    t: number,
    u: number,
    time: number,
    first: number,
    second: number,
    settled: boolean,
  ): typeof ORDERED | typeof OBSERVED | typeof PREDICTED | PendingPair {
    const { order } = this;
    if (order.knowledge.ordered(u, time, t)) return ORDERED;
    if (!order.hb.ordered(u, time, t)) return OBSERVED;
    const pair = new PendingPair(first, second, u, time, settled);
    return order.await(pair, t) ? pair : PREDICTED;
  }

  private decide(t: number, u: number, time: number, first: number, second: number): void {
    const state = this.check(t, u, time, first, second, true);
    if (state === OBSERVED || state === PREDICTED) this.sink(first, second, state === OBSERVED);
  }

  /** A read was its thread's latest before the next write: its pair with the write before it counts. */
  private settle(record: number, write: number): void {
    const { reads } = this;
    const state = reads[record * READ + STATE]!;
    const position = reads[record * READ + 3]!;
    if (state === OBSERVED || state === PREDICTED) this.sink(write, position, state === OBSERVED);
    if (state !== WAITING) return;
    const pair = this.waiting.get(record)!;
    this.waiting.delete(record);
    pair.settled = true;
    if (pair.state === 'race') this.sink(write, position, false);
  }

  /** The thread reads once more before the next write. */
  private cancel(record: number): void {
    const pair = this.waiting.get(record)!;
    this.waiting.delete(record);
    this.reads[record * READ + STATE] = pair.state === 'ordered' ? ORDERED : PREDICTED;
    if (pair.state === 'open') pair.state = 'void';
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
