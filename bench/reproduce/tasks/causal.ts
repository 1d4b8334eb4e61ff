// `cp` on one trace, with the races told apart as Raptor's tables do: by happens-before too, or by CP only, with the distances of the latter.

import { cp, cpAnalysis } from '../../../src/detectors/cp/index.ts';
import { copyBlock, type EventBlock } from '../../../src/trace/block.ts';
import { Lowering } from '../../../src/trace/lowering.ts';
import { latestReads } from '../latest-reads.ts';
import { Lookup } from './races.ts';
import { type Repeats, timed } from './repeat.ts';
import { answer, inMemory, type Question } from './task.ts';

export interface CausalQuestion extends Question {
  readonly file: string;
  readonly repeats: Repeats;
}

export interface Kind {
  readonly races: number;
  readonly places: number;
}

/** A static CP-only race. */
export interface CpOnlyPlace {
  readonly place: string;
  readonly races: number;
  readonly shortest: number;
  readonly longest: number;
}

export interface Causal {
  readonly seconds: number;
  readonly all: Kind;
  readonly observed: Kind;
  readonly only: Kind;
  readonly places: readonly CpOnlyPlace[];
  /** CP-only races if, as the document has it, a write is compared with each thread's latest read instead of its first. */
  readonly byLatestReads: Kind;
}

interface Race {
  readonly first: number;
  readonly second: number;
  readonly observed: boolean;
}

function placesOf(races: readonly Race[], lookup: Lookup): CpOnlyPlace[] {
  const byPlace = new Map<string, { place: string; races: number; shortest: number; longest: number }>();
  for (const { first, second } of races) {
    const place = lookup.place(first, second);
    const distance = second - first;
    const known = byPlace.get(place) ?? { place, races: 0, shortest: distance, longest: distance };
    byPlace.set(place, {
      place,
      races: known.races + 1,
      shortest: Math.min(known.shortest, distance),
      longest: Math.max(known.longest, distance),
    });
  }
  return [...byPlace.values()].sort((a, b) => a.shortest - b.shortest || a.longest - b.longest);
}

function racesByLatestReads(blocks: readonly EventBlock[]): Race[] {
  const lowered: EventBlock[] = [];
  const lowering = new Lowering(cp.operations, cp.reentrant, (block) => lowered.push(copyBlock(block)));
  for (const block of blocks) lowering.lower(block);
  const races: Race[] = [];
  const analysis = cpAnalysis((first, second, observed) => races.push({ first, second, observed }));
  for (const block of latestReads(lowered)) analysis.block(block);
  analysis.end();
  return races.filter(({ observed }) => !observed);
}

await answer(async ({ file, repeats }: CausalQuestion): Promise<Causal> => {
  const { blocks } = await inMemory(file);
  let races: Race[] = [];
  const { seconds } = timed(repeats, () => {
    races = [];
    const analysis = cpAnalysis((first, second, observed) => races.push({ first, second, observed }));
    const lowering = new Lowering(cp.operations, cp.reentrant, (block) => analysis.block(block));
    for (const block of blocks) lowering.lower(block);
    analysis.end();
  });
  const only = races.filter(({ observed }) => !observed);
  const latest = only.length === 0 ? [] : racesByLatestReads(blocks);
  const lookup = new Lookup([...races, ...latest].flatMap(({ first, second }) => [first, second]));
  for (const block of blocks) lookup.block(block);
  const kind = (some: readonly Race[]): Kind => ({
    races: some.length,
    places: new Set(some.map(({ first, second }) => lookup.place(first, second))).size,
  });
  return {
    seconds,
    all: kind(races),
    observed: kind(races.filter(({ observed }) => observed)),
    only: kind(only),
    places: placesOf(only, lookup),
    byLatestReads: kind(latest),
  };
});
