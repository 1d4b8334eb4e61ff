// FF and LOFT on one trace: vector operations, time, log sizes; the races of FF_race, LOFT_race and FastTrack, pair by pair; and whether the trace that
// LOFT reduced has the same racy variables.

import { Detection, type DetectorResult } from '../../../src/detectors/detection.ts';
import { fasttrack } from '../../../src/detectors/fasttrack/index.ts';
import { hbLocations } from '../../../src/detectors/hb-locations.ts';
import { ffRace, loftRace } from '../../../src/detectors/loft/index.ts';
import { Reduction, reductionPlan } from '../../../src/reduce/index.ts';
import type { EventBlock } from '../../../src/trace/block.ts';
import type { Races } from '../../../src/trace/outcome.ts';
import type { Symbols } from '../../../src/trace/symbols.ts';
import { type Tracked, trackedTrace } from '../../tracked-traces.ts';
import { Lookup, positionsOf } from './races.ts';
import { answer, type Question, stream } from './task.ts';

export interface TrackQuestion extends Question {
  readonly file: string;
  readonly name: string;
  readonly runs: number;
}

export interface Tracking extends Tracked {
  /** Pairs of accesses that each reports. */
  readonly races: { readonly fastTrack: number; readonly ff: number; readonly loft: number };
  /** Whether LOFT_race reports the pairs of FF_race, and FF_race those of FastTrack. */
  readonly loftIsFf: boolean;
  readonly ffIsFastTrack: boolean;
  readonly racyVariables: number;
  /** Whether they are the same in the trace that LOFT reduced. */
  readonly sameRaces: boolean;
}

type Source = (emit: (block: EventBlock, symbols: Symbols) => void) => Promise<unknown>;

async function racyVariables(source: Source): Promise<Set<number>> {
  const detection = new Detection([hbLocations]);
  await source((block) => detection.block(block));
  const { races } = detection.end()[0]!;
  const lookup = new Lookup(positionsOf(races));
  await source((block) => lookup.block(block));
  return new Set(Array.from({ length: races.length }, (_, race) => lookup.variable(races.second(race))));
}

function samePairs(a: Races, b: Races): boolean {
  if (a.length !== b.length) return false;
  for (let race = 0; race < a.length; race++)
    if (a.first(race) !== b.first(race) || a.second(race) !== b.second(race)) return false;
  return true;
}

/** A detector that ran out of memory has not answered. */
function racesOf({ races, unfinished }: DetectorResult): Races {
  if (unfinished !== undefined) throw new Error(unfinished);
  return races;
}

async function detected(source: Source): Promise<Pick<Tracking, 'races' | 'loftIsFf' | 'ffIsFastTrack'>> {
  const detection = new Detection([fasttrack, ffRace, loftRace]);
  await source((block) => detection.block(block));
  const [fast, ff, loft] = detection.end().map(racesOf);
  return {
    races: { fastTrack: fast!.length, ff: ff!.length, loft: loft!.length },
    loftIsFf: samePairs(loft!, ff!),
    ffIsFastTrack: samePairs(ff!, fast!),
  };
}

async function racyInReduced(file: string): Promise<Set<number>> {
  const plan = reductionPlan('loft');
  await stream(file, (block) => plan.block(block));
  plan.end();
  return await racyVariables(async (emit) => {
    let reduction: Reduction | undefined;
    await stream(file, (block, symbols) => {
      reduction ??= new Reduction(plan, { symbols, emit: (reduced) => emit(reduced, symbols), accesses: false });
      reduction.block(block);
    });
    reduction?.end();
  });
}

await answer(async ({ file, name, runs }: TrackQuestion): Promise<Tracking> => {
  const tracked = await trackedTrace(file, name, runs);
  const found = await detected((emit) => stream(file, emit));
  const racy = await racyVariables((emit) => stream(file, emit));
  const left = await racyInReduced(file);
  const sameRaces = racy.size === left.size && [...racy].every((x) => left.has(x));
  return { ...tracked, ...found, racyVariables: racy.size, sameRaces };
});
