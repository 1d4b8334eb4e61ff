// FF and LOFT side by side: after every event the clocks that it may have changed are compared. O(threads) per event.

import { FfTracker } from '../../clocks/tracking/ff.ts';
import { LoftTracker } from '../../clocks/tracking/loft.ts';
import { sameVector } from '../../clocks/tracking/vectors.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op, operation } from '../../trace/operation.ts';

export class TrackingCheck {
  /** Events that were compared. */
  compared = 0;
  private readonly ff = new FfTracker();
  private readonly loft: FfTracker;

  /** `loft` is there for tests of the check. */
  constructor(loft: FfTracker = new LoftTracker()) {
    this.loft = loft;
  }

  /** Throws at the first event after which the clocks differ. */
  block(block: EventBlock): void {
    const { ff, loft } = this;
    ff.grow(block);
    loft.grow(block);
    for (let i = 0; i < block.length; i++) {
      const op = block.ops[i]!;
      const t = block.threads[i]!;
      const target = block.targets[i]!;
      if (op <= Op.write) continue;
      ff.step(op, t, target);
      loft.step(op, t, target);
      this.compared++;
      if (!this.agrees(op, t, target)) throw new Error(`LOFT's clocks differ from FF's after event ${block.start + i}`);
    }
  }

  private agrees(op: number, t: number, target: number): boolean {
    const { ff, loft } = this;
    if (!sameVector(ff.threads[t], loft.threads[t])) return false;
    const { target: kind } = operation(op);
    if (kind === 'lock') return sameVector(ff.locks.find(target), loft.locks.find(target));
    return kind !== 'thread' || sameVector(ff.threads[target], loft.threads[target]);
  }
}
