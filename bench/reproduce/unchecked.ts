// The run without checks, which slow-downs are relative to: every event is done as the program did it, and nothing is checked. A read loads an
// integer, a write stores one, locks are taken and given back. A recording has no other run; this one is the least that a run can be, where the
// document's is a Java machine that interprets: slow-downs are larger here than there, and only to be compared with each other.

import { grown } from '../../src/base/grown.ts';
import type { Analysis, RaceDetector } from '../../src/detectors/detector.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { Op } from '../../src/trace/operation.ts';

class Unchecked implements Analysis {
  private variables = new Int32Array(0);
  private locks = new Int32Array(0);
  private last = 0;

  block(block: EventBlock): void {
    const { bounds } = block;
    if (bounds.variables > this.variables.length) this.variables = grown(this.variables, 2 * bounds.variables);
    if (bounds.locks > this.locks.length) this.locks = grown(this.locks, 2 * bounds.locks);
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  /** Nobody can leave out what is told in the end. */
  counters(): Record<string, number> {
    return { last: this.last >>> 0 };
  }

  private span({ ops, threads, targets }: EventBlock, from: number, to: number): void {
    const { variables, locks } = this;
    let { last } = this;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const target = targets[i]!;
      if (op === Op.read) last = variables[target]!;
      else if (op === Op.write) variables[target] = last + 1;
      else if (op === Op.acquire) locks[target] = threads[i]! + 1;
      else if (op === Op.release) locks[target] = 0;
    }
    this.last = last;
  }
}

export const unchecked: RaceDetector = {
  finds: 'race',
  id: 'unchecked',
  title: 'The run without checks',
  paper: 'Elmas, Qadeer & Tasiran, Goldilocks, 2006, Table 1, "Uninstrumented"',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'nothing',
  cost: 'O(1) per event',
  operations: Object.values(Op),
  reentrant: true,
  analysis: () => new Unchecked(),
};
