// The locks that a thread has, by what it did: its log says it, whoever wrote it there (Atomics, WebAssembly, Web Locks). A word that the thread has
// changed from free by an update is a lock that it has until it makes it free again.

import { kindOf, WORDS, wide, wordsOf } from '../../../raw/assemble/raw-record.ts';
import { Raw } from '../../../raw/format.ts';
import { BUFFER_START, Buffer32 } from '../core/hooks.ts';
import type { HeldLock } from './board.ts';
import type { LockTable } from './lock-table.ts';

const START = BUFFER_START >> 2;

interface Holding extends HeldLock {
  /** Of a word: the value that means free. */
  readonly free?: number;
}

export class Holdings {
  private readonly table: LockTable;
  private readonly thread: number;
  /** The thread's buffer. */
  private readonly words: () => Int32Array;
  /** The records from here on were not looked at. */
  private at: number = START;
  private time = 0;
  /** By address. */
  private readonly held = new Map<number, Holding>();

  constructor(table: LockTable, thread: number, words: () => Int32Array) {
    this.table = table;
    this.thread = thread;
    this.words = words;
  }

  /** Looks at what the thread has done since. */
  see(): void {
    const words = this.words();
    const head = words[Buffer32.head]! >> 2;
    while (this.at < head) {
      const kind = kindOf(words[this.at + 1]!);
      this.record(kind, words, this.at);
      this.at += wordsOf(kind, words[this.at + 3]!);
    }
  }

  /** The buffer is about to be emptied. */
  flush(): void {
    this.see();
    this.at = START;
  }

  /** What it has now. A log that was closed says nothing any more. */
  list(): readonly HeldLock[] {
    this.see();
    if (this.words()[Buffer32.closed] === 1) return [];
    return [...this.held.values()].filter(({ low, high, isShared }) => this.table.isHolder(low, high, this.thread, isShared));
  }

  private record(kind: number, words: Int32Array, at: number): void {
    const low = words[at]!;
    const high = words[at + 1]! & 0xffff;
    switch (kind) {
      case Raw.stamp:
        this.time = low;
        break;
      case Raw.acquire:
        this.take({ low, high, isShared: false });
        break;
      case Raw.acquireShared:
        this.take({ low, high, isShared: true });
        break;
      case Raw.release:
      case Raw.releaseShared:
        this.give(low, high);
        break;
      case Raw.steal:
        this.table.steal(low, high);
        break;
      case Raw.atomicStore:
      case Raw.atomicUpdate:
        this.change(kind === Raw.atomicUpdate, low, high, valueAt(words, at + WORDS), valueAt(words, at + WORDS + 2));
        break;
    }
  }

  private change(isUpdate: boolean, low: number, high: number, before: number, after: number): void {
    const known = this.held.get(wide(low, high));
    if (known !== undefined) {
      if (after === known.free) this.give(low, high);
      return;
    }
    if (!isUpdate || before === after) return;
    const free = this.table.free(low, high, this.time, before);
    if (before === free) this.take({ low, high, isShared: false, free });
  }

  private take(lock: Holding): void {
    this.held.set(wide(lock.low, lock.high), lock);
    if (!lock.isShared) this.table.take(lock.low, lock.high, this.thread);
  }

  private give(low: number, high: number): void {
    this.held.delete(wide(low, high));
    this.table.give(low, high, this.thread);
  }
}

/** A value of up to 64 bits, as 32 of which each says something. */
function valueAt(words: Int32Array, at: number): number {
  return words[at]! ^ Math.imul(words[at + 1]!, 0x9e37_79b1);
}
