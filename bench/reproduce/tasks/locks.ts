// One generated program of LOFT's Figure 7 with 2 to 64 threads: vector operations and time of LOFT against FF.

import { FfTracker, LoftTracker, synchronisationOf, vectorOperations } from '../../../src/teaching/track/index.ts';
import type { EventBlock } from '../../../src/trace/block.ts';
import { lockPrograms } from '../../lock-programs.ts';
import { type Repeats, timedByTurns } from './repeat.ts';
import { answer, type Question } from './task.ts';

export interface LocksQuestion extends Question {
  readonly program: string;
  readonly threads: readonly number[];
  readonly events: number;
  readonly repeats: Repeats;
}

export interface Scaling {
  readonly threads: number;
  /** LOFT's share of FF's. */
  readonly operations: number;
  readonly time: number;
}

function track<Tracker extends FfTracker>(tracker: Tracker, blocks: readonly EventBlock[]): Tracker {
  for (const block of blocks) tracker.block(block);
  return tracker;
}

await answer(async ({ program, threads, events, repeats }: LocksQuestion): Promise<Scaling[]> => {
  const { blocks: make } = lockPrograms.find(({ name }) => name === program)!;
  return threads.map((count) => {
    const blocks = make(count, events).map(synchronisationOf);
    const makers = [() => new FfTracker(), () => new LoftTracker()];
    const times = timedByTurns(
      repeats,
      makers.map((make) => () => track(make(), blocks)),
    );
    const [ff, loft] = makers.map((make) => track(make(), blocks).counts);
    return {
      threads: count,
      operations: vectorOperations(loft!) / vectorOperations(ff!),
      time: times[1]!.seconds / times[0]!.seconds,
    };
  });
});
