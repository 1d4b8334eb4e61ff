// Accesses of a variable with the locks that guard them: what an access that comes makes of those before it, and lists of those that
// still matter. One is dropped when another, which must come after it in every schedule, would race with whatever it would race with.

import { AccessLists, type AccessSet, ENTRY, HEAD } from '../../clocks/access-sets.ts';
import type { HappensBefore } from '../../clocks/happens-before.ts';
import type { Locksets } from '../../clocks/locksets.ts';

/** The kind of an access, in its guard beside the lock set × 4. */
export const WRITES = 1;
export const ATOMICALLY = 2;

/** What becomes of an access when another comes: it still matters, it does not any more, or the two may race. */
export const STAYS = 0;
export const GOES = 1;
export const RACES = 2;

/** The empty list; and instead of a list that would grow too long. */
export const NOBODY: AccessSet = 0;
export const FULL: AccessSet = -1;

/** From this many on, accesses of a thread stand together as if they held only what all of them hold; more than the other are not kept. */
const MANY = 16;
const MOST = 128;

export class GuardedAccesses extends AccessLists {
  /** What a thread knows of others: what must come before in every schedule. */
  private readonly order: HappensBefore;
  private readonly locksets: Locksets;

  constructor(order: HappensBefore, locksets: Locksets) {
    super();
    this.order = order;
    this.locksets = locksets;
  }

  get bytes(): number {
    return this.words.byteLength;
  }

  /** What becomes of thread u's access when thread t does another. Time 0 is no access. */
  meets(time: number, u: number, guard: number, t: number, later: number): number {
    if (time === 0) return GOES;
    const { locksets, order } = this;
    const set = guard >>> 2;
    const laterSet = later >>> 2;
    if (!order.ordered(u, time, t))
      return ((guard | later) & WRITES) !== 0 && (guard & later & ATOMICALLY) === 0 && locksets.disjoint(set, laterSet)
        ? RACES
        : STAYS;
    // Whatever conflicts with the one conflicts with the other, and no lock keeps out only the other.
    const conflictsMore = (guard & ~later & WRITES) === 0 && (later & ~guard & ATOMICALLY) === 0;
    return conflictsMore && (laterSet === set || locksets.intersection(laterSet, set) === laterSet) ? GOES : STAYS;
  }

  /** Drops those of the list that do not matter after thread t's access. False if one of them may race with it. */
  pass(list: AccessSet, t: number, guard: number): boolean {
    const { words } = this;
    const end = list + HEAD + words[list]! * ENTRY;
    let to = list + HEAD;
    for (let at = to; at < end; at += ENTRY) {
      const fate = this.meets(words[at + 1]!, words[at]! - 1, words[at + 2]!, t, guard);
      if (fate === RACES) return false;
      if (fate === GOES) continue;
      if (at !== to) words.copyWithin(to, at, at + ENTRY);
      to += ENTRY;
    }
    words[list] = (to - list - HEAD) / ENTRY;
    return true;
  }

  /** Adds an access, and gives back where the list lies now. */
  add(list: AccessSet, time: number, u: number, guard: number): AccessSet {
    if (list === NOBODY) return this.append(this.create(), u, time, guard);
    if (this.size(list) >= MANY && this.unite(list, time, u, guard)) return list;
    return this.size(list) >= MOST ? FULL : this.append(list, u, time, guard);
  }

  /** Lets an access of the same thread and kind stand for both. False if there is none. */
  private unite(list: AccessSet, time: number, u: number, guard: number): boolean {
    const { words, locksets } = this;
    const end = list + HEAD + words[list]! * ENTRY;
    for (let at = list + HEAD; at < end; at += ENTRY) {
      const other = words[at + 2]!;
      if (words[at] !== u + 1 || ((other ^ guard) & (WRITES | ATOMICALLY)) !== 0) continue;
      words[at + 1] = Math.max(words[at + 1]!, time);
      words[at + 2] = (locksets.intersection(guard >>> 2, other >>> 2) << 2) | (guard & (WRITES | ATOMICALLY));
      return true;
    }
    return false;
  }
}
