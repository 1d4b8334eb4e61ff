// Raptor as it is printed (Roemer, Bond 2019, Algorithms 1 to 7): PO, HB, CP and conditional CP sets for every access and acquire. For
// teaching, for tests and as the measure of the fast analysis: every acquire and release visits every owner. Three things differ, for what is
// printed misses orders and races (docs/detectors/cp.md): sections that an access was in are remembered when its owner goes, for rule (a) may
// still ask for them; Algorithm 4 is repeated until nothing changes; and a write is compared with each thread's first read, not its latest.

import type { CpSink } from '../../detectors/cp/history.ts';
import { Op } from '../../trace/operation.ts';
import { type Element, lock, NEXT_WRITE, Owner, readBy, thread } from './owner.ts';

/** A pair that is not decided yet: the first access's owner and the element that stands for the second access. */
interface Pair {
  readonly owner: Owner;
  readonly element: Element;
  readonly second: number;
}

interface Variable {
  readonly write: Owner | undefined;
  readonly index: number;
  /** By thread: the latest since the write. */
  readonly reads: Map<number, Owner>;
  /** By thread: the position of the first since the write; as printed, of the latest. */
  readonly firstReads: Map<number, number>;
}

interface Orders {
  readonly causal: readonly number[];
  readonly transfers: readonly { readonly after: number; readonly n: number; readonly k: number }[];
}

export interface RaptorOptions {
  /** Keeps owners that nothing asks for any more, to show their sets. */
  readonly keepObsolete?: boolean;
  /** Without the three corrections. */
  readonly asPrinted?: boolean;
}

export class Raptor {
  /** In the order in which they came. */
  readonly owners = new Set<Owner>();
  mostOwners = 0;
  private readonly sink: CpSink;
  private readonly options: RaptorOptions;
  private readonly variables = new Map<number, Variable>();
  /** Variable → section and kind of access → the owner of the last such access. */
  private readonly marks = new Map<number, Map<string, Owner>>();
  /** Lock → its acquires so far; and those whose sets are kept, by index. */
  private readonly acquires = new Map<number, number>();
  private readonly lockOwners = new Map<number, Map<number, Owner>>();
  /** Thread → lock → index of the section that it is in, outermost first. */
  private readonly held = new Map<number, Map<number, number>>();
  private pairs: Pair[] = [];

  constructor(sink: CpSink, options: RaptorOptions = {}) {
    this.sink = sink;
    this.options = options;
  }

  /** Takes a read, write, acquire or release; forks and joins must be lowered (`lowerForks`). */
  event(op: number, t: number, target: number, position: number): void {
    switch (op) {
      case Op.read:
        this.read(t, target, position);
        break;
      case Op.write:
        this.write(t, target, position);
        break;
      case Op.acquire:
        this.acquire(t, target, position);
        break;
      case Op.release:
        this.preRelease(t, target);
        this.release(t, target);
        break;
    }
    this.decide();
    if (this.options.keepObsolete !== true) this.removeObsolete();
    this.mostOwners = Math.max(this.mostOwners, this.owners.size);
  }

  /** Releases what is still held, inner locks first, and decides the reads that no write follows. */
  end(): void {
    for (const [t, sections] of this.held)
      for (const m of [...sections.keys()].reverse()) {
        this.preRelease(t, m);
        this.release(t, m);
      }
    for (const variable of this.variables.values()) this.addReadPairs(variable);
    this.decide();
  }

  /** Algorithm 1. */
  private write(t: number, x: number, position: number): void {
    this.ruleA(t, x, true);
    const before = this.variable(x);
    const { write, reads } = before;
    write?.copy(thread(t), NEXT_WRITE);
    for (const read of reads.values()) read.copy(thread(t), NEXT_WRITE);
    if (write !== undefined) this.addPair(write, NEXT_WRITE, t, position);
    for (const read of reads.values()) this.addPair(read, NEXT_WRITE, t, position);
    this.addReadPairs(before);
    const owner = new Owner('write', x, before.index + 1, t, position, new Map(this.sections(t)));
    this.variables.set(x, { write: owner, index: before.index + 1, reads: new Map(), firstReads: new Map() });
    this.owners.add(owner);
    this.mark(owner);
  }

  /** Algorithm 2. */
  private read(t: number, x: number, position: number): void {
    this.ruleA(t, x, false);
    const variable = this.variable(x);
    const earlier = variable.reads.get(t);
    if (earlier === undefined || this.options.asPrinted === true) {
      variable.write?.copy(thread(t), readBy(t));
      variable.firstReads.set(t, position);
    }
    if (earlier !== undefined) {
      this.owners.delete(earlier);
      if (this.options.asPrinted === true) this.unmark(earlier);
    }
    const owner = new Owner('read', x, variable.index, t, position, new Map(this.sections(t)));
    variable.reads.set(t, owner);
    this.owners.add(owner);
    this.mark(owner);
  }

  /** Algorithm 3. */
  private acquire(t: number, m: number, position: number): void {
    for (const owner of this.owners) {
      if (owner.cp.has(lock(m))) owner.cp.add(thread(t));
      for (const [n, k] of owner.ccp.get(lock(m)) ?? []) owner.addCcp(thread(t), n, k);
      const j = owner.hb.get(lock(m));
      if (j === undefined) continue;
      owner.addHb(thread(t));
      owner.addCcp(thread(t), m, j);
    }
    const index = (this.acquires.get(m) ?? 0) + 1;
    this.acquires.set(m, index);
    const owner = new Owner('acquire', m, index, t, position, new Map());
    this.owners.add(owner);
    this.ownersOf(m).set(index, owner);
    this.sections(t).set(m, index);
  }

