// Causally-precedes as the least fixed point of its published rules (Smaragdakis and others 2012) over a matrix of events:
// (a) a release comes before the acquire of a later section of the lock that has a conflicting access, (b) so it does if the acquire of
// its section comes before the release of the later one, (c) happens-before on either side keeps the order. Forks and joins are edges
// of (a), as Raptor lowers them. Sections that are open at the end are released there. Cubic and worse.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import type { Pair } from './correct-reorderings.ts';

type Matrix = boolean[][];

interface Section {
  readonly lock: number;
  readonly acquire: number;
  readonly accesses: Event[];
  release: number;
}

export interface CausalOrder {
  readonly list: readonly Event[];
  readonly hb: Matrix;
  readonly cp: Matrix;
}

/** The events of the trace and the releases that it lacks at its end, inner locks first. */
function completed(trace: Trace): Event[] {
  const list = [...events(trace)];
  const open: Event[] = [];
  for (const event of list) {
    if (event.op === Op.acquire) open.unshift(event);
    if (event.op === Op.release)
      open.splice(
        open.findIndex(({ thread, target }) => thread === event.thread && target === event.target),
        1,
      );
  }
  for (const event of open) list.push({ ...event, op: Op.release, position: list.length });
  return list;
}

/** Outermost sections only: inner ones of a re-entrant lock are no sections. */
function sectionsOf(list: readonly Event[]): Section[] {
  const all: Section[] = [];
  const open = new Map<string, { section: Section; depth: number }>();
  for (const event of list) {
    const { op, thread, target, position } = event;
    const key = `${thread} ${target}`;
    const own = open.get(key);
    if (op === Op.acquire && own !== undefined) own.depth++;
    else if (op === Op.acquire) {
      const section = { lock: target, acquire: position, accesses: [], release: -1 };
      all.push(section);
      open.set(key, { section, depth: 1 });
    } else if (op === Op.release && own !== undefined && --own.depth === 0) {
      own.section.release = position;
      open.delete(key);
    } else if (op <= Op.write)
      for (const [holder, { section }] of open) if (holder.startsWith(`${thread} `)) section.accesses.push(event);
  }
  return all;
}

function causalOrder(trace: Trace): CausalOrder {
  const list = completed(trace);
  const sections = sectionsOf(list);
  const hb = matrix(list.length);
  const cp = matrix(list.length);
  for (const a of list)
    for (const b of list) {
      if (a.position >= b.position) continue;
      const forks = a.op === Op.fork && (a.target === b.thread || (b.op === Op.join && b.target === a.target));
      const hard = forks || (b.op === Op.join && b.target === a.thread);
      if (hard) cp[a.position]![b.position] = true;
      if (hard || a.thread === b.thread) hb[a.position]![b.position] = true;
    }
  const successive = sections.flatMap((s) =>
    sections.filter((q) => s.lock === q.lock && s.release < q.acquire).map((q) => [s, q] as const),
  );
  for (const [s, q] of successive) {
    hb[s.release]![q.acquire] = true;
    if (s.accesses.some((d) => q.accesses.some((e) => conflicting(d, e)))) cp[s.release]![q.acquire] = true;
  }
  compose(hb, hb);
  for (let grown = true; grown; ) {
    compose(hb, cp);
    grown = false;
    for (const [s, q] of successive) {
      if (cp[s.release]![q.acquire] || !cp[s.acquire]![q.release]) continue;
      cp[s.release]![q.acquire] = true;
      grown = true;
    }
  }
  return { list, hb, cp };
}

/** All conflicting pairs that are not ordered. */
export function cpPairs(trace: Trace): Pair[] {
  const { list, cp } = causalOrder(trace);
  const pairs: Pair[] = [];
  for (const a of list)
    for (const b of list)
      if (a.position < b.position && conflicting(a, b) && !cp[a.position]![b.position]) pairs.push([a.position, b.position]);
  return pairs;
}

/** A write and the next one; a write and each thread's first read after it; each thread's latest read before a write and that write. */
export function consecutivePairs(trace: Trace): Pair[] {
  const pairs: Pair[] = [];
  const writes = new Map<number, Event>();
  const reads = new Map<number, Map<number, Event>>();
  const add = (first: Event | undefined, second: Event): void => {
    if (first !== undefined && conflicting(first, second)) pairs.push([first.position, second.position]);
  };
  for (const event of events(trace)) {
    const { op, target, thread } = event;
    const latest = reads.get(target) ?? new Map<number, Event>();
    if (op === Op.read) {
      if (!latest.has(thread)) add(writes.get(target), event);
      reads.set(target, latest.set(thread, event));
    }
    if (op !== Op.write) continue;
    add(writes.get(target), event);
    for (const read of latest.values()) add(read, event);
    reads.delete(target);
    writes.set(target, event);
  }
  return pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** The consecutive pairs that are not ordered, by their second access. */
export function cpRaces(trace: Trace): Pair[] {
  const { cp } = causalOrder(trace);
  return consecutivePairs(trace).filter(([first, second]) => !cp[first]![second]);
}

function matrix(size: number): Matrix {
  return Array.from({ length: size }, () => Array<boolean>(size).fill(false));
}

function conflicting(a: Event, b: Event): boolean {
  return a.op <= Op.write && b.op <= Op.write && a.op + b.op > 0 && a.target === b.target && a.thread !== b.thread;
}

/** Happens-before on either side of an order; edges go forward in the trace. */
function compose(hb: Matrix, order: Matrix): void {
  const n = hb.length;
  for (let a = n - 1; a >= 0; a--)
    for (let b = a + 1; b < n; b++) {
      if (order[a]![b]) for (let c = b + 1; c < n; c++) if (hb[b]![c]) order[a]![c] = true;
      if (hb[a]![b]) for (let c = b + 1; c < n; c++) if (order[b]![c]) order[a]![c] = true;
    }
}
