// Raptor's Algorithms 1 to 7 (Roemer, Bond 2019), line by line, after every event over every owner: the slow form. Three corrections can be
// switched on one by one; without them it is what is printed. Forks and joins are lowered as section 7.1 has it.

import { lowerForks } from '../../src/teaching/raptor/lower-forks.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import type { Pair } from './correct-reorderings.ts';

export interface Corrections {
  /** Rule (a) remembers the sections of an access whose sets are gone, or were overwritten by the thread's next read. */
  readonly sections?: boolean;
  /** Algorithm 4 is repeated until it changes nothing. */
  readonly repeated?: boolean;
  /** A write is compared with each thread's first read after it, not with the latest. */
  readonly firstReads?: boolean;
}

export const corrected: Corrections = { sections: true, repeated: true, firstReads: true };

/** A lock with the index of one of its sections. */
interface Instance {
  readonly lock: number;
  readonly index: number;
}

/** σ:n^k of CCP. */
interface Condition extends Instance {
  readonly element: string;
}

/** T, m, ξ and ξ_T. */
const T = (t: number): string => `T${t}`;
const M = (m: number): string => `m${m}`;
const XI = 'ξ';
const XI_OF = (t: number): string => `ξ${t}`;

class Owner {
  PO = new Set<string>();
  HB = new Set<string>();
  /** The locks of HB with their indices; inside: the subscript ∗. */
  HBlocks: (Instance & { inside: boolean })[] = [];
  CP = new Set<string>();
  CCP: Condition[] = [];
  readonly position: number;

  constructor(position: number) {
    this.position = position;
  }

  addCCP(element: string, { lock, index }: Instance): void {
    if (this.CCP.some((c) => c.element === element && c.lock === lock && c.index <= index)) return;
    this.CCP.push({ element, lock, index });
  }

  waits(element: string): boolean {
    return this.CCP.some((c) => c.element === element);
  }

  /** Lines 5 to 8 of Algorithm 1 and the like. */
  represent(t: number, element: string): void {
    for (const set of [this.PO, this.HB, this.CP]) if (set.has(T(t))) set.add(element);
    for (const c of this.CCP.filter((one) => one.element === T(t))) this.addCCP(element, c);
  }
}

interface Accesses {
  /** x^i, by i; those that are obsolete are gone. */
  readonly writes: Map<number, Owner>;
  /** x^i_t, by `i t`. */
  readonly reads: Map<string, Owner>;
  /** Which of `i t` was read, and where: the read that is reported. */
  readonly readAt: Map<string, number>;
  /** Where the writes were. */
  readonly writtenAt: number[];
  /** Sections that accesses were in, for the first correction. */
  readonly remembered: (Instance & { thread: number; write: boolean })[];
}

class Printed {
  readonly races = new Map<string, Pair>();
  private readonly corrections: Corrections;
  private readonly variables = new Map<number, Accesses>();
  private readonly acquires = new Map<string, Owner & { lock: number; index: number }>();
  private readonly count = new Map<number, number>();
  private readonly held = new Map<number, Instance[]>();

  constructor(corrections: Corrections) {
    this.corrections = corrections;
  }

  event(op: number, t: number, target: number, position: number): void {
    if (op === Op.write) this.write(t, target, position);
    else if (op === Op.read) this.read(t, target, position);
    else if (op === Op.acquire) this.acquire(t, target, position);
    else {
      this.preRelease(t, target);
      this.release(t, target);
    }
    for (const x of this.variables.keys()) this.algorithm6(x, false);
    this.algorithm7();
  }

  /** Footnote 5, and the end of section 6.1: what was not ruled out is reported. */
  end(): void {
    for (const [t, held] of this.held)
      for (const { lock } of [...held].reverse()) {
        this.preRelease(t, lock);
        this.release(t, lock);
      }
    for (const x of this.variables.keys()) this.algorithm6(x, true);
  }

  private *owners(): Iterable<Owner> {
    for (const { writes, reads } of this.variables.values()) {
      yield* writes.values();
      yield* reads.values();
    }
    yield* this.acquires.values();
  }

