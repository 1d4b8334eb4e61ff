// Critical sections in a schedule against those in the trace: which pairs change places, and which are open at the end.

import type { Columns } from '../trace/columns.ts';
import { Op } from '../trace/operation.ts';

/** Two critical sections of a lock, by their acquires, that the schedule runs the other way round. */
export interface Reversal {
  readonly lock: number;
  /** The acquire that comes first in the schedule; the trace had `before` first. */
  readonly now: number;
  readonly before: number;
}

export interface HeldSection {
  readonly thread: number;
  readonly lock: number;
  readonly acquire: number;
}

/** Neighbours of each lock in the order of the schedule that the trace has the other way round, and what is held at the end. */
export function replaySections(
  { ops, threads, targets }: Columns,
  schedule: ArrayLike<number>,
): { reversals: Reversal[]; held: HeldSection[] } {
  const reversals: Reversal[] = [];
  /** Lock → acquire of its last section; thread and lock → the open sections. */
  const last = new Map<number, number>();
  const open = new Map<string, HeldSection & { depth: number }>();
  for (let step = 0; step < schedule.length; step++) {
    const e = schedule[step]!;
    const op = ops[e]!;
    const lock = targets[e]!;
    const key = `${threads[e]} ${lock}`;
    const section = open.get(key);
    if (op === Op.acquire || op === Op.acquireShared) {
      if (section !== undefined) {
        section.depth++;
        continue;
      }
      open.set(key, { thread: threads[e]!, lock, acquire: e, depth: 1 });
      const previous = last.get(lock);
      if (previous !== undefined && previous > e) reversals.push({ lock, now: previous, before: e });
      last.set(lock, e);
    } else if (op === Op.wait) open.delete(key);
    else if ((op === Op.release || op === Op.releaseShared) && section !== undefined) {
      section.depth--;
      if (section.depth === 0) open.delete(key);
    }
  }
  return { reversals, held: [...open.values()].map(({ thread, lock, acquire }) => ({ thread, lock, acquire })) };
}
