// One of the programs of Goldilocks' Fig. 4 with one number of threads: the cost of checking an access, synchronisation included.

import { Detection } from '../../../src/detectors/detection.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { patterns } from '../../patterns.ts';
import { measuredDetector } from '../detectors.ts';
import { type Repeats, timed } from './repeat.ts';
import { answer, type Question } from './task.ts';

export interface ThreadsQuestion extends Question {
  readonly pattern: string;
  readonly detector: string;
  readonly threads: readonly number[];
  readonly events: number;
  readonly repeats: Repeats;
}

/** Nanoseconds per access, by number of threads. */
export type PerAccess = readonly (readonly [threads: number, nanoseconds: number])[];

function accesses({ blocks }: Trace): number {
  let count = 0;
  for (const { ops, length } of blocks) for (let i = 0; i < length; i++) if (ops[i]! <= 1) count++;
  return count;
}

await answer(async ({ pattern, detector: id, threads, events, repeats }: ThreadsQuestion): Promise<PerAccess> => {
  const { trace: make } = patterns.find(({ name }) => name === pattern)!;
  const detector = measuredDetector(id);
  return threads.map((count) => {
    const trace = make(count, events);
    const { seconds } = timed(repeats, () => {
      const detection = new Detection([detector]);
      for (const block of trace.blocks) detection.block(block);
      detection.end();
    });
    return [count, (seconds * 1e9) / accesses(trace)] as const;
  });
});
