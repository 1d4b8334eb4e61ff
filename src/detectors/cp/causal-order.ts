// The causally-precedes order, event by event. An event is CP-before another iff it happens before the release of some section and the
// other after the acquire of a later section of the same lock that CP orders after it: so CP is one number per section, `before`.
// What a section learns later goes at once to all that are uncertain because of it. docs/detectors/cp.md has the invariants.

import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import { Conflicts } from './conflicts.ts';
import { CriticalSection, Lock, type PendingPair } from './critical-section.ts';
import { Growth } from './growth.ts';
import { HardOrders } from './hard-orders.ts';
import type { PairOrder } from './history.ts';
import { Knowledge } from './knowledge.ts';

export class CausalOrder implements PairOrder {
  readonly knowledge = new Knowledge();
  readonly hb = this.knowledge.hb;
  /** Per thread: its open sections. */
  readonly held: CriticalSection[][] = [];
  private readonly growth: Growth;
  private readonly locks: Lock[] = [];
  private readonly conflicts = new Conflicts();
  private readonly hard = new HardOrders(this.hb, this.knowledge);
  private ruleA = 0;

  /** `race` takes the pairs that nothing can order any more. */
  constructor(race: (pair: PendingPair) => void) {
    this.growth = new Growth(this.knowledge, race);
  }

  grow(block: EventBlock): void {
    const { threads, locks } = block.bounds;
    this.hb.grow(block);
    this.knowledge.grow(threads);
    while (this.held.length < threads) this.held.push([]);
    while (this.locks.length < locks) this.locks.push(new Lock(this.locks.length));
  }

  counters(): Record<string, number> {
    return { ruleA: this.ruleA, ...this.growth.counters() };
  }

  ordered(u: number, time: number, t: number): boolean {
    return this.knowledge.ordered(u, time, t);
  }

  await(pair: PendingPair, t: number): boolean {
    return this.growth.await(pair, t);
  }

  /** Rule (a), before an access of thread t under locks: kind 0 reads, 1 writes. */
  access(t: number, variable: number, kind: number): void {
    const held = this.held[t]!;
    for (let i = 0; i < held.length; i++) {
      const section = held[i]!;
      const latest = this.conflicts.access(section.lock.id, variable, kind, section.index, t);
      if (latest <= section.before) continue;
      this.ruleA++;
      this.growth.raise(section, latest);
    }
  }

  step(op: number, t: number, target: number): void {
    this.hard.step(op, t, target);
    if (op === Op.release) this.release(t, this.locks[target]!);
    this.hb.step(op, t, target);
    if (op === Op.acquire) this.acquire(t, this.locks[target]!);
  }

  /** Releases what is still held, inner locks first: so many locks. */
  end(): number {
    let released = 0;
    for (let t = 0; t < this.held.length; t++) {
      const held = this.held[t]!;
      for (; held.length > 0; released++) this.step(Op.release, t, held.at(-1)!.lock.id);
    }
    return released;
  }

  private acquire(t: number, lock: Lock): void {
    const { knowledge } = this;
    const { last } = lock;
    const time = this.hb.times[t]!;
    if (last === undefined) {
      this.held[t]!.push(new CriticalSection(lock, 1, t, time, 0));
      return;
    }
    // Whoever released the lock itself knows all that it left there.
    if (last.thread !== t) {
      knowledge.causal[t] = knowledge.joined(knowledge.causal[t]!, lock.causal);
      if (lock.uncertain.length > 0) knowledge.share(t, lock.uncertain);
    }
    const section = new CriticalSection(lock, last.index + 1, t, time, last.before);
    this.held[t]!.push(section);
    if (knowledge.ordered(last.thread, lock.released, t)) section.before = last.index;
    else this.growth.begin(t, section);
  }

  private release(t: number, lock: Lock): void {
    const { hb, knowledge, growth } = this;
    const { versions } = knowledge;
    const held = this.held[t]!;
    let at = held.length - 1;
    while (at >= 0 && held[at]!.lock !== lock) at--;
    if (at < 0) return;
    const section = held[at]!;
    held.splice(at, 1);
    growth.release(t, section);
    lock.close(section, hb.times[t]!, versions.share(hb.known[t]!));
    growth.closed(lock);
    const old = lock.causal;
    lock.causal = versions.share(knowledge.causal[t]!);
    versions.drop(old);
    const uncertain = knowledge.uncertain[t]!;
    if (lock.uncertain === uncertain) return;
    lock.uncertain = uncertain;
    for (const other of uncertain) {
      other.locks ??= new Set();
      other.locks.add(lock);
    }
  }
}
