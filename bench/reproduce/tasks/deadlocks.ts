// Deadlocks of a recorded trace, or of a folder of tiny ones: inverted lock orders, predicted and observed ones, and the time of the prediction
// beside that of races.

import { sum } from '../statistics.ts';
import { besides, counted } from './counted.ts';
import type { Repeats } from './repeat.ts';
import { answer, inMemory, type Question } from './task.ts';

export interface DeadlocksQuestion extends Question {
  readonly files: readonly string[];
  readonly repeats: Repeats;
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
  /** Of `deadlock` and `sync-preserving`; undefined where no lock is taken inside another. */
  readonly seconds: readonly [deadlock: number, races: number] | undefined;
}

await answer(async ({ files, repeats }: DeadlocksQuestion): Promise<Deadlocks> => {
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
    seconds: nested === 0 ? undefined : besides(repeats, traces, ['deadlock', 'sync-preserving']),
  };
});
