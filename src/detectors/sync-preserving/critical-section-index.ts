// Critical sections by lock, and by lock and thread: both in the order of the trace.

import { firstAbove } from '../../base/bisect.ts';
import { sharedWords } from '../../base/shared-memory.ts';
import type { CriticalSections } from './critical-sections.ts';

export class CriticalSectionIndex {
  /** Sections of a lock: ofLock[lockStart[lock] … lockStart[lock + 1]). Of a section: its place there. */
  readonly lockStart: Uint32Array;
  readonly ofLock: Uint32Array;
  readonly place: Uint32Array;
  /** Groups of a lock, one per thread that uses it: groupsOfLock[groupStart[lock] … groupStart[lock + 1]). */
  readonly groupStart: Uint32Array;
  readonly groupThreads: Uint32Array;
  /** Sections of group g: members[memberStart[g] … memberStart[g + 1]); beside each its acquire and, plus one, the last exclusive one up to it. */
  readonly memberStart: Uint32Array;
  readonly members: Uint32Array;
  private readonly acquires: Uint32Array;
  readonly exclusive: Uint32Array;
  private readonly sections: CriticalSections;

  constructor(sections: CriticalSections, locks: number) {
    this.sections = sections;
    const { count } = sections;
    this.lockStart = starts(sections.locks, count, locks);
    this.ofLock = sharedWords(count);
    this.place = sharedWords(count);
    const next = this.lockStart.slice();
    for (let s = 0; s < count; s++) {
      const at = next[sections.locks[s]!]!++;
      this.ofLock[at] = s;
      this.place[s] = at;
    }
    const groups = this.number(locks);
    this.groupStart = groups.groupStart;
    this.groupThreads = Uint32Array.from(groups.threads);
    this.memberStart = starts(groups.ofSection, count, this.groupThreads.length);
    this.members = sharedWords(count);
    this.acquires = sharedWords(count);
    this.exclusive = sharedWords(count);
    const free = this.memberStart.slice();
    for (let s = 0; s < count; s++) {
      const g = groups.ofSection[s]!;
      const at = free[g]!++;
      this.members[at] = s;
      this.acquires[at] = sections.acquires[s]!;
      if (sections.shared[s] === 0) this.exclusive[at] = s + 1;
      else if (at > this.memberStart[g]!) this.exclusive[at] = this.exclusive[at - 1]!;
    }
  }

  /** The last section of group g whose acquire is among the first n events of its thread, or -1; only exclusive ones on demand. */
  last(g: number, n: number, onlyExclusive: boolean): number {
    const { members, memberStart, exclusive } = this;
    const after = firstAbove(this.acquires, memberStart[g]!, memberStart[g + 1]!, n);
    if (after === memberStart[g]) return -1;
    return onlyExclusive ? exclusive[after - 1]! - 1 : members[after - 1]!;
  }

  /** Numbers the groups lock by lock. */
  private number(locks: number): { groupStart: Uint32Array; threads: number[]; ofSection: Uint32Array } {
    const { sections, lockStart, ofLock } = this;
    const groupStart = new Uint32Array(locks + 1);
    const threads: number[] = [];
    const ofSection = new Uint32Array(sections.count);
    /** Thread → its group of the lock at hand plus one, if that is above the lock's first. */
    const groups: number[] = [];
    for (let lock = 0; lock < locks; lock++) {
      const first = threads.length;
      groupStart[lock] = first;
      for (let at = lockStart[lock]!; at < lockStart[lock + 1]!; at++) {
        const s = ofLock[at]!;
        const t = sections.threads[s]!;
        if ((groups[t] ?? 0) <= first) {
          threads.push(t);
          groups[t] = threads.length;
        }
        ofSection[s] = groups[t]! - 1;
      }
    }
    groupStart[locks] = threads.length;
    return { groupStart, threads, ofSection };
  }
}

/** Where each key's items begin if the items are laid out by key. */
export function starts(keys: Uint32Array, count: number, size: number): Uint32Array<ArrayBuffer> {
  const start = new Uint32Array(size + 1);
  for (let i = 0; i < count; i++) start[keys[i]! + 1]!++;
  for (let k = 0; k < size; k++) start[k + 1]! += start[k]!;
  return start;
}