  private write(t: number, x: number, position: number): void {
    const { writes, reads, writtenAt } = this.accesses(x);
    this.ruleA(t, x, true);
    const i = writtenAt.length;
    writes.get(i - 1)?.represent(t, XI);
    for (const [key, read] of reads) if (key.startsWith(`${i - 1} `)) read.represent(t, XI);
    writes.set(i, this.begun(t, position));
    writtenAt.push(position);
    this.remember(t, x, true);
  }

  private read(t: number, x: number, position: number): void {
    const { writes, reads, readAt, writtenAt } = this.accesses(x);
    this.ruleA(t, x, false);
    const i = writtenAt.length - 1;
    const key = `${i} ${t}`;
    if (!readAt.has(key) || this.corrections.firstReads !== true) {
      writes.get(i)?.represent(t, XI_OF(t));
      readAt.set(key, position);
    }
    reads.set(key, this.begun(t, position));
    this.remember(t, x, false);
  }

  private begun(t: number, position: number): Owner {
    const owner = new Owner(position);
    owner.PO.add(T(t));
    owner.HB.add(T(t));
    for (const { lock, index } of this.heldBy(t)) owner.HBlocks.push({ lock, index, inside: true });
    return owner;
  }

  /** Lines 1 to 4 of Algorithm 1, with the reads; lines 1 and 2 of Algorithm 2, without. */
  private ruleA(t: number, x: number, write: boolean): void {
    const { writes, reads, remembered } = this.accesses(x);
    for (const { lock } of this.heldBy(t)) {
      const latest = (owners: Iterable<Owner>): number =>
        Math.max(
          0,
          ...[...owners]
            .filter(({ PO }) => !PO.has(T(t)))
            .flatMap(({ HBlocks }) => HBlocks.filter((h) => h.inside && h.lock === lock).map(({ index }) => index)),
        );
      let found = [latest(writes.values())];
      if (write) found = [...found, ...[...reads.values()].map((read) => latest([read]))];
      if (this.corrections.sections === true)
        for (const section of remembered)
          if (section.lock === lock && section.thread !== t && (write || section.write)) found.push(section.index);
      for (const j of found) this.latestAcquire(lock, j)?.CP.add(T(t));
    }
  }

  /** m^j, or where its sets are gone the latest before it that has some: what is CP-before by m^j is by that one, too. */
  private latestAcquire(lock: number, j: number): Owner | undefined {
    const kept = [...this.acquires.values()].filter((one) => one.lock === lock && one.index <= j);
    return kept.sort((a, b) => b.index - a.index)[0];
  }

  private acquire(t: number, m: number, position: number): void {
    for (const owner of this.owners()) {
      if (owner.CP.has(M(m))) owner.CP.add(T(t));
      for (const c of owner.CCP.filter(({ element }) => element === M(m))) owner.addCCP(T(t), c);
      const j = owner.HBlocks.find(({ lock }) => lock === m);
      if (j === undefined) continue;
      owner.HB.add(T(t));
      owner.addCCP(T(t), j);
    }
    const index = (this.count.get(m) ?? 0) + 1;
    this.count.set(m, index);
    const owner = Object.assign(new Owner(position), { lock: m, index });
    owner.PO.add(T(t));
    owner.HB.add(T(t));
    this.acquires.set(`${m} ${index}`, owner);
    this.heldBy(t).push({ lock: m, index });
  }

  /** Algorithm 4. */
  private preRelease(t: number, m: number): void {
    for (let changed = true; changed; ) {
      changed = false;
      const before = [...this.acquires.values()]
        .filter(({ lock }) => lock === m)
        .map(({ index, CP, CCP }) => ({ index, CP: new Set(CP), CCP: [...CCP] }));
      for (const owner of this.owners())
        for (const { element, index: j } of owner.CCP.filter(({ lock }) => lock === m)) {
          const [known, waiting] = [owner.CP.size, owner.CCP.length];
          if (before.some(({ index: l, CP }) => l >= j && CP.has(T(t)))) owner.CP.add(element);
          for (const { index: l, CCP } of before)
            for (const c of CCP) if (l >= j && c.element === T(t) && c.lock !== m) owner.addCCP(element, c);
          if (owner.CP.size > known || owner.CCP.length > waiting) changed = true;
        }
      if (this.corrections.repeated !== true) return;
    }
  }

