// Which variables of a compressed trace no lock protects, each with two conflicting accesses (ZipTrack, sections 4 and 5). Like Eraser it
// suspects: fork, join and other order count for nothing. Time O(grammar × accesses of a summary), at most about that of the events.

import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import type { Analysed } from '../compress.ts';
import type { VariableSink } from '../fold.ts';
import type { GrammarOptions } from '../hb/analysis.ts';
import { onOutline } from '../outlined.ts';
import { Walk } from '../walk.ts';
import { LocksetFold, locksetContext } from './fold.ts';

/** Operations that the analysis takes as they are. */
export const LOCKSET_OPERATIONS: readonly Op[] = [
  Op.read,
  Op.write,
  Op.acquire,
  Op.release,
  Op.fork,
  Op.join,
  Op.notify,
  Op.begin,
  Op.end,
  Op.request,
  Op.requestJoin,
  Op.try,
  Op.stuck,
];

export function grammarLockset(
  trace: Analysed,
  bounds: Bounds,
  report: VariableSink,
  options: GrammarOptions = {},
): Record<string, number> {
  const { terminals, events, outline } = trace;
  const { first = false, policy = 'adaptive' } = options;
  if (outline !== undefined) {
    const analyse = (part: Analysed, ids: Bounds, sink: VariableSink) => grammarLockset(part, ids, sink, options);
    return onOutline(trace, outline, bounds, report, analyse, first);
  }
  let found = 0;
  const context = locksetContext(terminals, bounds, (a, b, x) => {
    if (!first || found === 0) report(a, b, x);
    found++;
  });
  const walk = new Walk(events, new LocksetFold(context), policy, () => first && found > 0);
  walk.run(new LocksetFold(context));
  return { ...walk.counters };
}
