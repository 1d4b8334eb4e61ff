// Where the threads of a cut block are held. To hold one before its access is of no use if the other one needs a lock that it has by then: so it is held
// before it takes the lock.

import type { columnsOf } from '../trace/columns.ts';
import { Op } from '../trace/operation.ts';

/** An acquire, and what its thread held before it. */
interface Taking {
  readonly position: number;
  readonly held: ReadonlySet<number>;
}

interface Walk {
  /** The acquires of the thread, in order. */
  readonly takings: readonly Taking[];
  /** What it holds at the end, each lock with the position at which it was taken. */
  readonly held: ReadonlyMap<number, number>;
}

/** Positions of acquires; undefined where the thread is held at its access. */
export interface Ways {
  readonly between: number | undefined;
  readonly after: number | undefined;
}

export function waysOf(columns: ReturnType<typeof columnsOf>, [own, cut, index]: readonly [number, number, number]): Ways {
  const block = walk(columns, index);
  const other = walk(columns, cut);
  const wanted = new Set([...block.held.keys(), ...walk(columns, own).held.keys()]);
  const taken = [...other.held].filter(([lock]) => wanted.has(lock)).map(([, position]) => position);
  const free = block.takings.filter(({ position, held }) => position > own && ![...held].some((lock) => other.held.has(lock)));
  return {
    between: taken.length === 0 ? undefined : Math.min(...taken),
    after: [...block.held.keys()].some((lock) => other.held.has(lock))
      ? free.sort((a, b) => a.held.size - b.held.size || b.position - a.position)[0]?.position
      : undefined,
  };
}

/** What the thread of an event did with locks before it. */
function walk({ ops, threads, targets }: ReturnType<typeof columnsOf>, end: number): Walk {
  const takings: Taking[] = [];
  const held = new Map<number, number>();
  const depths = new Map<number, number>();
  for (let e = 0; e < end; e++) {
    if (threads[e] !== threads[end]) continue;
    const lock = targets[e]!;
    const depth = depths.get(lock) ?? 0;
    switch (ops[e]) {
      case Op.acquire:
      case Op.acquireShared:
        takings.push({ position: e, held: new Set(held.keys()) });
        if (depth === 0) held.set(lock, e);
        depths.set(lock, depth + 1);
        break;
      case Op.release:
      case Op.releaseShared:
        if (depth <= 1) held.delete(lock);
        depths.set(lock, Math.max(0, depth - 1));
        break;
      case Op.wait:
        held.delete(lock);
        depths.set(lock, 0);
        break;
    }
  }
  return { takings, held };
}
