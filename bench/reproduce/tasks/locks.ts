// One generated program of LOFT's Figure 7 with 2 to 64 threads: vector operations and time of LOFT against FF.

import { FfTracker, LoftTracker, synchronisationOf, vectorOperations } from '../../../src/teaching/track/index.ts';
import type { EventBlock } from '../../../src/trace/block.ts';
import { cpuSeconds } from '../../cpu-time.ts';
import { lockPrograms } from '../../lock-programs.ts';
import { median } from '../statistics.ts';
import { answer, type Question } from './task.ts';

export interface LocksQuestion extends Question {
  readonly program: string;
  readonly threads: readonly number[];
  readonly events: number;
  readonly runs: number;
}

export interface Scaling {
  readonly threads: number;
  /** LOFT's share of FF's. */
  readonly operations: number;
  readonly time: number;
}

function timeOf(tracker: FfTracker, blocks: readonly EventBlock[]): number {
  return cpuSeconds(() => {
    for (const block of blocks) tracker.block(block);
  });
}

await answer(async ({ program, threads, events, runs }: LocksQuestion): Promise<Scaling[]> => {
  const { blocks: make } = lockPrograms.find(({ name }) => name === program)!;
  return threads.map((count) => {
    const blocks = make(count, events).map(synchronisationOf);
    const times: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      times[0].push(timeOf(new FfTracker(), blocks));
      times[1].push(timeOf(new LoftTracker(), blocks));
    }
    const [ff, loft] = [new FfTracker(), new LoftTracker()];
    for (const block of blocks) {
      ff.block(block);
      loft.block(block);
    }
    return {
      threads: count,
      operations: vectorOperations(loft.counts) / vectorOperations(ff.counts),
      time: median(times[1]) / median(times[0]),
    };
  });
});
