// Which variables have a happens-before race in a compressed trace, each with one unordered pair (ZipTrack, sections 3 and 5).
// Time O(grammar × (threads² + accesses of a summary)), at most about that of the events themselves; memory for live summaries only.

import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import type { Analysed } from '../compress.ts';
import type { VariableSink } from '../fold.ts';
import { onOutline } from '../outlined.ts';
import { type Policy, Walk } from '../walk.ts';
import { HbFold, hbContext } from './fold.ts';
import { TraceFold } from './trace-fold.ts';

/** Operations that the analysis takes as they are. */
export const HB_OPERATIONS: readonly Op[] = [
  Op.read,
  Op.write,
  Op.acquire,
  Op.release,
  Op.fork,
  Op.join,
  Op.volatileRead,
  Op.volatileWrite,
  Op.relaxedRead,
  Op.relaxedWrite,
  Op.acquireShared,
  Op.releaseShared,
  Op.wait,
  Op.notify,
  Op.begin,
  Op.end,
  Op.request,
  Op.requestJoin,
  Op.try,
  Op.stuck,
];

export interface GrammarOptions {
  /** Stop at the first variable that is found. */
  readonly first?: boolean;
  readonly policy?: Policy;
}

export function grammarHb(
  trace: Analysed,
  bounds: Bounds,
  report: VariableSink,
  options: GrammarOptions = {},
): Record<string, number> {
  const { terminals, events, outline } = trace;
  const { first = false, policy = 'adaptive' } = options;
  if (outline !== undefined) {
    const analyse = (part: Analysed, ids: Bounds, sink: VariableSink) => grammarHb(part, ids, sink, options);
    return onOutline(trace, outline, bounds, report, analyse, first);
  }
  let found = 0;
  const context = hbContext(terminals, bounds, (a, b, x) => {
    if (!first || found === 0) report(a, b, x);
    found++;
  });
  const walk = new Walk(events, new HbFold(context), policy, () => first && found > 0);
  walk.run(new TraceFold(context, walk.length));
  return { ...walk.counters };
}
