// Raptor's sets as the paper has them (Roemer, Bond 2019, Algorithms 1 to 5): PO, HB, CP and conditional CP for every access and acquire, all of
// them kept. To be looked at: every acquire and release visits every owner. The detector `raptor` keeps the same sets another way, and
// reports races. Algorithm 4 is repeated until nothing changes, and ξ_T stands for a thread's first read: docs/errata.md says why.

import { Op } from '../../trace/operation.ts';
import { lock, NEXT_WRITE, Owner, readBy, thread } from './owner.ts';

interface Variable {
  readonly write: Owner | undefined;
  readonly index: number;
  /** By thread: the latest since the write. */
  readonly reads: Map<number, Owner>;
}

interface Orders {
  readonly causal: readonly number[];
  readonly transfers: readonly { readonly after: number; readonly n: number; readonly k: number }[];
}

export class Raptor {
  /** In the order in which they came. */
  readonly owners = new Set<Owner>();
  private readonly variables = new Map<number, Variable>();
  /** Variable → section and kind of access → the owner of the last such access. */
  private readonly marks = new Map<number, Map<string, Owner>>();
  /** Lock → the owners of its acquires; the first has index 1. */
  private readonly acquires = new Map<number, Owner[]>();
  /** Thread → lock → index of the section that it is in, outermost first. */
  private readonly held = new Map<number, Map<number, number>>();

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
  }

  /** Algorithm 1. */
  private write(t: number, x: number, position: number): void {
    this.ruleA(t, x, true);
    const before = this.variable(x);
    const { write, reads } = before;
    write?.copy(thread(t), NEXT_WRITE);
    for (const read of reads.values()) read.copy(thread(t), NEXT_WRITE);
    const owner = new Owner('write', x, before.index + 1, t, position, new Map(this.sections(t)));
    this.variables.set(x, { write: owner, index: before.index + 1, reads: new Map() });
    this.owners.add(owner);
    this.mark(owner);
  }

  /** Algorithm 2. */
  private read(t: number, x: number, position: number): void {
    this.ruleA(t, x, false);
    const variable = this.variable(x);
    const earlier = variable.reads.get(t);
    if (earlier === undefined) variable.write?.copy(thread(t), readBy(t));
    else this.owners.delete(earlier);
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
    const acquires = this.acquiresOf(m);
    const index = acquires.length + 1;
    const owner = new Owner('acquire', m, index, t, position, new Map());
    this.owners.add(owner);
    acquires.push(owner);
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
    }
  }

  /** Acquires of a lock that are CP-before thread t, and those that are if another acquire (n, k) is. */
  private ordersTo(t: number, m: number): Orders {
    const causal: number[] = [];
    const transfers: { after: number; n: number; k: number }[] = [];
    for (const owner of this.acquiresOf(m)) {
      const { index } = owner;
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

  /** Lines 1 to 4 of Algorithm 1, lines 1 and 2 of Algorithm 2. */
  private ruleA(t: number, x: number, write: boolean): void {
    for (const m of this.sections(t).keys()) {
      let latest = 0;
      for (const access of this.marks.get(x)?.values() ?? [])
        if (access.thread !== t && (write || access.kind === 'write')) latest = Math.max(latest, access.inside.get(m) ?? 0);
      if (latest > 0) this.acquiresOf(m)[latest - 1]!.cp.add(thread(t));
    }
  }

  private mark(owner: Owner): void {
    const { inside, target, kind } = owner;
    const marks = this.marks.get(target) ?? new Map<string, Owner>();
    this.marks.set(target, marks);
    for (const [m, index] of inside) marks.set(`${m} ${index} ${kind}`, owner);
  }

  private variable(x: number): Variable {
    return this.variables.get(x) ?? this.remember(x);
  }

  private remember(x: number): Variable {
    const variable = { write: undefined, index: 0, reads: new Map<number, Owner>() };
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

  private acquiresOf(m: number): Owner[] {
    let owners = this.acquires.get(m);
    if (owners === undefined) {
      owners = [];
      this.acquires.set(m, owners);
    }
    return owners;
  }
}
