// Who holds which lock while the checker replays a schedule: re-entrant, shared by readers, given up whole by a wait.

interface Lock {
  writer: number;
  depth: number;
  /** Reader → how often. */
  readonly readers: Map<number, number>;
}

const FREE = -1;

export class ReplayedLocks {
  /** Those that somebody holds. */
  private readonly locks = new Map<number, Lock>();
  /** Thread in a wait → how often it will hold the lock again. */
  private readonly waiting = new Map<number, number>();

  copy(): ReplayedLocks {
    const copy = new ReplayedLocks();
    for (const [lock, { writer, depth, readers }] of this.locks)
      copy.locks.set(lock, { writer, depth, readers: new Map(readers) });
    for (const [t, depth] of this.waiting) copy.waiting.set(t, depth);
    return copy;
  }

  /** A thread that stands in the way of an acquire, or -1. */
  obstacle(lock: number, t: number, shared: boolean): number {
    const held = this.locks.get(lock);
    if (held === undefined) return FREE;
    if (held.writer !== FREE && held.writer !== t) return held.writer;
    if (!shared) for (const reader of held.readers.keys()) if (reader !== t) return reader;
    return FREE;
  }

  /** Whether the thread holds the lock in a way that keeps such an acquire of another out. */
  keepsOut(lock: number, holder: number, shared: boolean): boolean {
    const held = this.locks.get(lock);
    return held !== undefined && (held.writer === holder || (!shared && held.readers.has(holder)));
  }

  acquire(lock: number, t: number, shared: boolean): void {
    let held = this.locks.get(lock);
    if (held === undefined) {
      held = { writer: FREE, depth: 0, readers: new Map() };
      this.locks.set(lock, held);
    }
    if (shared) held.readers.set(t, (held.readers.get(t) ?? 0) + 1);
    else {
      held.writer = t;
      held.depth += this.waiting.get(t) ?? 1;
      this.waiting.delete(t);
    }
  }

  /** False if the thread does not hold the lock so. */
  release(lock: number, t: number, shared: boolean): boolean {
    const held = this.locks.get(lock);
    if (held === undefined) return false;
    if (shared) {
      const depth = held.readers.get(t) ?? 0;
      if (depth > 1) held.readers.set(t, depth - 1);
      else held.readers.delete(t);
      this.settle(lock, held);
      return depth > 0;
    }
    if (held.writer !== t) return false;
    held.depth--;
    if (held.depth === 0) held.writer = FREE;
    this.settle(lock, held);
    return true;
  }

  wait(lock: number, t: number): boolean {
    const held = this.locks.get(lock);
    if (held === undefined || held.writer !== t) return false;
    this.waiting.set(t, held.depth);
    held.depth = 0;
    held.writer = FREE;
    this.settle(lock, held);
    return true;
  }

  private settle(lock: number, { writer, readers }: Lock): void {
    if (writer === FREE && readers.size === 0) this.locks.delete(lock);
  }
}
