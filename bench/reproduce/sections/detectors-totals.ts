// Sums per detector over the traces that all detectors finished, so that they are of the same work.

import type { Detector } from '../../../src/detectors/detector.ts';
import type { Claim } from '../../../src/trace/outcome.ts';
import type { Outcome } from '../measuring.ts';
import type { Program } from '../section.ts';
import { most, sum } from '../statistics.ts';
import type { Detected } from '../tasks/detect.ts';

export interface Measured {
  readonly program: Program;
  readonly byDetector: Map<string, Outcome<Detected>>;
}

export interface DetectorTotals {
  readonly id: string;
  readonly claim: Claim;
  readonly events: number;
  readonly races: number;
  readonly places: number;
  readonly variables: number;
  /** Of these, at most as many as have a proof: per trace no more than `provers` prove racy there. */
  readonly proven: number;
  readonly seconds: number;
  /** To the time of `fasttrack`. */
  readonly relative: number;
  readonly peak: number;
  /** Of all traces, also those that others did not finish. */
  readonly finished: number;
  /** Traces on which a limit or budget of the detector itself kept something from the result. */
  readonly unfinished: number;
}

/** Each of their races has a schedule, and so their racy variables are true ones. */
const provers = ['shb', 'sync-preserving', 'predict'];

/** How many variables of the trace somebody proves racy. */
function provenOn({ byDetector }: Measured): number {
  return most(provers.map((id) => byDetector.get(id)?.result?.variables ?? 0));
}

export function totalsOf(detectors: readonly Detector[], measured: readonly Measured[]): DetectorTotals[] {
  const common = measured.filter(({ byDetector }) => detectors.every(({ id }) => byDetector.get(id)?.result !== undefined));
  const results = (id: string) => common.map(({ byDetector }) => byDetector.get(id)!.result!);
  const reference = sum(results('fasttrack').map(({ seconds }) => seconds));
  const events = sum(common.map(({ program }) => program.facts.events));
  return detectors.map(({ id, claim }) => {
    const own = results(id);
    const seconds = sum(own.map((result) => result.seconds));
    return {
      id,
      claim,
      events,
      races: sum(own.map(({ races }) => races)),
      places: sum(own.map(({ places }) => places)),
      variables: sum(own.map(({ variables }) => variables)),
      proven: sum(own.map(({ variables }, i) => Math.min(variables, provenOn(common[i]!)))),
      seconds,
      relative: seconds / reference,
      peak: own.length === 0 ? 0 : most(own.map(({ peak }) => peak)),
      unfinished: own.filter((result) => result.unfinished !== undefined).length,
      finished: measured.filter(({ byDetector }) => byDetector.get(id)?.result !== undefined).length,
    };
  });
}
