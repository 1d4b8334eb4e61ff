// FF and LOFT on one trace: vector operations, time, log sizes, and whether the reduced trace has the same racy variables.

import { Detection } from '../../../src/detectors/detection.ts';
import { hbLocations } from '../../../src/detectors/hb-locations.ts';
import { Reduction, reductionPlan } from '../../../src/reduce/index.ts';
import type { EventBlock } from '../../../src/trace/block.ts';
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

await answer(async ({ file, name, runs }: TrackQuestion): Promise<Tracking> => {
  const tracked = await trackedTrace(file, name, runs);
  const plan = reductionPlan('loft');
  const racy = await racyVariables((emit) => stream(file, emit));
  await stream(file, (block) => plan.block(block));
  plan.end();
  const left = await racyVariables(async (emit) => {
    let reduction: Reduction | undefined;
    await stream(file, (block, symbols) => {
      reduction ??= new Reduction(plan, { symbols, emit: (reduced) => emit(reduced, symbols), accesses: false });
      reduction.block(block);
    });
    reduction?.end();
  });
  return { ...tracked, racyVariables: racy.size, sameRaces: racy.size === left.size && [...racy].every((x) => left.has(x)) };
});
