// Accesses to a variable of one kind and with one lockset form a class, and those of them by one thread a group. Two classes race
// or they do not, which is decided once, when the younger one is made; then all pairs of their groups by different threads race.

import { grown } from '../../base/grown.ts';
import type { Lockset, Locksets } from '../../clocks/locksets.ts';
import { Op } from '../../trace/operation.ts';
import { Chains, type Link } from './chains.ts';

/** A group: the variable, 2 × thread + op, the lockset, the class, how many accesses, and the chain of their positions. */
const VARIABLE = 0;
const ACTOR = 1;
const SET = 2;
const CLASS = 3;
const COUNT = 4;
const FIRST = 5;
const LAST = 6;
const GROUP_WORDS = 7;

/** A class: its kind, the lockset, how many accesses, and chains of its groups and of the classes that it races with. */
const KIND = 0;
const LOCKS = 1;
const TOTAL = 2;
const GROUPS = 3;
const RIVALS = 4;
const CLASS_WORDS = 5;

/** `VARIABLE` of a group that was given back. */
const NOBODY = 0xffff_ffff;

export class Groups {
  /** Pairs of classes that race. */
  links = 0;
  private readonly groups = new Records(GROUP_WORDS);
  private readonly classes = new Records(CLASS_WORDS);
  private readonly chains = new Chains();
  /** Open addressing over (variable, actor, set): groups, 0 where free; some are of groups that were given back. */
  private slots = new Uint32Array(256);
  private filled = 0;
  private readonly locksets: Locksets;

  constructor(locksets: Locksets) {
    this.locksets = locksets;
    this.groups.words[VARIABLE] = NOBODY;
    this.groups.words[ACTOR] = NOBODY;
  }

  matches(group: number, actor: number, set: Lockset): boolean {
    const { words } = this.groups;
    return words[group * GROUP_WORDS + ACTOR] === actor && words[group * GROUP_WORDS + SET] === set;
  }

  /** The group of an access, or 0. */
  find(variable: number, actor: number, set: Lockset): number {
    return this.slots[this.slot(variable, actor, set)]!;
  }

  /** A new group. Takes the classes of the variable, a chain, and gives it back as it is then. */
  create(variable: number, actor: number, set: Lockset, classes: Link): { group: number; classes: Link } {
    const group = this.groups.allocate();
    let all = classes;
    let own = this.classOf(actor & 1, set, classes);
    if (own === 0) {
      own = this.newClass(actor & 1, set, classes);
      all = this.chains.add(own, classes);
    }
    const g = group * GROUP_WORDS;
    const { words } = this.groups;
    words[g + VARIABLE] = variable;
    words[g + ACTOR] = actor;
    words[g + SET] = set;
    words[g + CLASS] = own;
    this.classes.words[own * CLASS_WORDS + GROUPS] = this.chains.add(group, this.classes.words[own * CLASS_WORDS + GROUPS]!);
    this.slots[this.slot(variable, actor, set)] = group;
    if (2 * ++this.filled > this.slots.length) this.rehash();
    return { group, classes: all };
  }

  /** Counts an access; its position is only kept if it may be among the first `limit` pairs. */
  count(group: number, position: number, limit: number): void {
    const { words } = this.groups;
    const g = group * GROUP_WORDS;
    this.classes.words[words[g + CLASS]! * CLASS_WORDS + TOTAL]!++;
    if (words[g + COUNT]!++ >= limit) return;
    const link = this.chains.add(position, 0);
    if (words[g + FIRST] === 0) words[g + FIRST] = link;
    else this.chains.append(words[g + LAST]!, link);
    words[g + LAST] = link;
  }

  races(group: number): boolean {
    return this.classes.words[this.groups.words[group * GROUP_WORDS + CLASS]! * CLASS_WORDS + RIVALS] !== 0;
  }

  /** The first `limit` of the accesses that race with this group so far, by position. */
  rivals(group: number, limit: number): number[] {
    const { groups, classes, chains } = this;
    const found: number[] = [];
    const g = group * GROUP_WORDS;
    for (let r = classes.words[groups.words[g + CLASS]! * CLASS_WORDS + RIVALS]!; r !== 0; r = chains.next(r))
      for (let m = classes.words[chains.value(r) * CLASS_WORDS + GROUPS]!; m !== 0; m = chains.next(m)) {
        const h = chains.value(m) * GROUP_WORDS;
        if (groups.words[h + ACTOR]! >> 1 === groups.words[g + ACTOR]! >> 1) continue;
        let link = groups.words[h + FIRST]!;
        for (let n = 0; n < limit && link !== 0; n++, link = chains.next(link)) found.push(chains.value(link));
      }
    return found.sort((a, b) => a - b).slice(0, limit);
  }

  /** How many pairs race among the classes of a variable. */
  pairs(variable: number, all: Link): number {
    const { classes, chains } = this;
    let twice = 0;
    for (let c = all; c !== 0; c = chains.next(c)) {
      const a = chains.value(c) * CLASS_WORDS;
      for (let r = classes.words[a + RIVALS]!; r !== 0; r = chains.next(r)) {
        const b = chains.value(r) * CLASS_WORDS;
        twice += classes.words[a + TOTAL]! * classes.words[b + TOTAL]! - this.pairsWithin(variable, a, b);
      }
    }
    return twice / 2;
  }

