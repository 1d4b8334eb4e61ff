// What is known to be CP-before every thread, as clocks over happens-before's versions, and because of which live sections a thread is
// still uncertain. Questions to clocks cost O(1), those about all sections of a lock O(log), joins O(threads).

import { bisect } from '../../base/bisect.ts';
import { grown } from '../../base/grown.ts';
import { HappensBefore } from '../../clocks/happens-before.ts';
import { BOTTOM, type Version, type Versions } from '../../clocks/versions.ts';
import { ACQUIRED, type CriticalSection, type Lock, NONE, RELEASED, THREAD, VERSION } from './critical-section.ts';

export class Knowledge {
  readonly hb = new HappensBefore();
  readonly versions: Versions = this.hb.versions;
  /** Per thread: what is known to be CP-before it, closed under happens-before; and the live sections that may add to it. */
  causal = new Uint32Array(0);
  readonly uncertain: (readonly CriticalSection[])[] = [];

  grow(threads: number): void {
    if (threads > this.causal.length) this.causal = grown(this.causal, Math.max(threads, 2 * this.causal.length));
    while (this.uncertain.length < threads) this.uncertain.push(NONE);
  }

  /** True if what thread u did at `time` is known to be CP-before what thread t does next. */
  ordered(u: number, time: number, t: number): boolean {
    return this.versions.time(this.causal[t]!, u) >= time;
  }

  /** True if what thread u did at `time` happens before the release of a closed section. */
  happensBefore(u: number, time: number, lock: Lock, index: number): boolean {
    const { closed } = lock;
    const at = lock.at(index);
    return (closed[at + THREAD] === u ? closed[at + RELEASED]! : this.versions.time(closed[at + VERSION]!, u)) >= time;
  }

  /** True if thread t knows all that a live section could add. */
  covers(t: number, { lock, index }: CriticalSection): boolean {
    const at = lock.at(index - 1);
    return this.ordered(lock.closed[at + THREAD]!, lock.closed[at + RELEASED]!, t);
  }

  /**
   * The latest section of the same lock, before this one, whose acquire is in the clock version ⊔ {u: time}; what is known if there is
   * none later. Acquires of a lock are ordered, so those in a clock are a prefix.
   */
  latestAcquired(section: CriticalSection, version: Version, u: number, time: number): number {
    const { lock } = section;
    const { closed } = lock;
    const acquired = (index: number): boolean => {
      const at = lock.at(index);
      const thread = closed[at + THREAD]!;
      return (thread === u ? time : this.versions.time(version, thread)) >= closed[at + ACQUIRED]!;
    };
    const next = section.before + 1;
    // Mostly there is none later.
    if (next >= section.index || !acquired(next)) return section.before;
    return bisect(next + 1, section.index, acquired) - 1;
  }

  /** All that happens before thread u's `time`, when it knew `version`, is CP-before thread t. */
  precede(t: number, version: Version, u: number, time: number): void {
    if (!this.ordered(u, time, t)) this.causal[t] = this.versions.absorb(this.causal[t]!, version, u, time);
    const rest = this.uncertain[t]!.filter((section) => !this.covers(t, section));
    this.uncertain[t] = rest.length === 0 ? NONE : rest;
  }

  /** Thread t becomes uncertain because of sections that a lock is uncertain because of, as far as they can bring it anything. */
  share(t: number, sections: readonly CriticalSection[]): void {
    let uncertain = this.uncertain[t]!;
    if (uncertain === sections) return;
    for (let i = 0; i < sections.length; i++) {
      const section = sections[i]!;
      if (this.covers(t, section)) continue;
      const now = including(uncertain, section);
      if (now === uncertain) continue;
      uncertain = now;
      if (section.thread === t) continue;
      section.threads ??= new Set();
      section.threads.add(t);
    }
    this.uncertain[t] = uncertain;
  }

  /** Thread t becomes uncertain because of a section of its own. */
  open(t: number, section: CriticalSection): void {
    this.uncertain[t] = including(this.uncertain[t]!, section);
  }

  /** What a section is known to come after is CP-before all that come after its acquire; some of them know. */
  tell(section: CriticalSection): void {
    const { causal } = this;
    const { thread, threads, locks, lock, before } = section;
    causal[thread] = this.absorbed(causal[thread]!, lock, before);
    if (threads !== undefined) for (const t of threads) causal[t] = this.absorbed(causal[t]!, lock, before);
    if (locks !== undefined) for (const other of locks) other.causal = this.absorbed(other.causal, lock, before);
  }

  /** Nobody is uncertain because of a section any more. */
  settle(section: CriticalSection): void {
    const { uncertain } = this;
    const { thread, threads, locks } = section;
    uncertain[thread] = without(uncertain[thread]!, section);
    if (threads !== undefined) for (const t of threads) uncertain[t] = without(uncertain[t]!, section);
    if (locks !== undefined) for (const other of locks) other.uncertain = without(other.uncertain, section);
  }

  /** v ⊔ w. Consumes the caller's share of v and leaves w alone. */
  joined(v: Version, w: Version): Version {
    const { versions } = this;
    if (v === w || w === BOTTOM) return v;
    if (v === BOTTOM) return versions.share(w);
    return versions.absorb(v, w, 0, Math.max(versions.time(v, 0), versions.time(w, 0)));
  }

  /** A clock with all that happens before the release of a closed section. Consumes the caller's share. */
  private absorbed(v: Version, lock: Lock, index: number): Version {
    const { closed } = lock;
    const at = lock.at(index);
    const u = closed[at + THREAD]!;
    const time = closed[at + RELEASED]!;
    return this.versions.time(v, u) >= time ? v : this.versions.absorb(v, closed[at + VERSION]!, u, time);
  }
}

/** With a live section; of each lock the latest is enough, for it follows all that the earlier ones follow. */
function including(sections: readonly CriticalSection[], section: CriticalSection): readonly CriticalSection[] {
  for (let i = 0; i < sections.length; i++) {
    const other = sections[i]!;
    if (other.lock !== section.lock) continue;
    return other.index >= section.index ? sections : sections.with(i, section);
  }
  return [...sections, section];
}

function without(sections: readonly CriticalSection[], section: CriticalSection): readonly CriticalSection[] {
  const at = sections.indexOf(section);
  if (at < 0) return sections;
  return sections.length === 1 ? NONE : sections.filter((other) => other !== section);
}
