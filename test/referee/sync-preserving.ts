// Sync-preserving races by definition (Mathur, Pavlogiannis, Viswanathan 2021): the least set of events that holds what comes before
// the two accesses, the writes that its reads saw, and the release of every acquire that a later one of the same lock follows in
// it. The two race iff neither is in the set. Cubic and worse.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { type Pair, READS, WRITES } from './correct-reorderings.ts';

/** For each event, the events that must be there if it is; and for acquires, their release or -1. */
function needs(list: Event[]): { needed: number[][]; releases: number[] } {
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

export function syncPreservingPairs(trace: Trace): Pair[] {
  const list = [...events(trace)];
  const { needed, releases } = needs(list);
  const pairs: Pair[] = [];
  for (const a of list)
    for (const b of list) {
      const accesses = [a, b].every(({ op }) => READS.includes(op) || WRITES.includes(op));
      const conflict = [a, b].some(({ op }) => WRITES.includes(op)) && [a, b].some(({ op }) => op <= Op.write);
      if (!accesses || !conflict || a.target !== b.target || a.thread === b.thread || a.position >= b.position) continue;
      const ideal = new Set<number>();
      const add = (e: number): void => {
        if (ideal.has(e)) return;
        ideal.add(e);
        needed[e]!.forEach(add);
      };
      // What an access needs but the write that it sees: it may see another in the race.
      for (const { position } of [a, b]) needed[position]!.filter((e) => !isSeen(list, e, position)).forEach(add);
      for (let size = -1; size !== ideal.size; ) {
        size = ideal.size;
        const acquires = [...ideal].filter((e) => list[e]!.op === Op.acquire);
        for (const e of acquires)
          if (acquires.some((f) => f > e && list[f]!.target === list[e]!.target && list[f]!.thread !== list[e]!.thread))
            add(releases[e]!);
      }
      if (!ideal.has(a.position) && !ideal.has(b.position)) pairs.push([a.position, b.position]);
    }
  return pairs;
}

function isSeen(list: Event[], write: number, read: number): boolean {
  return (
    WRITES.includes(list[write]!.op) && list[write]!.target === list[read]!.target && list[write]!.thread !== list[read]!.thread
  );
}
