// Causally-precedes as the least fixed point of its published rules (Smaragdakis and others 2012, Definition 3) over a matrix of events:
// (a) a release comes before the acquire of a later section of the lock that has a conflicting access, (b) so it does if the acquire of
// its section comes before the release of the later one, (c) happens-before on either side keeps the order. Forks and joins are edges
// of (a), as Raptor lowers them, and so are volatiles, barriers, and readers of a lock against its writers. Sections that are open at the
// end are released there. Cubic and worse.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { causalBase, compose, conflicting, type Matrix, matrix } from './causal-base.ts';
import type { Pair } from './correct-reorderings.ts';

interface CausalOrder {
  readonly list: readonly Event[];
  readonly cp: Matrix;
}

function causalOrder(trace: Trace): CausalOrder {
  const { list, sections, hb, edges } = causalBase(trace);
  // Nothing comes after the releases at the end: they need no place in the order of their own but for rule (b).
  const open = sections.filter(({ release }) => release < 0);
  const size = list.length + open.length;
  for (const row of hb) row.push(...open.map(() => false));
  for (const _ of open) hb.push(Array<boolean>(size).fill(false));
  const lastOf = new Map(list.map(({ thread, position }) => [thread, position]));
  for (const [i, section] of open.toReversed().entries()) {
    section.release = list.length + i;
    const last = lastOf.get(section.thread)!;
    for (let a = 0; a < section.release; a++) if (a === last || hb[a]![last]) hb[a]![section.release] = true;
    lastOf.set(section.thread, section.release);
  }
  const cp = matrix(size);
  for (const [from, to] of edges) cp[from]![to] = true;
  const inside = sections.map(({ members }) => members.map((position) => list[position]!));
  const successive = sections.flatMap((s, i) =>
    sections.flatMap((q, j) => (s.lock === q.lock && s.release < q.acquire ? [{ s, q, i, j }] : [])),
  );
  for (const { s, q, i, j } of successive)
    if (inside[i]!.some((d) => inside[j]!.some((e) => conflicting(d, e)))) cp[s.release]![q.acquire] = true;
  for (let grown = true; grown; ) {
    compose(hb, cp);
    grown = false;
    for (const { s, q } of successive) {
      if (cp[s.release]![q.acquire] || !cp[s.acquire]![q.release]) continue;
      cp[s.release]![q.acquire] = true;
      grown = true;
    }
  }
  return { list, cp };
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
    if (op === Op.alloc) {
      writes.delete(target);
      reads.delete(target);
    }
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
