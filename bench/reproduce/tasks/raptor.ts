// The detector `raptor`, the document's sets, on one trace: how long, and whether `cp` reports the same races.

import { cp } from '../../../src/detectors/cp/index.ts';
import type { RaceDetector } from '../../../src/detectors/detector.ts';
import { raptor } from '../../../src/detectors/raptor/index.ts';
import type { EventBlock } from '../../../src/trace/block.ts';
import { Lowering } from '../../../src/trace/lowering.ts';
import { type Repeats, timed } from './repeat.ts';
import { answer, inMemory, type Question } from './task.ts';

export interface RaptorQuestion extends Question {
  readonly file: string;
  readonly repeats: Repeats;
}

export interface BySets {
  readonly seconds: number;
  readonly races: number;
  /** Whether `cp` reports the same pairs, and tells the same of them to be races by happens-before. */
  readonly same: boolean;
  /** Owners of sets at a time at most. */
  readonly owners: number;
  /** What the sets did not get through, in words. */
  readonly unfinished: string | undefined;
}

interface Found {
  readonly races: ReadonlySet<string>;
  readonly counters: Record<string, number>;
}

function found({ operations, reentrant, analysis: begin }: RaceDetector, blocks: readonly EventBlock[]): Found {
  const races = new Set<string>();
  const analysis = begin((first, second, _, observed) => races.add(`${first} ${second} ${observed}`));
  const lowering = new Lowering(operations, reentrant, (block) => analysis.block(block));
  for (const block of blocks) lowering.lower(block);
  analysis.end();
  return { races, counters: analysis.counters() };
}

await answer(async ({ file, repeats }: RaptorQuestion): Promise<BySets> => {
  const { blocks } = await inMemory(file);
  let bySets: Found = { races: new Set(), counters: {} };
  const { seconds } = timed(repeats, () => {
    bySets = found(raptor, blocks);
  });
  const { races, counters } = bySets;
  const byClocks = found(cp, blocks).races;
  const same = races.size === byClocks.size && [...races].every((race) => byClocks.has(race));
  return { seconds, races: races.size, same, owners: counters['mostOwners']!, unfinished: raptor.unfinished!(counters) };
});
