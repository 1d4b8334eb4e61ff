// Accesses that have no sync-preserving race, each with the earlier accesses that it may race with in another way. Columns, not
// objects: nearly every access can be one, with a dozen others.

import type { Meter } from '../../base/meter.ts';

/** Of an access: its position, where its rivals begin in `firsts`, and how many there are. */
const FIELDS = 3;
/** Its place in the order in which they are given, in bytes. */
const PLACE = 4;

export class Undecided {
  private readonly meter: Meter;
  private count = 0;
  private total = 0;
  private seconds = new Float64Array(0);
  private firsts = new Uint32Array(0);

  constructor(meter: Meter) {
    this.meter = meter;
  }

  get size(): number {
    return this.count;
  }

  get pairs(): number {
    return this.total;
  }

  /** False, and nothing kept, if there is no memory for it. */
  add(second: number, firsts: readonly number[]): boolean {
    if (!this.hasRoom(firsts.length)) return false;
    this.seconds.set([second, this.total, firsts.length], this.count * FIELDS);
    this.firsts.set(firsts, this.total);
    this.count++;
    this.total += firsts.length;
    return true;
  }

  /** In the order of the trace. */
  *inOrder(): Generator<{ readonly second: number; readonly firsts: Uint32Array }> {
    const { seconds, firsts, count } = this;
    const order = Uint32Array.from({ length: count }, (_, i) => i * FIELDS).sort((a, b) => seconds[a]! - seconds[b]!);
    for (const i of order)
      yield { second: seconds[i]!, firsts: firsts.subarray(seconds[i + 1]!, seconds[i + 1]! + seconds[i + 2]!) };
  }

  private hasRoom(more: number): boolean {
    const { meter } = this;
    const needed = (this.count + 1) * FIELDS;
    if (needed > this.seconds.length) {
      const seconds = meter.enlarged(this.seconds, needed);
      if (seconds === undefined) return false;
      this.seconds = seconds;
    }
    if (this.total + more > this.firsts.length) {
      const firsts = meter.enlarged(this.firsts, this.total + more);
      if (firsts === undefined) return false;
      this.firsts = firsts;
    }
    return meter.take(PLACE);
  }
}
