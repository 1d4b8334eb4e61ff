// Accesses to a variable by one thread, of one kind and with one lockset, are alike for locksets: they form a group. Two groups
// either race with all pairs or with none, which is decided once, when the younger one is made.

import type { Locksets } from '../../clocks/locksets.ts';
import { Op } from '../../trace/operation.ts';
import { grown } from '../../trace/symbols.ts';

/** Words of a group; 0 ends every chain. */
const WORDS = 8;
const VARIABLE = 0;
/** 2 × thread + op. */
const ACTOR = 1;
const SET = 2;
const COUNT = 3;
/** The next group of the same variable. */
const NEXT = 4;
/** Its partners: pairs of group and next pair. */
const PARTNERS = 5;
/** Its first and last access: pairs of position and next pair. */
const FIRST = 6;
const LAST = 7;

/** A group that was given back. */
const NOBODY = 0xffff_ffff;

export class Groups {
  /** Pairs of groups that race, for the counters. */
  links = 0;
  private words = new Uint32Array(64 * WORDS);
  private used = 1;
  private free = 0;
  /** Open addressing over (variable, actor, set): groups, 0 where free; some are of groups that were given back. */
  private slots = new Uint32Array(256);
  private filled = 0;
  private readonly pool = new Pool();
  private readonly locksets: Locksets;

  constructor(locksets: Locksets) {
    this.locksets = locksets;
    // Group 0 is like no access.
    this.words[ACTOR] = NOBODY;
  }

  matches(group: number, actor: number, set: number): boolean {
    return this.words[group * WORDS + ACTOR] === actor && this.words[group * WORDS + SET] === set;
  }

  /** The group of an access, made if there is none; `newest` is the variable's group that was made last, or 0. */
  group(variable: number, actor: number, set: number, newest: number): number {
    const { slots, words } = this;
    const mask = slots.length - 1;
    for (let slot = hash(variable, actor, set) & mask; ; slot = (slot + 1) & mask) {
      const group = slots[slot]!;
      if (group === 0) return this.create(variable, actor, set, newest, slot);
      if (words[group * WORDS + VARIABLE] === variable && this.matches(group, actor, set)) return group;
    }
  }

  /** True for a group that was just made: it has no access yet. */
  isNew(group: number): boolean {
    return this.words[group * WORDS + COUNT] === 0;
  }

  /** Counts an access; its position is only kept if it may be among the first `limit` pairs. */
  count(group: number, position: number, limit: number): void {
    const g = group * WORDS;
    if (this.words[g + COUNT]!++ >= limit) return;
    const link = this.pool.add(position, 0);
    if (this.words[g + FIRST] === 0) this.words[g + FIRST] = link;
    else this.pool.append(this.words[g + LAST]!, link);
    this.words[g + LAST] = link;
  }

  races(group: number): boolean {
    return this.words[group * WORDS + PARTNERS] !== 0;
  }

  /** The first `limit` of the accesses that race with this group so far, by position. */
  rivals(group: number, limit: number): number[] {
    const rivals: number[] = [];
    for (let p = this.words[group * WORDS + PARTNERS]!; p !== 0; p = this.pool.next(p)) {
      let link = this.words[this.pool.value(p) * WORDS + FIRST]!;
      for (let n = 0; n < limit && link !== 0; n++, link = this.pool.next(link)) rivals.push(this.pool.value(link));
    }
    return rivals.sort((a, b) => a - b).slice(0, limit);
  }

  /** How many pairs race among the groups of a variable. */
  pairs(newest: number): number {
    let twice = 0;
    for (let group = newest; group !== 0; group = this.words[group * WORDS + NEXT]!)
      for (let p = this.words[group * WORDS + PARTNERS]!; p !== 0; p = this.pool.next(p))
        twice += this.words[group * WORDS + COUNT]! * this.words[this.pool.value(p) * WORDS + COUNT]!;
    return twice / 2;
  }

