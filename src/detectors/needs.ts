// Which detectors a reduced trace is enough for.

import { InputError } from '../base/error.ts';
import { type Preserved, preserved } from '../trace/preservation.ts';
import type { Detector } from './detector.ts';

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
