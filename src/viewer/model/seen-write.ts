// The write that a read saw: the last one of its variable before it, since the memory was new. Walked back: nothing is kept for it.

import type { Columns } from '../../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../trace/operation.ts';
import type { Row } from './view-trace.ts';

export function isRead(op: number): boolean {
  return ACCESS_KINDS[op] !== NO_ACCESS && !isWrite(op);
}

/** Undefined if the event is no read, or saw what was there before the run. */
export function writeSeen({ ops, targets }: Columns, read: Row): Row | undefined {
  if (!isRead(ops[read]!)) return undefined;
  const variable = targets[read];
  for (let row = read - 1; row >= 0; row--) {
    if (targets[row] !== variable) continue;
    const op = ops[row]!;
    if (op === Op.alloc) return undefined;
    if (ACCESS_KINDS[op] !== NO_ACCESS && isWrite(op)) return row;
  }
  return undefined;
}