  /** Gives the groups of a variable back. */
  release(newest: number): void {
    const { words, pool } = this;
    for (let group = newest; group !== 0; ) {
      const g = group * WORDS;
      const next = words[g + NEXT]!;
      pool.release(words[g + PARTNERS]!);
      pool.release(words[g + FIRST]!);
      words.fill(0, g, g + WORDS);
      words[g + VARIABLE] = NOBODY;
      words[g + NEXT] = this.free;
      this.free = group;
      group = next;
    }
  }

  private create(variable: number, actor: number, set: number, newest: number, slot: number): number {
    const group = this.allocate();
    const { words } = this;
    const g = group * WORDS;
    words[g + VARIABLE] = variable;
    words[g + ACTOR] = actor;
    words[g + SET] = set;
    words[g + NEXT] = newest;
    for (let other = newest; other !== 0; other = words[other * WORDS + NEXT]!)
      if (this.race(g, other * WORDS)) this.link(group, other);
    this.slots[slot] = group;
    if (2 * ++this.filled > this.slots.length) this.rehash();
    return group;
  }

  private race(g: number, h: number): boolean {
    const { words } = this;
    const a = words[g + ACTOR]!;
    const b = words[h + ACTOR]!;
    return a >> 1 !== b >> 1 && ((a | b) & 1) === Op.write && this.locksets.disjoint(words[g + SET]!, words[h + SET]!);
  }

  private link(a: number, b: number): void {
    const { words, pool } = this;
    words[a * WORDS + PARTNERS] = pool.add(b, words[a * WORDS + PARTNERS]!);
    words[b * WORDS + PARTNERS] = pool.add(a, words[b * WORDS + PARTNERS]!);
    this.links++;
  }

  private allocate(): number {
    const again = this.free;
    if (again !== 0) {
      this.free = this.words[again * WORDS + NEXT]!;
      return again;
    }
    if (this.used * WORDS === this.words.length) this.words = grown(this.words, 2 * this.words.length);
    return this.used++;
  }

  private rehash(): void {
    const { words } = this;
    let live = 0;
    for (let group = 1; group < this.used; group++) if (words[group * WORDS + VARIABLE] !== NOBODY) live++;
    let size = 256;
    while (size < 4 * live) size *= 2;
    const slots = new Uint32Array(size);
    for (let group = 1; group < this.used; group++) {
      const g = group * WORDS;
      if (words[g + VARIABLE] === NOBODY) continue;
      let slot = hash(words[g + VARIABLE]!, words[g + ACTOR]!, words[g + SET]!) & (size - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      slots[slot] = group;
    }
    this.slots = slots;
    this.filled = live;
  }
}

/** Chains of numbers, all in one array. */
class Pool {
  private words = new Uint32Array(2 * 64);
  private used = 1;
  private free = 0;

  value(link: number): number {
    return this.words[2 * link]!;
  }

  next(link: number): number {
    return this.words[2 * link + 1]!;
  }

  add(value: number, next: number): number {
    let link = this.free;
    if (link !== 0) this.free = this.next(link);
    else {
      link = this.used++;
      if (2 * link === this.words.length) this.words = grown(this.words, 4 * link);
    }
    this.words[2 * link] = value;
    this.words[2 * link + 1] = next;
    return link;
  }

  append(last: number, link: number): void {
    this.words[2 * last + 1] = link;
  }

  release(chain: number): void {
    for (let link = chain; link !== 0; ) {
      const next = this.next(link);
      this.words[2 * link + 1] = this.free;
      this.free = link;
      link = next;
    }
  }
}

function hash(variable: number, actor: number, set: number): number {
  const mixed = Math.imul(variable, 0x2c1b3c6d) + Math.imul(actor, 0x297a2d39) + Math.imul(set, 0x1b56c4e9);
  return mixed ^ (mixed >>> 15);
}
