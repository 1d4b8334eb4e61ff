// Deadlocks of a recorded trace, or of a folder of tiny ones: inverted lock orders, predicted and observed ones.

import { sum } from '../statistics.ts';
import { counted } from './counted.ts';
import { answer, inMemory, type Question } from './task.ts';

export interface DeadlocksQuestion extends Question {
  readonly files: readonly string[];
}

export interface Deadlocks {
  /** Acquires by a thread that holds another lock. */
  readonly nested: number;
  /** Cycles of lock orders that contradict each other. */
  readonly inverted: number;
  readonly syncPreserving: number;
  readonly reordered: number;
  readonly observed: number;
  readonly unfinished: string | undefined;
}

await answer(async ({ files }: DeadlocksQuestion): Promise<Deadlocks> => {
  const traces = await Promise.all(files.map(inMemory));
  const orders = counted('lock-order', traces);
  const hangs = counted('hang', traces).counters;
  const nested = orders.counters['nestedAcquires']!;
  const predicted = counted('deadlock', traces);
  return {
    nested,
    inverted: orders.counters['cycles']!,
    syncPreserving: predicted.counters['syncPreserving']!,
    reordered: predicted.counters['reordered']!,
    observed: sum([hangs['cycles']!, hangs['lonelyWaits']!]),
    unfinished: predicted.unfinished ?? orders.unfinished,
  };
});