  /** Algorithm 5. */
  private release(t: number, m: number): void {
    const held = this.heldBy(t);
    const at = held.findIndex(({ lock }) => lock === m);
    const [{ index }] = held.splice(at, 1) as [Instance];
    for (const owner of this.owners()) {
      if (owner.CP.has(T(t))) owner.CP.add(M(m));
      for (const c of owner.CCP.filter(({ element, lock }) => element === T(t) && lock !== m)) owner.addCCP(M(m), c);
      if (owner.HB.has(T(t)) && !owner.HBlocks.some(({ lock }) => lock === m))
        owner.HBlocks.push({ lock: m, index, inside: false });
      owner.CCP = owner.CCP.filter(({ lock }) => lock !== m);
    }
  }

  /** `over`: when no write follows any more. */
  private algorithm6(x: number, over: boolean): void {
    const { writes, reads, readAt, writtenAt } = this.accesses(x);
    for (let i = 0; i < writtenAt.length; i++) {
      const written = i + 1 < writtenAt.length;
      if (!written && !over) continue;
      const write = writes.get(i);
      const readers = [...readAt.keys()].filter((key) => key.startsWith(`${i} `)).map((key) => Number(key.split(' ')[1]));
      const race = (owner: Owner | undefined, element: string, second: number): void => {
        if (owner === undefined || owner.CP.has(element) || owner.PO.has(element) || owner.waits(element)) return;
        this.races.set(`${owner.position} ${second}`, [owner.position, second]);
      };
      if (written) race(write, XI, writtenAt[i + 1]!);
      for (const t of readers) {
        const read = reads.get(`${i} ${t}`);
        race(write, XI_OF(t), readAt.get(`${i} ${t}`)!);
        if (written) race(read, XI, writtenAt[i + 1]!);
        if (written && read?.waits(XI) === false) reads.delete(`${i} ${t}`);
      }
      if (written && write !== undefined && !write.waits(XI) && !readers.some((t) => write.waits(XI_OF(t)))) writes.delete(i);
    }
  }

  private algorithm7(): void {
    for (const [key, acquire] of this.acquires) {
      const { lock: m, index: j } = acquire;
      if ([...this.held.values()].flat().some(({ lock, index }) => lock === m && index === j)) continue;
      const asked = [...this.owners()].some(
        (owner) =>
          owner !== acquire &&
          !owner.CP.has(M(m)) &&
          (owner.HBlocks.some(({ lock, index }) => lock === m && index === j) ||
            owner.CCP.some(({ lock, index }) => lock === m && index <= j)),
      );
      if (!asked) this.acquires.delete(key);
    }
  }

  private remember(t: number, x: number, write: boolean): void {
    for (const { lock, index } of this.heldBy(t)) this.accesses(x).remembered.push({ lock, index, thread: t, write });
  }

  private accesses(x: number): Accesses {
    let known = this.variables.get(x);
    if (known === undefined) {
      // The fake write wr(x)^0, which has no owner here: nothing can race with it.
      known = { writes: new Map(), reads: new Map(), readAt: new Map(), writtenAt: [-1], remembered: [] };
      this.variables.set(x, known);
    }
    return known;
  }

  private heldBy(t: number): Instance[] {
    const held = this.held.get(t) ?? [];
    this.held.set(t, held);
    return held;
  }
}

/** The races that the pseudo-code reports, by their second access. Inner acquires and releases of re-entrant locks are none. */
export function raptorRaces(trace: Trace, corrections: Corrections = {}): Pair[] {
  const printed = new Printed(corrections);
  const step = lowerForks((op, t, target, position) => printed.event(op, t, target, position));
  const depths = new Map<number, number>();
  for (const { op, thread, target, position } of events(trace)) {
    const depth = depths.get(target) ?? 0;
    if (op === Op.acquire) depths.set(target, depth + 1);
    if (op === Op.release) depths.set(target, depth - 1);
    const inner = (op === Op.acquire && depth > 0) || (op === Op.release && depth > 1);
    if (!inner) step(op, thread, target, position);
  }
  printed.end();
  return [...printed.races.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}
