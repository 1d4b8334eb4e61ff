// What prediction demands of a set of events, from the definitions of the papers: which events an event cannot be without, where a critical
// section ends, and which accesses conflict. Quadratic and worse.

import { Op } from '../../src/trace/operation.ts';
import type { Event } from '../../src/trace/trace.ts';
import { READS, WRITES } from './correct-reorderings.ts';

export interface Needs {
  /** Per event: those that must be there if it is. */
  readonly needed: readonly (readonly number[])[];
  /** Per acquire: its release, or -1. */
  readonly releases: readonly number[];
}

export function needs(list: Event[]): Needs {
  const needed: number[][] = list.map(() => []);
  const releases: number[] = list.map(() => -1);
  list.forEach(({ op, thread, target }, e) => {
    const before = list.slice(0, e);
    const previous = before.findLast((b) => b.thread === thread) ?? before.find((b) => b.op === Op.fork && b.target === thread);
    if (previous !== undefined) needed[e]!.push(previous.position);
    const write = before.findLast((b) => WRITES.includes(b.op) && b.target === target);
    if (READS.includes(op) && write !== undefined) needed[e]!.push(write.position);
    if (op === Op.join)
      for (const b of before) if (b.thread === target || (b.op === Op.fork && b.target === target)) needed[e]!.push(b.position);
    if (op === Op.acquire) {
      let depth = 1;
      releases[e] = list.findIndex((r) => {
        if (r.position <= e || r.thread !== thread || r.target !== target) return false;
        if (r.op === Op.acquire) depth++;
        return r.op === Op.release && --depth === 0;
      });
    }
  });
  return { needed, releases };
}

/** Adds an event and all that it cannot be without. */
export function include(set: Set<number>, known: Needs, e: number): void {
  if (set.has(e)) return;
  set.add(e);
  for (const n of known.needed[e]!) include(set, known, n);
}

/** What must be done when the accesses come next: all that they need but the writes that they see, which may be others in the race. */
export function before(list: Event[], known: Needs, accesses: readonly Event[]): Set<number> {
  const set = new Set<number>();
  for (const { position } of accesses)
    for (const e of known.needed[position]!) if (!isSeen(list, e, position)) include(set, known, e);
  return set;
}

function isSeen(list: Event[], write: number, read: number): boolean {
  return (
    WRITES.includes(list[write]!.op) && list[write]!.target === list[read]!.target && list[write]!.thread !== list[read]!.thread
  );
}

/** Whether two events are accesses of one variable, at least one a write; those of one thread, and two atomic ones, too. */
export function touch(a: Event, b: Event): boolean {
  const isAccess = ({ op }: Event) => READS.includes(op) || WRITES.includes(op);
  return isAccess(a) && isAccess(b) && a.target === b.target && [a, b].some(({ op }) => WRITES.includes(op));
}

/** Pairs of accesses of two threads that conflict, at least one of them plain; the earlier first. */
export function conflictingPairs(list: Event[]): [Event, Event][] {
  return list.flatMap((a) =>
    list
      .slice(a.position + 1)
      .filter((b) => touch(a, b) && a.thread !== b.thread && [a, b].some(({ op }) => op <= Op.write))
      .map((b): [Event, Event] => [a, b]),
  );
}
