// Who took a lock when: per thread the positions of its acquires, those of readers apart. Asked for one thing, whether an ideal has an acquire
// that came after another and excludes it; so of many that nobody can tell apart, the first is enough.

import { firstFrom } from './sections.ts';

/** Of one thread. */
interface Acquires {
  readonly thread: number;
  exclusive: number[];
  shared: number[];
  /** Those that are kept when others are forgotten. */
  keptExclusive: number[];
  keptShared: number[];
}

/** Instead of a position where there is none. */
const NEVER = Number.POSITIVE_INFINITY;

export class LockAcquires {
  private readonly byThread = new Map<number, Acquires>();
  readonly all: Acquires[] = [];

  /** `lock` is that of a section: an odd one is of readers. */
  add(lock: number, thread: number, position: number): void {
    let own = this.byThread.get(thread);
    if (own === undefined) {
      own = { thread, exclusive: [], shared: [], keptExclusive: [], keptShared: [] };
      this.byThread.set(thread, own);
      this.all.push(own);
    }
    ((lock & 1) === 1 ? own.shared : own.exclusive).push(position);
  }

  /** Whether an ideal has an acquire of another thread after a section that began at a position, and that excludes it. */
  follows(ideal: Uint32Array, thread: number, lock: number, position: number): boolean {
    for (const { thread: other, exclusive, shared } of this.all) {
      const bound = ideal[other]!;
      if (other === thread || bound <= position + 1) continue;
      if (hasBetween(exclusive, position, bound) || ((lock & 1) === 0 && hasBetween(shared, position, bound))) return true;
    }
    return false;
  }

  /** The first acquire of a thread after a section that began at a position, and that excludes it. */
  static next({ exclusive, shared }: Acquires, lock: number, position: number): number {
    const next = exclusive[firstFrom(exclusive, position + 1)] ?? NEVER;
    return (lock & 1) === 1 ? next : Math.min(next, shared[firstFrom(shared, position + 1)] ?? NEVER);
  }

  /** Somebody may ask what comes after a section of a thread that began at a position. */
  keepAfter(thread: number, lock: number, position: number): void {
    for (const own of this.all) {
      if (own.thread === thread) continue;
      keepFirst(own.exclusive, position + 1, own.keptExclusive);
      if ((lock & 1) === 0) keepFirst(own.shared, position + 1, own.keptShared);
    }
  }

  /** Forgets all that was not kept. Gives how many are left. */
  sweep(): number {
    let left = 0;
    for (const own of this.all) {
      own.exclusive = sorted(own.keptExclusive);
      own.shared = sorted(own.keptShared);
      own.keptExclusive = [];
      own.keptShared = [];
      left += own.exclusive.length + own.shared.length;
    }
    return left;
  }
}

function keepFirst(positions: readonly number[], from: number, kept: number[]): void {
  const position = positions[firstFrom(positions, from)];
  if (position !== undefined && kept.at(-1) !== position) kept.push(position);
}

function sorted(positions: number[]): number[] {
  positions.sort((a, b) => a - b);
  return positions.filter((position, i) => position !== positions[i - 1]);
}

/** Whether one of the positions, which ascend, is above one limit and below another. */
function hasBetween(positions: readonly number[], above: number, below: number): boolean {
  const at = firstFrom(positions, below) - 1;
  return at >= 0 && positions[at]! > above;
}
