// The clocks that writers had, for the reads that will see them. All that a thread writes between two times of learning something
// shares one clock, which is copied when the thread learns, and only if some variable still needs it. The copies have an arena of
// their own: most are never looked at again, and among the clocks of threads and locks they would push those out of the cache.
// The copies are what SHB costs more than FastTrack: without them it takes 1.2 times as long with 256 threads, with them 2.5.

import { grown } from '../../base/grown.ts';
import { HappensBefore } from '../../clocks/happens-before.ts';
import { BOTTOM, type Version, Versions } from '../../clocks/versions.ts';
import type { EventBlock } from '../../trace/block.ts';

export class WriteClocks extends HappensBefore {
  private readonly kept = new Versions();
  /** Per thread: the clock of its writes since it last learnt something, BOTTOM if there were none. Not copied yet. */
  private open = new Uint32Array(0);

  override grow(block: EventBlock): void {
    super.grow(block);
    this.kept.grow(block.bounds.threads);
    if (this.open.length < this.times.length) this.open = grown(this.open, this.times.length);
  }

  override counters(): Record<string, number> {
    return { ...super.counters(), writeClocks: this.kept.live };
  }

  /** The clock of a write that thread t does now, in place of the clock of the last write before it. */
  replace(old: Version, t: number): Version {
    const { kept, open } = this;
    if (open[t] === BOTTOM) open[t] = kept.create();
    const clock = open[t]!;
    if (clock !== old) {
      kept.share(clock);
      kept.drop(old);
    }
    return clock;
  }

  dropClock(clock: Version): void {
    this.kept.drop(clock);
  }

  /** Thread t comes to know what thread u did up to its write at `time`, and what it knew then. */
  learnFromWrite(t: number, clock: Version, u: number, time: number): void {
    const { versions, kept } = this;
    if (clock === this.open[u]) {
      this.learn(t, this.known[u]!, u, time);
      return;
    }
    const version = versions.create();
    versions.copy(version, kept, clock);
    this.learn(t, version, u, time);
    versions.drop(version);
  }

  override learn(t: number, version: Version, u: number, time: number): void {
    const { kept, open } = this;
    const clock = open[t]!;
    if (clock !== BOTTOM) {
      if (kept.isShared(clock)) kept.copy(clock, this.versions, this.known[t]!);
      kept.drop(clock);
      open[t] = BOTTOM;
    }
    super.learn(t, version, u, time);
  }
}
