// Clock tracking as the LOFT paper measures it: FF, LOFT, and the check that both agree.

import { type EventBlock, newBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';

export { caseMeanings, loftCases, removableCases, vectorOperations } from '../../clocks/tracking/counts.ts';
export { FfTracker } from '../../clocks/tracking/ff.ts';
export { LoftTracker } from '../../clocks/tracking/loft.ts';
export { TrackingCheck } from './check.ts';
export { PaperLog } from './paper-log.ts';

/** The synchronisation of a block as a block of its own: what is timed is tracking, not the way past accesses, which both methods share. */
export function synchronisationOf({ length, ops, threads, targets, bounds, memoryModel }: EventBlock): EventBlock {
  let count = 0;
  for (let i = 0; i < length; i++) if (ops[i]! > Op.write) count++;
  const only = newBlock(count);
  only.bounds = bounds;
  only.memoryModel = memoryModel;
  for (let i = 0; i < length; i++) {
    if (ops[i]! <= Op.write) continue;
    const at = only.length++;
    only.ops[at] = ops[i]!;
    only.threads[at] = threads[i]!;
    only.targets[at] = targets[i]!;
  }
  return only;
}
