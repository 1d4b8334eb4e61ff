// Who holds a lock as a reader, and how often. Reader locks are rare, so this is the one part of ownership that lives in Maps.

export class LockReaders {
  /** Pairs of lock and reader: 0 in most traces, and then nobody looks further. */
  pairs = 0;
  /** Lock → reader → depth. A lock without readers has no entry. A depth of 0 is what `orphan` leaves. */
  private readonly ofLock = new Map<number, Map<number, number>>();
  /** Reader → its locks. A thread that reads nothing has no entry. */
  private readonly ofThread = new Map<number, Set<number>>();

  depth(lock: number, thread: number): number {
    return this.ofLock.get(lock)?.get(thread) ?? 0;
  }

  /** How many threads read-hold the lock. */
  count(lock: number): number {
    return this.ofLock.get(lock)?.size ?? 0;
  }

  /** The threads that read-hold the lock, in the order in which they came. */
  threads(lock: number): number[] {
    return [...(this.ofLock.get(lock)?.keys() ?? [])];
  }

  /** The locks that the thread read-holds, in the order in which it took them. */
  locks(thread: number): number[] {
    return [...(this.ofThread.get(thread) ?? [])];
  }

  reads(thread: number): boolean {
    return this.pairs > 0 && this.ofThread.has(thread);
  }

  /** True if nobody, or only this thread, read-holds the lock. */
  onlyReader(lock: number, thread: number): boolean {
    const count = this.count(lock);
    return count === 0 || (count === 1 && this.depth(lock, thread) > 0);
  }

  acquire(lock: number, thread: number): void {
    let depths = this.ofLock.get(lock);
    if (depths === undefined) {
      depths = new Map();
      this.ofLock.set(lock, depths);
    }
    const depth = depths.get(thread) ?? 0;
    depths.set(thread, depth + 1);
    if (depth > 0) return;
    this.pairs++;
    const locks = this.ofThread.get(thread);
    if (locks === undefined) this.ofThread.set(thread, new Set([lock]));
    else locks.add(lock);
  }

  /** The thread must read-hold the lock. */
  release(lock: number, thread: number): void {
    const depth = this.depth(lock, thread);
    if (depth > 1) this.ofLock.get(lock)!.set(thread, depth - 1);
    else this.forget(lock, thread);
  }

  /** The thread will never release the lock: it still counts as a reader, but with depth 0. */
  orphan(lock: number, thread: number): void {
    this.ofLock.get(lock)!.set(thread, 0);
  }

  /** The thread is no reader of the lock any more. */
  forget(lock: number, thread: number): void {
    const depths = this.ofLock.get(lock)!;
    depths.delete(thread);
    if (depths.size === 0) this.ofLock.delete(lock);
    const locks = this.ofThread.get(thread)!;
    locks.delete(lock);
    if (locks.size === 0) this.ofThread.delete(thread);
    this.pairs--;
  }
}
