// The time of a detector on generated traces of some length in which threads take pairs of locks, one inside the other.

import type { Trace } from '../../../src/trace/trace.ts';
import { inRows, inSections } from '../../blocks.ts';
import { type LockPairs, lockPairTrace } from '../../lock-pairs.ts';
import { besides, counted } from './counted.ts';
import type { Repeats } from './repeat.ts';
import { answer, type Question } from './task.ts';

export interface GrowthQuestion extends Question {
  readonly detectors: readonly [string, string];
  readonly events: number;
  /** Pairs that are also taken the other way round, of all. */
  readonly inverted: number;
  readonly pairs: number;
  /** What is put into a block: each outermost critical section, or some dozen events of a thread in a row. */
  readonly inBlocks?: 'sections' | 'rows';
  readonly kept?: LockPairs['kept'];
  readonly repeats: Repeats;
}

export interface Growth {
  readonly events: number;
  /** Cycles of the lock graph, or blocks. */
  readonly candidates: number;
  /** Those that are deadlocks, or cut. */
  readonly found: number;
  readonly unfinished: string | undefined;
  readonly seconds: readonly [own: number, beside: number];
}

function made({ inverted, pairs, inBlocks, kept }: GrowthQuestion, events: number): Trace {
  const how = kept === undefined ? {} : { kept };
  const plain = lockPairTrace({ events, threads: 8, locks: pairs / 10, pairs, inverted: inverted / pairs, ...how });
  return inBlocks === undefined ? plain : inBlocks === 'sections' ? inSections(plain) : inRows(plain);
}

await answer(async (question: GrowthQuestion): Promise<Growth> => {
  const { detectors, events, repeats } = question;
  const trace = made(question, events);
  const { counters, unfinished } = counted(detectors[0], [trace]);
  const { patterns = 0, blocks = 0, syncPreserving = 0, reordered = 0, cut = 0 } = counters;
  const seconds = besides(repeats, [trace], detectors);
  return { events: trace.length, candidates: patterns + blocks, found: syncPreserving + reordered + cut, unfinished, seconds };
});
