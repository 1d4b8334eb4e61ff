// What a detector found, on its way from the thread that it ran in. Schedules stay there, with what they are written from, until
// somebody asks for one: together they may be many times as long as the trace.

import type { DetectorResult } from '../detectors/detection.ts';
import { detectorById } from '../detectors/index.ts';
import { RaceLog } from '../detectors/race-log.ts';
import type { Deadlock, Violation } from '../trace/outcome.ts';
import { Witness } from '../trace/witness.ts';

export interface SentResult extends Pick<DetectorResult, 'counters' | 'unfinished'> {
  readonly detector: string;
  /** Race by race. */
  readonly firsts: Float64Array;
  readonly seconds: Float64Array;
  /** By race: the length of its witness, and whether the run has it, where the detector said so. */
  readonly witnesses: ReadonlyMap<number, number>;
  readonly observed: ReadonlyMap<number, boolean>;
  /** With their schedules, as runs of positions: there are few. */
  readonly deadlocks: readonly Sent<Deadlock>[];
  readonly violations: readonly Sent<Violation>[];
}

type Sent<Found> = Omit<Found, 'witness'> & { readonly runs: Uint32Array | undefined };

function witnessOf(runs: Uint32Array | undefined): Witness | undefined {
  return runs && Witness.ofRuns(runs);
}

export function sent({ detector, races, deadlocks, violations, counters, unfinished }: DetectorResult): SentResult {
  const { length } = races;
  const witnesses = new Map<number, number>();
  const observed = new Map<number, boolean>();
  for (let race = 0; race < length; race++) {
    const witness = races.witness(race);
    const inThisRun = races.observed(race);
    if (witness !== undefined) witnesses.set(race, witness.length);
    if (inThisRun !== undefined) observed.set(race, inThisRun);
  }
  const firsts = Float64Array.from({ length }, (_, race) => races.first(race));
  const seconds = Float64Array.from({ length }, (_, race) => races.second(race));
  return {
    detector: detector.id,
    firsts,
    seconds,
    witnesses,
    observed,
    deadlocks: deadlocks.map(({ witness, ...deadlock }) => ({ ...deadlock, runs: witness?.runsBehind(0, 0) })),
    violations: violations.map(({ witness, ...violation }) => ({ ...violation, runs: witness?.runsBehind(0, 0) })),
    counters,
    unfinished,
  };
}

/** `runsOf` asks for the schedule of a race, as runs of positions. */
export function received(result: SentResult, runsOf: (race: number) => Uint32Array): DetectorResult {
  const { firsts, seconds, witnesses, observed, counters, unfinished } = result;
  const races = new RaceLog();
  for (let race = 0; race < firsts.length; race++) {
    const length = witnesses.get(race);
    const witness = length === undefined ? undefined : Witness.far(length, () => runsOf(race));
    races.add(firsts[race]!, seconds[race]!, witness, observed.get(race));
  }
  const deadlocks = result.deadlocks.map(({ runs, ...deadlock }) => ({ ...deadlock, witness: witnessOf(runs) }));
  const violations = result.violations.map(({ runs, ...violation }) => ({ ...violation, witness: witnessOf(runs) }));
  return { detector: detectorById(result.detector)!, races, deadlocks, violations, counters, unfinished };
}
