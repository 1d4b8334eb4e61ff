// Who holds what in a generated trace: a stack of holds per thread. Nobody ever blocks, so nothing here can deadlock: a lock that
// is not free is simply not taken. Well-nested by construction. About 4 × nesting bytes per thread, 13 per lock.

/** An entry of a stack is 2 × lock, plus 1 if it is held as a reader. */
export class CriticalSections {
  /** Per thread: how many entries its stack has. */
  readonly depths: Uint8Array;
  /** Entries that are open, over all threads. */
  open = 0;
  readonly capacity: number;
  private readonly stacks: Uint32Array;
  /** Per lock: exclusive holder + 1, or 0. */
  private readonly holders: Uint32Array;
  /** Per lock: entries of its exclusive holder. */
  private readonly entries: Uint8Array;
  private readonly readers: Uint32Array;
  /** Per thread: the lock that it waits on + 1, or 0. */
  private readonly awaited: Uint32Array;
  private readonly waiters: Uint32Array;

  constructor(threads: number, locks: number, capacity: number) {
    this.capacity = capacity;
    this.depths = new Uint8Array(threads);
    this.stacks = new Uint32Array(threads * capacity);
    this.awaited = new Uint32Array(threads);
    this.holders = new Uint32Array(locks);
    this.entries = new Uint8Array(locks);
    this.readers = new Uint32Array(locks);
    this.waiters = new Uint32Array(locks);
  }

  /** The innermost entry of a thread that holds something. */
  top(thread: number): number {
    return this.stacks[thread * this.capacity + this.depths[thread]! - 1]!;
  }

  /** Whether nobody holds the lock, or only readers do and the thread wants to be one. */
  isFree(lock: number, shared: boolean): boolean {
    return this.holders[lock] === 0 && (shared || this.readers[lock] === 0);
  }

  /** Takes a free lock, or takes again what is on top of the stack. */
  push(thread: number, entry: number): void {
    const lock = entry >>> 1;
    if ((entry & 1) === 1) {
      this.readers[lock]!++;
    } else {
      this.holders[lock] = thread + 1;
      this.entries[lock]!++;
    }
    this.stacks[thread * this.capacity + this.depths[thread]!++] = entry;
    this.open++;
  }

  pop(thread: number): void {
    const entry = this.top(thread);
    const lock = entry >>> 1;
    if ((entry & 1) === 1) this.readers[lock]!--;
    else if (--this.entries[lock]! === 0) this.holders[lock] = 0;
    this.depths[thread]!--;
    this.open--;
  }

  /** Only a thread with a single exclusive entry waits: who waits holds nothing else, so that all waits can end. */
  wait(thread: number): void {
    const lock = this.top(thread) >>> 1;
    this.holders[lock] = 0;
    this.entries[lock] = 0;
    this.waiters[lock]!++;
    this.awaited[thread] = lock + 1;
  }

  isWaiting(thread: number): boolean {
    return this.awaited[thread] !== 0;
  }

  hasWaiters(lock: number): boolean {
    return this.waiters[lock] !== 0;
  }

  /** Ends the wait of a thread whose lock is free. */
  resume(thread: number): void {
    const lock = this.top(thread) >>> 1;
    this.holders[lock] = thread + 1;
    this.entries[lock] = 1;
    this.waiters[lock]!--;
    this.awaited[thread] = 0;
  }
}