  /** Algorithm 4, until it changes nothing that it asks for: an order that it finds may be one that it needs. */
  private preRelease(t: number, m: number): void {
    for (let known = ''; ; ) {
      const orders = this.ordersTo(t, m);
      const found = JSON.stringify(orders);
      if (found === known) return;
      known = found;
      this.preReleaseOnce(m, orders);
      if (this.options.asPrinted === true) return;
    }
  }

  /** Acquires of a lock that are CP-before thread t, and those that are if another acquire (n, k) is. */
  private ordersTo(t: number, m: number): Orders {
    const causal: number[] = [];
    const transfers: { after: number; n: number; k: number }[] = [];
    for (const [index, owner] of this.ownersOf(m)) {
      if (owner.cp.has(thread(t))) causal.push(index);
      for (const [n, k] of owner.ccp.get(thread(t)) ?? []) if (n !== m) transfers.push({ after: index, n, k });
    }
    return { causal, transfers };
  }

  private preReleaseOnce(m: number, { causal, transfers }: Orders): void {
    for (const owner of this.owners)
      for (const [element, conditions] of [...owner.ccp]) {
        const j = conditions.get(m);
        if (j === undefined) continue;
        if (causal.some((l) => l >= j)) owner.cp.add(element);
        for (const { after, n, k } of transfers) if (after >= j) owner.addCcp(element, n, k);
      }
  }

  /** Algorithm 5. */
  private release(t: number, m: number): void {
    const index = this.sections(t).get(m)!;
    this.sections(t).delete(m);
    for (const owner of this.owners) {
      if (owner.cp.has(thread(t))) owner.cp.add(lock(m));
      for (const [n, k] of owner.ccp.get(thread(t)) ?? []) if (n !== m) owner.addCcp(lock(m), n, k);
      if (owner.hb.has(thread(t))) owner.addHb(lock(m), index);
      owner.removeCcp(m);
    }
  }

  /** Lines 1 to 4 of Algorithm 1, lines 1 and 2 of Algorithm 2. If nothing asks for the section any more, an earlier one stands for it. */
  private ruleA(t: number, x: number, write: boolean): void {
    for (const m of this.sections(t).keys()) {
      let latest = 0;
      for (const access of this.marks.get(x)?.values() ?? [])
        if (access.thread !== t && (write || access.kind === 'write')) latest = Math.max(latest, access.inside.get(m) ?? 0);
      const kept = Math.max(0, ...[...this.ownersOf(m).keys()].filter((index) => index <= latest));
      this.ownersOf(m).get(kept)?.cp.add(thread(t));
    }
  }

  /** Algorithm 6, the pairs. */
  private decide(): void {
    this.pairs = this.pairs.filter(({ owner, element, second }) => {
      if (owner.po.has(element) || owner.cp.has(element)) return false;
      if (owner.ccp.has(element)) return true;
      this.sink(owner.position, second, !owner.hb.has(element));
      return false;
    });
  }

  /** Algorithm 6, the owners, and Algorithm 7. */
  private removeObsolete(): void {
    const undecided = new Set(this.pairs.map(({ owner }) => owner));
    for (const owner of this.owners) {
      const { kind, target, index } = owner;
      const obsolete =
        kind === 'acquire'
          ? ![...(this.held.get(owner.thread) ?? [])].some(([m, j]) => m === target && j === index) && !this.asked(owner)
          : this.variable(target).index > index && !undecided.has(owner);
      if (!obsolete) continue;
      this.owners.delete(owner);
      if (kind === 'acquire') this.ownersOf(target).delete(index);
      else if (this.options.asPrinted === true) this.unmark(owner);
    }
  }

  /** Whether some owner waits for the acquire, or may come to. */
  private asked({ target: m, index: j }: Owner): boolean {
    for (const owner of this.owners) {
      if ((owner.kind === 'acquire' && owner.target === m && owner.index === j) || owner.cp.has(lock(m))) continue;
      if (owner.hb.get(lock(m)) === j) return true;
      for (const conditions of owner.ccp.values()) if ((conditions.get(m) ?? Number.POSITIVE_INFINITY) <= j) return true;
    }
    return false;
  }

  private addReadPairs({ write, firstReads }: Variable): void {
    if (write !== undefined) for (const [t, position] of firstReads) this.addPair(write, readBy(t), t, position);
  }

  private addPair(owner: Owner, element: Element, t: number, second: number): void {
    if (owner.thread !== t) this.pairs.push({ owner, element, second });
  }

  private mark(owner: Owner): void {
    const { inside, target, kind } = owner;
    const marks = this.marks.get(target) ?? new Map<string, Owner>();
    this.marks.set(target, marks);
    for (const [m, index] of inside) marks.set(`${m} ${index} ${kind}`, owner);
  }

  private unmark(owner: Owner): void {
    const marks = this.marks.get(owner.target);
    for (const [key, marked] of marks ?? []) if (marked === owner) marks!.delete(key);
  }

  private variable(x: number): Variable {
    return this.variables.get(x) ?? this.remember(x);
  }

  private remember(x: number): Variable {
    const variable = { write: undefined, index: 0, reads: new Map<number, Owner>(), firstReads: new Map<number, number>() };
    this.variables.set(x, variable);
    return variable;
  }

  private sections(t: number): Map<number, number> {
    let sections = this.held.get(t);
    if (sections === undefined) {
      sections = new Map();
      this.held.set(t, sections);
    }
    return sections;
  }

  private ownersOf(m: number): Map<number, Owner> {
    let owners = this.lockOwners.get(m);
    if (owners === undefined) {
      owners = new Map();
      this.lockOwners.set(m, owners);
    }
    return owners;
  }
}