  /** Gives the classes of a variable and their groups back. */
  release(all: Link): void {
    const { groups, classes, chains } = this;
    for (let c = all; c !== 0; c = chains.next(c)) {
      const a = chains.value(c) * CLASS_WORDS;
      for (let m = classes.words[a + GROUPS]!; m !== 0; m = chains.next(m)) {
        chains.release(groups.words[chains.value(m) * GROUP_WORDS + FIRST]!);
        groups.release(chains.value(m));
        groups.words[chains.value(m) * GROUP_WORDS + VARIABLE] = NOBODY;
      }
      chains.release(classes.words[a + GROUPS]!);
      chains.release(classes.words[a + RIVALS]!);
      classes.release(chains.value(c));
    }
    chains.release(all);
  }

  /** Pairs of an access in one class and one in the other by the same thread: they do not race. */
  private pairsWithin(variable: number, a: number, b: number): number {
    const { groups, classes, chains } = this;
    let within = 0;
    for (let m = classes.words[a + GROUPS]!; m !== 0; m = chains.next(m)) {
      const g = chains.value(m) * GROUP_WORDS;
      const actor = (groups.words[g + ACTOR]! & ~1) | classes.words[b + KIND]!;
      const other = this.find(variable, actor >>> 0, classes.words[b + LOCKS]!);
      if (other !== 0) within += groups.words[g + COUNT]! * groups.words[other * GROUP_WORDS + COUNT]!;
    }
    return within;
  }

  private classOf(kind: number, set: Lockset, all: Link): number {
    const { words } = this.classes;
    for (let c = all; c !== 0; c = this.chains.next(c)) {
      const a = this.chains.value(c) * CLASS_WORDS;
      if (words[a + KIND] === kind && words[a + LOCKS] === set) return this.chains.value(c);
    }
    return 0;
  }

  private newClass(kind: number, set: Lockset, others: Link): number {
    const own = this.classes.allocate();
    const { words } = this.classes;
    words[own * CLASS_WORDS + KIND] = kind;
    words[own * CLASS_WORDS + LOCKS] = set;
    for (let c = others; c !== 0; c = this.chains.next(c)) this.link(own, this.chains.value(c));
    this.link(own, own);
    return own;
  }

  /** Notes that two classes race, if they do: a class of writes without locks also does with itself. */
  private link(a: number, b: number): void {
    const { words } = this.classes;
    const [x, y] = [a * CLASS_WORDS, b * CLASS_WORDS];
    if ((words[x + KIND]! | words[y + KIND]!) !== Op.write || !this.locksets.disjoint(words[x + LOCKS]!, words[y + LOCKS]!))
      return;
    this.links++;
    words[x + RIVALS] = this.chains.add(b, words[x + RIVALS]!);
    if (a !== b) words[y + RIVALS] = this.chains.add(a, words[y + RIVALS]!);
  }

  /** Where the group is, or the free slot where it would be. */
  private slot(variable: number, actor: number, set: Lockset): number {
    const { slots } = this;
    const { words } = this.groups;
    const mask = slots.length - 1;
    for (let slot = hash(variable, actor, set) & mask; ; slot = (slot + 1) & mask) {
      const group = slots[slot]!;
      if (group === 0 || (words[group * GROUP_WORDS + VARIABLE] === variable && this.matches(group, actor, set))) return slot;
    }
  }

  /** Also leaves out what points to groups that were given back, and what points twice to one that is used again. */
  private rehash(): void {
    const { words } = this.groups;
    const old = this.slots;
    const lives = (group: number) => words[group * GROUP_WORDS + VARIABLE] !== NOBODY;
    let live = 0;
    for (const group of old) if (lives(group)) live++;
    let size = 256;
    while (size < 4 * live) size *= 2;
    this.slots = new Uint32Array(size);
    this.filled = 0;
    for (const group of old) {
      if (!lives(group)) continue;
      const g = group * GROUP_WORDS;
      const slot = this.slot(words[g + VARIABLE]!, words[g + ACTOR]!, words[g + SET]!);
      if (this.slots[slot] === 0) this.filled++;
      this.slots[slot] = group;
    }
  }
}

function hash(variable: number, actor: number, set: number): number {
  const mixed = (Math.imul(variable, 0x2c1b3c6d) + Math.imul(actor, 0x297a2d39) + Math.imul(set, 0x1b56c4e9)) | 0;
  return mixed ^ (mixed >>> 15);
}

/** Records of a few words each in one array, numbered from 1. What is given back is used again. */
class Records {
  /** Record r is at r × size. It moves when `allocate` makes room. */
  words: Uint32Array;
  private readonly size: number;
  private used = 1;
  private readonly free: number[] = [];

  constructor(size: number) {
    this.size = size;
    this.words = new Uint32Array(64 * size);
  }

  /** A record of zeros. */
  allocate(): number {
    const again = this.free.pop();
    if (again !== undefined) return again;
    if (this.used * this.size === this.words.length) this.words = grown(this.words, 2 * this.words.length);
    return this.used++;
  }

  release(record: number): void {
    this.words.fill(0, record * this.size, (record + 1) * this.size);
    this.free.push(record);
  }
}
