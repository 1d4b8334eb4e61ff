// The algorithm that Goldilocks is compared with: a whole vector is joined or copied at every synchronisation, and an access is compared with
// the last ones in constant time. The detectors of foretrace share vectors instead; this one is here to show what that is worth.

import type { Analysis, RaceDetector, RaceSink } from '../../src/detectors/detector.ts';
import { FfTracker } from '../../src/teaching/track/index.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { Op } from '../../src/trace/operation.ts';

interface Access {
  thread: number;
  time: number;
  position: number;
}

interface History {
  write: Access | undefined;
  /** The last of each thread since the write. */
  readonly reads: Access[];
}

class VectorClocks implements Analysis {
  private readonly tracker = new FfTracker();
  private readonly variables: (History | undefined)[] = [];
  private readonly report: RaceSink;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    const { tracker } = this;
    const { start, length, ops, threads, targets, positions } = block;
    tracker.grow(block);
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      if (op > Op.write) tracker.step(op, threads[i]!, targets[i]!);
      else this.access(op, threads[i]!, targets[i]!, positions === undefined ? start + i : positions[i]!);
    }
  }

  end(): void {}

  counters(): Record<string, number> {
    return {};
  }

  private access(op: number, thread: number, variable: number, position: number): void {
    this.variables[variable] ??= { write: undefined, reads: [] };
    const history = this.variables[variable]!;
    const clock = this.tracker.threads[thread]!;
    const { write, reads } = history;
    if (write !== undefined && write.time > clock[write.thread]!) this.report(write.position, position);
    if (op === Op.read) {
      const own = reads.find((read) => read.thread === thread);
      if (own === undefined) reads.push({ thread, time: clock[thread]!, position });
      else {
        own.time = clock[thread]!;
        own.position = position;
      }
      return;
    }
    for (const read of reads) if (read.time > clock[read.thread]!) this.report(read.position, position);
    reads.length = 0;
    history.write = { thread, time: clock[thread]!, position };
  }
}

export const vectorClocks: RaceDetector = {
  finds: 'race',
  id: 'vector-clocks',
  title: 'Whole vector clocks',
  paper: 'Elmas, Qadeer & Tasiran, Goldilocks, 2006, section 3',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'unordered pairs against the last write and the last reads',
  cost: 'O(threads) per synchronisation',
  operations: [Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join],
  reentrant: false,
  analysis: (report) => new VectorClocks(report),
};
