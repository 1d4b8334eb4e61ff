// A block without its accesses, so that what is timed is tracking and not the way past accesses, which both methods share.

import { type EventBlock, newBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';

/** The synchronisation of a block as a block of its own. */
export function synchronisationOf({ length, ops, threads, targets, bounds }: EventBlock): EventBlock {
  let count = 0;
  for (let i = 0; i < length; i++) if (ops[i]! > Op.write) count++;
  const only = newBlock(count);
  only.bounds = bounds;
  for (let i = 0; i < length; i++) {
    if (ops[i]! <= Op.write) continue;
    const at = only.length++;
    only.ops[at] = ops[i]!;
    only.threads[at] = threads[i]!;
    only.targets[at] = targets[i]!;
  }
  return only;
}
