// Weak-causally-precedes as the least fixed point of its published rules (Kini, Mathur, Viswanathan 2017) over a matrix of events:
// (a) a release comes before a later access under the same lock that conflicts with one in its critical section,
// (b) two releases of a lock are ordered as soon as any events of their critical sections are, (c) happens-before before or after
// keeps the order. Accesses race if neither this order nor the order of threads, forks and joins has them. Cubic and worse.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import type { Pair } from './correct-reorderings.ts';

type Matrix = boolean[][];

interface Section {
  readonly lock: number;
  readonly thread: number;
  readonly members: number[];
  /** Position of the release; sections that stay open have none and order nothing. */
  release: number;
}

/** Adds everything that follows by transitivity; edges go forward in the trace. */
function close(m: Matrix): Matrix {
  for (let a = m.length - 1; a >= 0; a--)
    for (let b = a + 1; b < m.length; b++) if (m[a]![b]) for (let c = b + 1; c < m.length; c++) if (m[b]![c]) m[a]![c] = true;
  return m;
}

function sectionsOf(list: Event[]): Section[] {
  const all: Section[] = [];
  for (const { op, thread, target, position } of list) {
    const held = all.filter((s) => s.release < 0 && s.thread === thread);
    const own = held.find((s) => s.lock === target);
    if (op === Op.acquire && own === undefined) all.push({ lock: target, thread, members: [position], release: -1 });
    for (const s of held) s.members.push(position);
    if (op === Op.release && own !== undefined && depth(list, own, position) === 0) own.release = position;
  }
  return all;
}

function depth(list: Event[], section: Section, upTo: number): number {
  let held = 0;
  for (const e of section.members) {
    const { op, target } = list[e]!;
    if (e > upTo || target !== section.lock) continue;
    if (op === Op.acquire) held++;
    if (op === Op.release) held--;
  }
  return held;
}

/** Program order with forks and joins, closed. */
function hardOrder(list: Event[]): Matrix {
  const n = list.length;
  const m: Matrix = list.map(() => Array<boolean>(n).fill(false));
  for (const a of list)
    for (const b of list) {
      if (a.position >= b.position) continue;
      const forks = a.op === Op.fork && (a.target === b.thread || (b.op === Op.join && b.target === a.target));
      if (a.thread === b.thread || forks || (b.op === Op.join && b.target === a.thread)) m[a.position]![b.position] = true;
    }
  return close(m);
}

export function wcpPairs(trace: Trace): Pair[] {
  const list = [...events(trace)];
  const hard = hardOrder(list);
  const sections = sectionsOf(list);
  const hb = hard.map((row) => [...row]);
  for (const s of sections)
    for (const q of sections)
      if (s.lock === q.lock && s.release >= 0 && s.release < q.members[0]!) hb[s.release]![q.members[0]!] = true;
  close(hb);
  const wcp: Matrix = list.map(() => Array<boolean>(list.length).fill(false));
  for (const s of sections)
    for (const q of sections) {
      if (s.lock !== q.lock || s.release < 0 || s.release >= q.members[0]!) continue;
      for (const e of q.members) if (s.members.some((d) => conflicting(list[d]!, list[e]!))) wcp[s.release]![e] = true;
    }
  for (let grown = true; grown; ) {
    compose(hb, wcp);
    grown = false;
    for (const s of sections)
      for (const q of sections) {
        if (s.lock !== q.lock || s.release < 0 || q.release < 0 || s.release >= q.members[0]! || wcp[s.release]![q.release])
          continue;
        if (!s.members.some((d) => q.members.some((e) => wcp[d]![e]))) continue;
        wcp[s.release]![q.release] = true;
        grown = true;
      }
  }
  const pairs: Pair[] = [];
  for (const a of list)
    for (const b of list)
      if (a.position < b.position && conflicting(a, b) && !hard[a.position]![b.position] && !wcp[a.position]![b.position])
        pairs.push([a.position, b.position]);
  return pairs;
}

function conflicting(a: Event, b: Event): boolean {
  return a.op <= Op.write && b.op <= Op.write && a.op + b.op > 0 && a.target === b.target && a.thread !== b.thread;
}

/** Rule (c): happens-before on either side. */
function compose(hb: Matrix, wcp: Matrix): void {
  const n = hb.length;
  for (let a = n - 1; a >= 0; a--)
    for (let b = a + 1; b < n; b++) {
      if (wcp[a]![b]) for (let c = b + 1; c < n; c++) if (hb[b]![c]) wcp[a]![c] = true;
      if (hb[a]![b]) for (let c = b + 1; c < n; c++) if (wcp[b]![c]) wcp[a]![c] = true;
    }
}
