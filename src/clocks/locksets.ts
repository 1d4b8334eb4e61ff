// Sets of locks as numbers. A set is a path in a tree of acquisitions, so that taking a lock is one step down and giving the
// innermost up is one step back: O(1) each, and a set costs 16 bytes however large it is. Sets that were taken in different
// orders have different numbers; `disjoint` and `intersection` look at the locks, and remember recent answers.

import { grown } from '../base/grown.ts';

export type Lockset = number;

export const NO_LOCKS: Lockset = 0;

/** Answers that are remembered; each new one displaces an older one. */
const REMEMBERED = 1 << 12;

export class Locksets {
  /** Per set: the set without its last lock, that lock, how many there are, and the set that was last made from this one. */
  private parents = new Uint32Array(64);
  private locks = new Uint32Array(64);
  private sizes = new Uint32Array(64);
  private recent = new Uint32Array(64);
  private used = 1;
  /** Open addressing over (parent, lock): sets, 0 where free. At most half is used. */
  private slots = new Uint32Array(256);
  /** Per lock: a mark of the last comparison that it took part in. */
  private marks = new Uint32Array(64);
  private mark = 0;
  /** Triples: two sets, and their intersection. */
  private readonly answers = new Uint32Array(3 * REMEMBERED);

  /** How many sets there are. */
  get count(): number {
    return this.used;
  }

  /** The set with one more lock, which is not in it. */
  add(set: Lockset, lock: number): Lockset {
    const last = this.recent[set]!;
    if (last !== NO_LOCKS && this.locks[last] === lock) return last;
    const found = this.find(set, lock);
    this.recent[set] = found;
    return found;
  }

  /** The set without a lock that is in it. */
  remove(set: Lockset, lock: number): Lockset {
    if (this.locks[set] === lock) return this.parents[set]!;
    const above: number[] = [];
    let rest = set;
    for (; this.locks[rest] !== lock; rest = this.parents[rest]!) above.push(this.locks[rest]!);
    rest = this.parents[rest]!;
    while (above.length > 0) rest = this.add(rest, above.pop()!);
    return rest;
  }

  /** The lock of a set that was taken last, and the set without it. */
  last(set: Lockset): number {
    return this.locks[set]!;
  }
  rest(set: Lockset): Lockset {
    return this.parents[set]!;
  }

  size(set: Lockset): number {
    return this.sizes[set]!;
  }

  has(set: Lockset, lock: number): boolean {
    for (let at = set; at !== NO_LOCKS; at = this.parents[at]!) if (this.locks[at] === lock) return true;
    return false;
  }

  /** The locks in the order in which they were taken. */
  members(set: Lockset): number[] {
    const members: number[] = [];
    for (let at = set; at !== NO_LOCKS; at = this.parents[at]!) members.push(this.locks[at]!);
    return members.reverse();
  }

  /**
   * Whether locks were taken in an order and in the opposite one, over any number of them. A set is the path of its locks, so who holds x and
   * takes y has made a path from the one to the other. O(sets).
   */
  hasCycle(): boolean {
    const next = new Map<number, number[]>();
    for (let set = 1; set < this.used; set++) {
      if (this.parents[set] === NO_LOCKS) continue;
      const from = this.locks[this.parents[set]!]!;
      const to = next.get(from);
      if (to === undefined) next.set(from, [this.locks[set]!]);
      else to.push(this.locks[set]!);
    }
    return isCyclic(next);
  }

  disjoint(a: Lockset, b: Lockset): boolean {
    return a === NO_LOCKS || b === NO_LOCKS || this.intersection(a, b) === NO_LOCKS;
  }

  /** The common locks; `a` itself if all of its locks are common. */
  intersection(a: Lockset, b: Lockset): Lockset {
    if (a === b || a === NO_LOCKS) return a;
    if (b === NO_LOCKS) return NO_LOCKS;
    const { answers } = this;
    const at = 3 * ((Math.imul(a, 0x2c1b3c6d) ^ Math.imul(b, 0x297a2d39)) >>> 20);
    if (answers[at] === a && answers[at + 1] === b) return answers[at + 2]!;
    const common = this.intersect(a, b);
    answers[at] = a;
    answers[at + 1] = b;
    answers[at + 2] = common;
    return common;
  }

  private intersect(a: Lockset, b: Lockset): Lockset {
    const { parents, locks, marks } = this;
    const mark = ++this.mark;
    for (let at = b; at !== NO_LOCKS; at = parents[at]!) marks[locks[at]!] = mark;
    const common: number[] = [];
    for (let at = a; at !== NO_LOCKS; at = parents[at]!) if (marks[locks[at]!] === mark) common.push(locks[at]!);
    if (common.length === this.sizes[a]) return a;
    let set: Lockset = NO_LOCKS;
    while (common.length > 0) set = this.add(set, common.pop()!);
    return set;
  }

  private find(parent: Lockset, lock: number): Lockset {
    const { slots } = this;
    const mask = slots.length - 1;
    for (let slot = hash(parent, lock) & mask; ; slot = (slot + 1) & mask) {
      const set = slots[slot]!;
      if (set === 0) return this.create(parent, lock, slot);
      if (this.parents[set] === parent && this.locks[set] === lock) return set;
    }
  }

  private create(parent: Lockset, lock: number, slot: number): Lockset {
    const set = this.used++;
    if (set === this.parents.length) this.enlarge();
    this.parents[set] = parent;
    this.locks[set] = lock;
    this.sizes[set] = this.sizes[parent]! + 1;
    if (lock >= this.marks.length) this.marks = grown(this.marks, Math.max(lock + 1, 2 * this.marks.length));
    if (2 * this.used > this.slots.length) this.rehash();
    else this.slots[slot] = set;
    return set;
  }

  private enlarge(): void {
    const room = 2 * this.parents.length;
    this.parents = grown(this.parents, room);
    this.locks = grown(this.locks, room);
    this.sizes = grown(this.sizes, room);
    this.recent = grown(this.recent, room);
  }

  private rehash(): void {
    const slots = new Uint32Array(4 * this.slots.length);
    const mask = slots.length - 1;
    for (let set = 1; set < this.used; set++) {
      let slot = hash(this.parents[set]!, this.locks[set]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = set;
    }
    this.slots = slots;
  }
}

function hash(parent: number, lock: number): number {
  const mixed = Math.imul(parent, 0x2c1b3c6d) + Math.imul(lock, 0x297a2d39);
  return mixed ^ (mixed >>> 15);
}

/** Depth first, without recursion: a path may be as long as there are locks. */
function isCyclic(next: ReadonlyMap<number, readonly number[]>): boolean {
  const done = new Set<number>();
  const onPath = new Set<number>();
  for (const start of next.keys()) {
    const path = [{ at: start, tried: 0 }];
    while (path.length > 0) {
      const step = path.at(-1)!;
      const to = done.has(step.at) ? undefined : next.get(step.at)?.[step.tried++];
      onPath.add(step.at);
      if (to === undefined) {
        done.add(step.at);
        onPath.delete(step.at);
        path.pop();
      } else if (onPath.has(to)) return true;
      else if (!done.has(to)) path.push({ at: to, tried: 0 });
    }
  }
  return false;
}
