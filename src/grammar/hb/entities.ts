// Everything that carries order from one event to another, numbered in one row: threads, locks, the readers of locks since the last
// exclusive release, volatile variables.

import { accumulates } from '../../trace/memory-model.ts';
import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import type { Terminals } from '../compress.ts';

export interface Entities {
  readonly threads: number;
  /** Entity of lock 0; the readers of lock l are `readers + l`, or none if `readers` is 0. */
  readonly locks: number;
  readonly readers: number;
  /** Entity of variable 0 as a volatile. */
  readonly volatiles: number;
  /** Whether a volatile write leaves there what was handed over before. */
  readonly addsUp: boolean;
  /** From here on: entities that can be set anew, without regard to what they were. */
  readonly anew: number;
  readonly count: number;
}

/** Room is made only for what the alphabet has. */
export function entities({ size, ops, memoryModel }: Terminals, bounds: Bounds): Entities {
  let used = 0;
  for (let s = 0; s < size; s++) used |= 1 << ops[s]!;
  const has = (op: Op) => (used & (1 << op)) !== 0;
  const shared = has(Op.acquireShared) || has(Op.releaseShared);
  const isVolatile = has(Op.volatileRead) || has(Op.volatileWrite);
  const locks = bounds.threads;
  const readers = shared ? locks + bounds.locks : 0;
  const volatiles = locks + bounds.locks * (shared ? 2 : 1);
  const count = volatiles + (isVolatile ? bounds.variables : 0);
  const addsUp = accumulates(memoryModel);
  return { threads: bounds.threads, locks, readers, volatiles, addsUp, anew: locks + bounds.locks, count };
}
