// LOFT: FF without the vector operations that are known to change nothing, or one entry only (Cai and Chan, sections 4.1 to 4.3).
// As printed it loses order: after `rel(m) join(u) acq(m) rel(m)` it hands on one entry of what it learnt from u. Here
// everything that teaches a thread something, other than a lock, makes it forget which lock it released last.

import { grown } from '../../base/grown.ts';
import type { EventBlock } from '../../trace/block.ts';
import { type LoftCase, loftCases, removableCases } from './counts.ts';
import { FfTracker } from './ff.ts';

const index = (name: LoftCase): number => loftCases.indexOf(name);
const ACQUIRE_OWN = index('1');
const ACQUIRE_OWN_NESTED = index("1'");
const ACQUIRE_OTHER = index('2');
const OWN_SAME = index('3');
const OWN_SAME_NESTED = index("3'");
const OWN_OTHER = index('4');
const OTHERS_SAME = index('5');
const OTHERS_SAME_NESTED = index("5'");
const NEITHER = index('6');

export class LoftTracker extends FfTracker {
  private readonly byCase = new Float64Array(loftCases.length);
  /** Per lock: thread + 1 that released it last, 0 if nobody did. */
  private lastThread = new Uint32Array(0);
  /** Per thread: lock + 1 that it released last, 0 if it learnt something since. */
  private lastLock = new Uint32Array(0);
  /** Per thread: acquires since its last release; and locks that it holds. */
  private acquired = new Uint32Array(0);
  private held = new Uint32Array(0);

  /** How often each case came. */
  cases(): Record<LoftCase, number> {
    return Object.fromEntries(loftCases.map((name, i) => [name, this.byCase[i]!])) as Record<LoftCase, number>;
  }

  /** Acquires and releases that needed no vector operation. */
  get removable(): number {
    return removableCases.reduce((sum, name) => sum + this.byCase[index(name)]!, 0);
  }

  override grow(block: EventBlock): void {
    super.grow(block);
    const { threads, locks } = block.bounds;
    if (threads > this.lastLock.length) {
      this.lastLock = grown(this.lastLock, threads);
      this.acquired = grown(this.acquired, threads);
      this.held = grown(this.held, threads);
    }
    if (locks > this.lastThread.length) this.lastThread = grown(this.lastThread, Math.max(locks, 2 * this.lastThread.length));
  }

  protected override acquire(t: number, lock: number): void {
    const own = this.lastThread[lock] === t + 1;
    if (own) this.byCase[this.held[t] === 0 ? ACQUIRE_OWN : ACQUIRE_OWN_NESTED]!++;
    else {
      this.byCase[ACQUIRE_OTHER]!++;
      this.counts.atLocks++;
      this.join(this.threads[t]!, this.locks.of(lock));
    }
    this.acquired[t]!++;
    this.held[t]!++;
    if (this.log !== undefined && !(own && this.lastLock[t] === lock + 1 && this.acquired[t] === 1)) this.log(true, t, lock);
  }

  protected override release(t: number, lock: number): void {
    const own = this.lastThread[lock] === t + 1;
    const same = this.lastLock[t] === lock + 1;
    const only = this.acquired[t] === 1;
    if (same && only) {
      this.byCase[own ? OWN_SAME : OTHERS_SAME]!++;
      this.locks.of(lock)[t] = this.threads[t]![t]!;
    } else {
      if (same) this.byCase[own ? OWN_SAME_NESTED : OTHERS_SAME_NESTED]!++;
      else this.byCase[own ? OWN_OTHER : NEITHER]!++;
      this.counts.atLocks++;
      this.copy(this.locks.of(lock), this.threads[t]!);
    }
    if (this.log !== undefined && !(own && same && only)) this.log(false, t, lock);
    this.lastThread[lock] = t + 1;
    this.lastLock[t] = lock + 1;
    this.acquired[t] = 0;
    this.held[t]!--;
  }

  protected override learnt(t: number): void {
    this.lastLock[t] = 0;
  }
}
