// Finds accesses that repeat an earlier one of the same thread in the same epoch, where the epoch of a thread ends when it hands
// its clock on. Whatever races with a repeat races with the access that it repeats, so racy variables stay the same. A read
// also repeats a write. Remembers the last reader and the last writer of each variable: O(1), 8 bytes per variable.

import { grown } from '../base/grown.ts';
import { Op } from '../trace/operation.ts';
import type { Bounds } from '../trace/symbols.ts';

export class Repeats {
  /** Per thread: the number of its epoch. No two epochs have the same. */
  private epochs = new Uint32Array(0);
  private last = 0;
  /** Per variable: the epoch of its last read and write. */
  private reads = new Uint32Array(0);
  private writes = new Uint32Array(0);

  grow({ threads, variables }: Bounds): void {
    const before = this.epochs.length;
    if (threads > before) {
      this.epochs = grown(this.epochs, Math.max(threads, 2 * before, 64));
      for (let t = before; t < this.epochs.length; t++) this.epochs[t] = ++this.last;
    }
    if (variables > this.reads.length) {
      const room = Math.max(variables, 2 * this.reads.length, 64);
      this.reads = grown(this.reads, room);
      this.writes = grown(this.writes, room);
    }
  }

  /** True if the access can go; otherwise it is remembered. */
  isRepeat(op: number, t: number, variable: number): boolean {
    const epoch = this.epochs[t]!;
    if (this.writes[variable] === epoch) return true;
    if (op === Op.write) this.writes[variable] = epoch;
    else if (this.reads[variable] === epoch) return true;
    else this.reads[variable] = epoch;
    return false;
  }

  /** Takes an event that stays and is no access. */
  step(op: number, t: number, target: number): void {
    switch (op) {
      case Op.release:
      case Op.wait:
      case Op.fork:
      case Op.volatileWrite:
      case Op.releaseShared:
      case Op.barrierEnter:
        this.epochs[t] = ++this.last;
        break;
      case Op.alloc:
        this.reads[target] = 0;
        this.writes[target] = 0;
        break;
    }
  }
}
