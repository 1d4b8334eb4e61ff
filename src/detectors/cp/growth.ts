// How sections' numbers grow and when they are final. A number grows by rule (a) while its section is open, by rule (b) at its release, and
// afterwards with the numbers that it follows. It is final as soon as no open section can reach it along what it follows.

import { ACQUIRED, type CriticalSection, type Lock, type PendingPair, RELEASED, THREAD, VERSION } from './critical-section.ts';
import type { Knowledge } from './knowledge.ts';

export class Growth {
  private readonly knowledge: Knowledge;
  private readonly race: (pair: PendingPair) => void;
  /** Sections that grew and have not told it yet, and those that cannot grow any more and are not decided yet. */
  private readonly growing: CriticalSection[] = [];
  private readonly complete: CriticalSection[] = [];
  private ruleB = 0;
  private deferred = 0;
  private live = 0;
  private mostLive = 0;
  private kept = 0;
  private mostKept = 0;

  /** `race` takes the pairs that nothing can order any more. */
  constructor(knowledge: Knowledge, race: (pair: PendingPair) => void) {
    this.knowledge = knowledge;
    this.race = race;
  }

  counters(): Record<string, number> {
    const { ruleB, deferred, mostLive, mostKept } = this;
    return { ruleB, deferredSections: deferred, mostLiveSections: mostLive, mostKeptSections: mostKept };
  }

  /** A section of thread t begins that may come after more sections of its lock than are known. */
  begin(t: number, section: CriticalSection): void {
    section.live = true;
    if (++this.live > this.mostLive) this.mostLive = this.live;
    section.lock.live.push(section);
    this.knowledge.open(t, section);
  }

  /** The pair waits for the sections that thread t, which does its second access now, is uncertain about. False if none can order it. */
  await(pair: PendingPair, t: number): boolean {
    const { knowledge } = this;
    const uncertain = knowledge.uncertain[t]!;
    for (let i = 0; i < uncertain.length; i++) {
      const section = uncertain[i]!;
      if (!knowledge.happensBefore(pair.thread, pair.time, section.lock, section.index - 1)) continue;
      section.pairs = withRoom(section.pairs, isOpen);
      section.pairs.push(pair);
      pair.conditions++;
    }
    return pair.conditions > 0;
  }

  /** The section is known to come after `before` sections of its lock; all that follows from it is done when this returns. */
  raise(section: CriticalSection, before: number): void {
    section.before = before;
    this.growing.push(section);
    for (let one = this.growing.pop(); one !== undefined; one = this.growing.pop()) this.tell(one);
    // Only now: a section that is decided no longer tells what it learnt.
    for (let one = this.complete.pop(); one !== undefined; one = this.complete.pop()) if (one.live) this.decide(one);
  }

  /** Thread t is about to release the section. */
  release(t: number, section: CriticalSection): void {
    const { knowledge } = this;
    // What grows because of this section may bring more.
    while (section.live) {
      const before = knowledge.latestAcquired(section, knowledge.causal[t]!, -1, 0);
      if (before === section.before) break;
      this.ruleB++;
      this.raise(section, before);
    }
    section.open = false;
    if (section.live) this.postpone(t, section);
  }

  /** A section was put to the closed ones of its lock. */
  closed(lock: Lock): void {
    if (++this.kept > this.mostKept) this.mostKept = this.kept;
    this.trim(lock);
  }

  /** A live section ends: what could still make it grow? If nothing open, it is decided, and so are those that waited for it alone. */
  private postpone(t: number, section: CriticalSection): void {
    const { knowledge } = this;
    const { lock } = section;
    const next = lock.at(section.before + 1);
    const thread = lock.closed[next + THREAD]!;
    const acquired = lock.closed[next + ACQUIRED]!;
    const waitsFor = new Set<CriticalSection>();
    for (const other of knowledge.uncertain[t]!) {
      if (other === section || !knowledge.happensBefore(thread, acquired, other.lock, other.index - 1)) continue;
      follow(other, section);
      addOpen(waitsFor, other);
    }
    waitsFor.delete(section);
    section.waitsFor = waitsFor;
    for (const open of waitsFor) block(open, section);
    this.handOn(section, waitsFor);
    if (waitsFor.size === 0) this.decide(section);
    else this.deferred++;
  }

