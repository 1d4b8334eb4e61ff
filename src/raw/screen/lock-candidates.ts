// Atomics of a screen that may turn out to be locks, by the numbers that the kernel gives them.

import { LockCandidate, valueIn } from '../assemble/lock-lifting.ts';
import { WORDS } from '../assemble/raw-record.ts';
import { ORDER_BITS, Raw } from '../format.ts';

/** What the kernel says of an atomic that may be a lock. */
const REJECTED = 1;
const IS_LOCK = 2;
const IS_HELD = 3;

export class LockCandidates {
  private readonly candidates: LockCandidate[] = [];
  private words = new Uint32Array(0);

  /** There is a new one of this number. */
  begin(number: number): void {
    this.candidates[number] = new LockCandidate();
  }

  /** It was changed by a record of this kind, which is at this place of the kernel's memory: what it acts as now. */
  change(number: number, kind: number, thread: number, memory: WebAssembly.Memory, record: number): number {
    const candidate = this.candidates[number]!;
    // Memory that has grown since is elsewhere, and what was there before has no length.
    if (this.words.length === 0) this.words = new Uint32Array(memory.buffer);
    const { words } = this;
    const at = record / Uint32Array.BYTES_PER_ELEMENT;
    const values = at + WORDS;
    const bytes = words[at + 1]! >>> 24 || 1;
    const order = (words[at + 3]! >>> 16) & ORDER_BITS;
    const after = valueIn(words[values + 2]!, words[values + 3]!, bytes);
    if (kind === Raw.atomicStore) candidate.store(thread, after, order);
    else candidate.update(thread, valueIn(words[values]!, words[values + 1]!, bytes), after, order);
    if (candidate.isRejected) return REJECTED;
    return candidate.isLock ? (candidate.isHeld ? IS_HELD : IS_LOCK) : 0;
  }
}
