// Raptor's sets (Roemer, Bond 2019, Algorithms 3 to 5 and 7), event by event: what every access and acquire, an owner, is ordered to by PO,
// HB and CP, and by CP if an acquire comes before the release of an open section (CCP). docs/detectors/raptor.md says how they are kept.

import { grown } from '../../base/grown.ts';
import type { HappensBefore } from '../../clocks/happens-before.ts';
import { BOTTOM, type Version } from '../../clocks/versions.ts';
import type { PendingPair } from '../cp/critical-section.ts';
import type { PairOrder } from '../cp/history.ts';
import { type Element, type Indices, Lock, lockElement, Section, threadElement } from './lock.ts';
import { Owners } from './owners.ts';
import { least, Runs } from './runs.ts';

/** What an entry of a map and a pair take. */
const ENTRY = 50;
const PAIR = 150;

export class Sets implements PairOrder {
  readonly hb: HappensBefore;
  readonly owners = new Owners();
  /** Per thread: its open sections. */
  readonly held: Section[][] = [];
  readonly counted = { ruleB: 0, transfers: 0, acquiresRemoved: 0 };
  private readonly race: (pair: PendingPair) => void;
  private readonly locks: Lock[] = [];
  /** CP of threads, by thread of the owners. */
  private cp = new Uint32Array(0);
  /** Open sections that somebody's order depends on. */
  private readonly conditional = new Set<Section>();
  /** Of locks, pairs and conditions. */
  private used = 0;

  /** `race` takes the pairs that nothing can order any more. */
  constructor(hb: HappensBefore, race: (pair: PendingPair) => void) {
    this.hb = hb;
    this.race = race;
  }

  grow(threads: number): void {
    if (threads > this.cp.length) this.cp = grown(this.cp, Math.max(threads, 2 * this.cp.length));
    while (this.held.length < threads) this.held.push([]);
  }

  get bytes(): number {
    return this.used + this.owners.bytes;
  }

  /** Whether what thread u did at `time` is CP-before thread t. */
  ordered(u: number, time: number, t: number): boolean {
    return this.hb.versions.time(this.cp[t]!, u) >= time;
  }

  /** All that happens before thread u's `time`, when it knew `version`, is CP-before thread t. */
  precede(t: number, version: Version, u: number, time: number): void {
    if (!this.ordered(u, time, t)) this.cp[t] = this.hb.versions.absorb(this.cp[t]!, version, u, time);
  }

  /** ξ is ordered as thread t is: lines 5 to 13 of Algorithm 1, 3 to 6 of Algorithm 2. False if nothing can order the pair. */
  await(pair: PendingPair, t: number): boolean {
    for (const section of this.conditional) {
      const index = section.conditions.get(threadElement(t))?.get(pair.thread)?.at(pair.time) ?? 0;
      if (index > 0) this.condition(section, pair, index);
    }
    if (pair.conditions === 0) return false;
    this.owners.begin(pair.thread, pair.time);
    this.used += PAIR;
    return true;
  }

  /** Algorithm 3. Before happens-before takes the event. */
  acquire(t: number, m: number): void {
    const lock = this.lock(m);
    const own = threadElement(t);
    if (lock.closed > 0 && lock.releaser !== t) {
      this.cp[t] = this.joined(this.cp[t]!, lock.cp);
      for (const section of this.conditional) {
        const conditions = section.conditions.get(lockElement(m));
        if (conditions !== undefined) this.add(section, own, conditions);
      }
    }
    const section = new Section(lock, ++lock.sections, t);
    this.held[t]!.push(section);
    const { bytes } = lock;
    lock.acquires.push(section.index, t, this.hb.times[t]!);
    this.used += lock.bytes - bytes;
    this.owners.begin(t, this.hb.times[t]!);
    if (lock.closed === 0 || this.ordered(lock.releaser, lock.released, t)) return;
    section.conditions.set(own, lock.indices);
    this.conditional.add(section);
  }

