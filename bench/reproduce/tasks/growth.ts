// The time of a detector on generated traces of some length in which threads take pairs of locks, one inside the other.

import type { Trace } from '../../../src/trace/trace.ts';
import { inSections } from '../../blocks.ts';
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
  /** Whether each critical section is a block. */
  readonly inBlocks: boolean;
  readonly kept?: LockPairs['kept'];
  readonly repeats: Repeats;
}

export interface Growth {
  readonly events: number;
  /** Deadlocks, or cut blocks. */
  readonly found: number;
  readonly unfinished: string | undefined;
  readonly seconds: readonly [own: number, beside: number];
}

/** Where code has been compiled already the smallest trace costs no more per event than the largest. */
const WARM = { events: 100_000, repeats: { runs: 5, seconds: 1 } };

function made({ inverted, pairs, inBlocks, kept }: GrowthQuestion, events: number): Trace {
  const how = kept === undefined ? {} : { kept };
  const plain = lockPairTrace({ events, threads: 8, locks: pairs / 10, pairs, inverted: inverted / pairs, ...how });
  return inBlocks ? inSections(plain) : plain;
}

await answer(async (question: GrowthQuestion): Promise<Growth> => {
  const { detectors, events, repeats } = question;
  besides(WARM.repeats, [made(question, WARM.events)], detectors);
  const trace = made(question, events);
  const { counters, unfinished } = counted(detectors[0], [trace]);
  const { syncPreserving = 0, reordered = 0, cut = 0 } = counters;
  const seconds = besides(repeats, [trace], detectors);
  return { events: trace.length, found: syncPreserving + reordered + cut, unfinished, seconds };
});