  /** Those that waited for a section wait for others instead; those that wait for nothing are decided. */
  private handOn(section: CriticalSection, instead: ReadonlySet<CriticalSection>): void {
    const { awaitedBy } = section;
    if (awaitedBy === undefined) return;
    section.awaitedBy = undefined;
    for (const other of awaitedBy) {
      if (!other.live) continue;
      const waitsFor = other.waitsFor!;
      waitsFor.delete(section);
      for (const open of instead) {
        waitsFor.add(open);
        block(open, other);
      }
      if (waitsFor.size === 0) this.decide(other);
    }
  }

  private tell(section: CriticalSection): void {
    const { before, lock, pairs, followers } = section;
    this.knowledge.tell(section);
    if (pairs !== undefined)
      for (const pair of pairs)
        if (pair.state === 'open' && this.knowledge.happensBefore(pair.thread, pair.time, lock, before)) pair.state = 'ordered';
    if (followers !== undefined) this.raiseFollowers(followers, lock, before);
    if (before === section.index - 1) this.complete.push(section);
  }

  private raiseFollowers(followers: readonly CriticalSection[], lock: Lock, before: number): void {
    const at = lock.at(before);
    const version = lock.closed[at + VERSION]!;
    const u = lock.closed[at + THREAD]!;
    const time = lock.closed[at + RELEASED]!;
    for (const follower of followers) {
      if (!follower.live) continue;
      const latest = this.knowledge.latestAcquired(follower, version, u, time);
      if (latest === follower.before) continue;
      this.ruleB++;
      follower.before = latest;
      this.growing.push(follower);
    }
  }

  /** The section's number is final. */
  private decide(section: CriticalSection): void {
    const { lock, pairs, waitsFor } = section;
    section.live = false;
    this.live--;
    lock.live.splice(lock.live.indexOf(section), 1);
    this.knowledge.settle(section);
    if (pairs !== undefined)
      for (const pair of pairs) {
        if (--pair.conditions > 0 || pair.state !== 'open') continue;
        pair.state = 'race';
        this.race(pair);
      }
    if (waitsFor !== undefined) for (const open of waitsFor) open.awaitedBy?.delete(section);
    section.threads = undefined;
    section.locks = undefined;
    section.pairs = undefined;
    section.followers = undefined;
    section.waitsFor = undefined;
    this.handOn(section, new Set());
    this.trim(lock);
  }

  private trim(lock: Lock): void {
    lock.trim((version) => {
      this.kept--;
      this.knowledge.versions.drop(version);
    });
  }
}

function follow(section: CriticalSection, follower: CriticalSection): void {
  section.followers = withRoom(section.followers, isLive);
  section.followers.push(follower);
}

function addOpen(to: Set<CriticalSection>, section: CriticalSection): void {
  if (section.open) to.add(section);
  else for (const open of section.waitsFor!) to.add(open);
}

function block(open: CriticalSection, section: CriticalSection): void {
  open.awaitedBy ??= new Set();
  open.awaitedBy.add(section);
}

function isLive(section: CriticalSection): boolean {
  return section.live;
}

function isOpen(pair: PendingPair): boolean {
  return pair.state === 'open';
}

/** The list as it is, or without what is over where it would have to grow. */
function withRoom<T>(list: T[] | undefined, stays: (item: T) => boolean): T[] {
  if (list === undefined) return [];
  const { length } = list;
  return length >= 64 && (length & (length - 1)) === 0 ? list.filter(stays) : list;
}