  /** Algorithms 4 and 5. Before happens-before takes the event. */
  release(t: number, m: number): void {
    const held = this.held[t]!;
    const section = held[held.findLastIndex(({ lock }) => lock.id === m)];
    if (section === undefined) return;
    held.splice(held.indexOf(section), 1);
    if (this.conditional.delete(section)) {
      this.preRelease(section);
      this.close(section);
    }
    const { lock } = section;
    for (const other of this.conditional) {
      const conditions = other.conditions.get(threadElement(t));
      if (conditions === undefined) other.conditions.delete(lockElement(m));
      else other.conditions.set(lockElement(m), conditions);
    }
    const { versions } = this.hb;
    const old = lock.cp;
    lock.cp = versions.share(this.cp[t]!);
    versions.drop(old);
    this.reach(lock, section);
  }

  /** Line 4 of Algorithm 5. */
  private reach(lock: Lock, { thread: t, index }: Section): void {
    const { hb } = this;
    const { bytes } = lock;
    for (let u = 0; u < this.held.length; u++) {
      const time = hb.time(t, u);
      if (time > 0) lock.reach(u, time, index);
    }
    this.used += lock.bytes - bytes;
    lock.closed++;
    lock.releaser = t;
    lock.released = hb.times[t]!;
    if (!lock.grownUp) return;
    const before = lock.acquires.length;
    lock.removeObsolete(
      (u, after, upTo) => this.owners.any(u, Math.max(after, hb.versions.time(lock.cp, u)), upTo),
      (u, time) => this.owners.end(u, time),
    );
    this.counted.acquiresRemoved += before - lock.acquires.length;
  }

  /**
   * Algorithm 4, until it teaches the releaser nothing: as printed, it is done once, and misses what it finds itself. The acquires that
   * are CP-before the releaser are looked up once for all owners, as section 7.1 has it.
   */
  private preRelease(section: Section): void {
    const own = threadElement(section.thread);
    for (let taught = true; taught; ) {
      taught = false;
      const latest = this.latestOrdered(section);
      const others = [...this.conditional].filter(({ conditions }) => conditions.has(own));
      for (const [element, conditions] of section.conditions) {
        let changed = this.settle(element, conditions, latest);
        for (const other of others) if (this.transfer(section, element, conditions, latest, other)) changed = true;
        if (changed && element === own) taught = true;
      }
    }
    const latest = this.latestOrdered(section);
    for (const [pair, index] of section.pairs) {
      if (pair.state !== 'open') continue;
      if (index <= latest) this.order(pair);
      else
        for (const other of this.conditional) {
          const conditions = other.conditions.get(own);
          const depends = conditions === undefined ? 0 : section.lock.acquires.indexIn(conditions, index);
          if (depends > 0) this.condition(other, pair, depends);
        }
    }
  }

  /** The latest section of the lock whose acquire is CP-before the thread that is about to release it. */
  private latestOrdered({ lock, thread, conflict }: Section): number {
    return Math.max(
      conflict,
      lock.acquires.latest((u, time) => this.ordered(u, time, thread)),
    );
  }

  /** Lines 2 and 3: owners that only waited for one of the first `latest` sections. True if there are any. */
  private settle(element: Element, conditions: Indices, latest: number): boolean {
    let changed = false;
    for (const [u, runs] of conditions) {
      const upTo = runs.upTo(latest);
      if (upTo === 0 || this.hb.versions.time(this.cpOf(element), u) >= upTo) continue;
      this.setCp(element, this.hb.versions.absorb(this.cpOf(element), BOTTOM, u, upTo));
      this.counted.ruleB++;
      changed = true;
    }
    return changed;
  }

