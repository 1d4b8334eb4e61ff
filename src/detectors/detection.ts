// Runs several detectors over one reading of a trace. Each gets the events in the operations that it understands; detectors
// that understand the same share one lowering.

import { InputError } from '../base/error.ts';
import type { EventBlock } from '../trace/block.ts';
import { Lowering } from '../trace/lowering.ts';
import type { Outcome } from '../trace/outcome.ts';
import { type Preserved, preserved } from '../trace/preservation.ts';
import type { Analysis, Detector, RaceSink } from './detector.ts';
import { RaceLog } from './race-log.ts';

export interface DetectorResult extends Outcome {
  readonly detector: Detector;
}

interface Run {
  readonly detector: Detector;
  readonly analysis: Analysis;
  readonly races: RaceLog;
}

export class Detection {
  private readonly runs: readonly Run[];
  private readonly lowerings: readonly Lowering[];

  /** `options`: by name, for the detectors that have them. */
  constructor(detectors: readonly Detector[], options: Readonly<Record<string, number>> = {}) {
    this.runs = detectors.map((detector) => {
      const races = new RaceLog();
      const report: RaceSink = (first, second, witness, observed) => races.add(first, second, witness, observed);
      return { detector, races, analysis: detector.analysis(report, options) };
    });
    this.lowerings = alike(this.runs).map((runs) => {
      const { operations, reentrant } = runs[0]!.detector;
      return new Lowering(operations, reentrant, (block) => {
        for (const { analysis } of runs) analysis.block(block);
      });
    });
  }

  block(block: EventBlock): void {
    for (const lowering of this.lowerings) lowering.lower(block);
  }

  /** After the last block. */
  end(): DetectorResult[] {
    return this.runs.map(({ detector, analysis, races }) => {
      analysis.end();
      races.sort();
      return { detector, races, counters: analysis.counters() };
    });
  }
}

/** The runs in groups that understand the same. */
function alike(runs: readonly Run[]): Run[][] {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const { operations, reentrant } = run.detector;
    const key = `${[...operations].sort((a, b) => a - b)} ${reentrant}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  return [...groups.values()];
}

/** Refuses a trace that lacks what one of the detectors needs, by what the trace says about itself. */
export function checkNeeds(detectors: readonly Detector[], metadata: ReadonlyMap<string, string>): void {
  const kept = preserved(metadata);
  const lacking = detectors.filter((detector) => lacks(detector, kept)).map(({ id }) => id);
  if (lacking.length === 0) return;
  const what = kept.accesses ? 'happens-before only' : 'happens-before only, and not every access';
  throw new InputError(
    'TRACE_REDUCED',
    {},
    `the trace was reduced and preserves ${what}, which is not enough for ${lacking.join(', ')}`,
    `run ${lacking.length === 1 ? 'it' : 'them'} on the original, use --detector fasttrack, or --force for results that may be wrong`,
  );
}

function lacks({ needs }: Detector, { locks, accesses }: Preserved): boolean {
  if (needs === 'happens-before') return false;
  return needs === 'reads-from' ? !accesses : !locks || !accesses;
}
