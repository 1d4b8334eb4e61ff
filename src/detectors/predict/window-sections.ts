// What locks say about the order of a window. If one critical section must begin before something in another of the same lock, it must end
// before the other begins; and a section that cannot end before the race comes after all others of its lock. A section that would have to end beyond what is
// needed makes more of its thread needed.

import { NOTHING } from '../sync-preserving/critical-sections.ts';
import type { Ideals } from '../sync-preserving/ideals.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';
import type { WindowOrder } from './window-order.ts';

/** Sections of one lock, those of a thread side by side and in its order. */
interface Group {
  readonly thread: number;
  readonly sections: number[];
}

export class WindowSections {
  private readonly trace: TraceIndex;
  private readonly must: Ideals;
  private readonly order: WindowOrder;
  /** Lock → those of its sections that are open somewhere in the window, if several threads have any. */
  private locks: Group[][] = [];
  /** Thread → the event that it must not reach: its racing access. */
  private ends: ReadonlyMap<number, number> = new Map();
  /** Per thread: what turned out to be needed of it. */
  private readonly needed: Uint32Array;
  /** Whether that is more than the window has. */
  hasGrown = false;

  constructor(must: Ideals, order: WindowOrder, needed: Uint32Array) {
    this.must = must;
    this.trace = must.trace;
    this.order = order;
    this.needed = needed;
  }

  begin(ends: ReadonlyMap<number, number>): void {
    const { trace, order } = this;
    this.hasGrown = false;
    const { sections, held, threadEvents, threadStart } = trace;
    const byLock = new Map<number, Group[]>();
    const add = (s: number, thread: number): void => {
      const lock = sections.locks[s]!;
      const groups = byLock.get(lock) ?? [];
      byLock.set(lock, groups);
      if (groups.at(-1)?.thread !== thread) groups.push({ thread, sections: [] });
      groups.at(-1)!.sections.push(s);
    };
    for (let t = 0; t < trace.threads; t++) {
      const base = order.base[t]!;
      if (order.need[t] === 0) continue;
      const open: number[] = [];
      for (let c = trace.heldAfter(t, base); c !== NOTHING; c = sections.chainRests[c]!) open.push(sections.chainSections[c]!);
      while (open.length > 0) add(open.pop()!, t);
      for (let i = base; i < order.need[t]!; i++) {
        const e = threadEvents[threadStart[t]! + i]!;
        const s = sections.chainSections[held[e]!]!;
        if (held[e] !== NOTHING && sections.positions[s] === e) add(s, t);
      }
    }
    this.ends = ends;
    this.locks = [...byLock.values()].filter((groups) => groups.length > 1);
  }

  /** Adds what follows now. False if there is a contradiction. */
  step(): boolean {
    for (const groups of this.locks)
      for (const own of groups)
        for (const s of own.sections) {
          const last = this.isForGood(s, own.thread);
          for (const other of groups)
            if (other !== own && !(this.precede(s, own.thread, other) && (!last || this.follow(s, own.thread, other))))
              return false;
        }
    return true;
  }

  /** Section s of thread t ends before those of the other thread that something in it comes before. */
  private precede(s: number, t: number, other: Group): boolean {
    const { order, trace } = this;
    const { acquires, releases, shared } = trace.sections;
    const u = other.thread;
    order.looks++;
    for (const r of other.sections) {
      if (shared[s] === 1 && shared[r] === 1) continue;
      const end = this.isOpen(r, u) ? order.need[u]! : releases[r]!;
      if (order.before(u, end, t) < acquires[s]!) continue;
      return this.isOpen(s, t) ? this.want(s, t) : order.add(t, releases[s]!, u, acquires[r]!);
    }
    return true;
  }

  /** All of the other thread's sections end before section s of thread t. */
  private follow(s: number, t: number, other: Group): boolean {
    const { order, trace } = this;
    const { acquires, releases, shared } = trace.sections;
    for (let k = other.sections.length - 1; k >= 0; k--) {
      const r = other.sections[k]!;
      if (shared[s] === 1 && shared[r] === 1) continue;
      return this.isOpen(r, other.thread) ? this.want(r, other.thread) : order.add(other.thread, releases[r]!, t, acquires[s]!);
    }
    return true;
  }

  private isOpen(s: number, t: number): boolean {
    const release = this.trace.sections.releases[s]!;
    return release === 0 || release > this.order.need[t]!;
  }

  /** Whether section s of thread t is open when the race comes. */
  private isForGood(s: number, t: number): boolean {
    if (!this.isOpen(s, t)) return false;
    const release = this.trace.sections.releases[s]!;
    if (release === 0 || this.ends.has(t)) return true;
    const { must, ends } = this;
    for (const [u, end] of ends) if (must.entryAfter(t, release, u) >= end) return true;
    return false;
  }

  private want(s: number, t: number): boolean {
    if (this.isForGood(s, t)) return false;
    this.must.include(this.needed, t, this.trace.sections.releases[s]!);
    this.hasGrown = true;
    return true;
  }
}