  /** Lines 4 and 5: what waits for a section after `latest` waits for what the acquire of that section waits for. True if that is new. */
  private transfer({ lock, thread }: Section, element: Element, conditions: Indices, latest: number, other: Section): boolean {
    const releaser = other.conditions.get(threadElement(thread))!;
    const known = other.conditions.get(element);
    let result: Map<number, Runs> | undefined;
    for (const [u, runs] of conditions) {
      const before = known?.get(u);
      // Nothing is earlier than the index that an owner has in HB.
      const settled = before !== undefined && before === other.lock.indices.get(u) ? before.last : 0;
      const moved = transferred(lock, runs, Math.max(settled, runs.upTo(latest)), releaser);
      if (moved === undefined) continue;
      const now = least(before, moved);
      if (now === before) continue;
      result ??= new Map(known);
      result.set(u, now);
      other.bytes += now.bytes + ENTRY;
      this.used += now.bytes + ENTRY;
    }
    if (result === undefined) return false;
    other.conditions.set(element, result);
    this.counted.transfers++;
    return true;
  }

  /** Conditions are added to those of an element. */
  private add(section: Section, element: Element, conditions: Indices): void {
    const known = section.conditions.get(element);
    if (known === undefined) section.conditions.set(element, conditions);
    if (known === undefined || known === conditions) return;
    let result: Map<number, Runs> | undefined;
    for (const [u, runs] of conditions) {
      const before = known.get(u);
      if (before === runs) continue;
      const now = least(before, runs);
      if (now === before) continue;
      result ??= new Map(known);
      result.set(u, now);
      section.bytes += now.bytes + ENTRY;
      this.used += now.bytes + ENTRY;
    }
    if (result !== undefined) section.conditions.set(element, result);
  }

  /** ξ:m^j for a pair. The earliest counts. */
  private condition(section: Section, pair: PendingPair, index: number): void {
    const known = section.pairs.get(pair);
    if (known !== undefined && known <= index) return;
    section.pairs.set(pair, index);
    if (known !== undefined) return;
    pair.conditions++;
    section.bytes += ENTRY;
    this.used += ENTRY;
  }

  private order(pair: PendingPair): void {
    pair.state = 'ordered';
    this.decided(pair);
  }

  /** Line 5 of Algorithm 5, and Algorithm 6 by counting: a pair that waits for nothing any more is a race. */
  private close(section: Section): void {
    for (const pair of section.pairs.keys()) {
      if (--pair.conditions > 0 || pair.state !== 'open') continue;
      pair.state = 'race';
      this.decided(pair);
      this.race(pair);
    }
    this.used -= section.bytes;
  }

  private decided(pair: PendingPair): void {
    this.owners.end(pair.thread, pair.time);
    this.used -= PAIR;
  }

  private cpOf(element: Element): Version {
    return (element & 1) === 0 ? this.cp[element >> 1]! : this.locks[element >> 1]!.cp;
  }

  private setCp(element: Element, version: Version): void {
    if ((element & 1) === 0) this.cp[element >> 1] = version;
    else this.locks[element >> 1]!.cp = version;
  }

  private lock(m: number): Lock {
    while (this.locks.length <= m) {
      const lock = new Lock(this.locks.length);
      this.locks.push(lock);
      this.used += lock.bytes;
    }
    return this.locks[m]!;
  }

  /** v ⊔ w. Consumes the caller's share of v and leaves w alone. */
  private joined(v: Version, w: Version): Version {
    const { versions } = this.hb;
    if (v === w || w === BOTTOM) return v;
    if (v === BOTTOM) return versions.share(w);
    return versions.absorb(v, w, 0, Math.max(versions.time(v, 0), versions.time(w, 0)));
  }
}

/** For the runs of times above `after`: the indices that the acquires of their sections have. Undefined if none has one. */
function transferred(lock: Lock, runs: Runs, after: number, releaser: Indices): Runs | undefined {
  let moved: Runs | undefined;
  for (let run = 0; run < runs.length; run++) {
    if (runs.times[run]! <= after) continue;
    const index = lock.acquires.indexIn(releaser, runs.indices[run]!);
    if (index === 0) break;
    moved ??= new Runs();
    moved.push(runs.times[run]!, index);
  }
  return moved;
}
