// What all chunks of one trace share: how many threads, locks and variables it has in the end, its memory model, and which operations it has that need
// room of their own. So an entity has the same number in every chunk, and summaries of other traces are told apart.

import { accumulates, type MemoryModel } from '../../trace/memory-model.ts';
import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import type { Entities } from '../hb/entities.ts';

export interface Subject {
  readonly bounds: Bounds;
  readonly memoryModel: MemoryModel;
  /** Whether the trace has reader locks, volatile accesses, barriers. */
  readonly shared: boolean;
  readonly volatile: boolean;
  readonly barriers: boolean;
}

/** Which of these operations the trace has, one bit for each code. */
export function subjectOf(bounds: Bounds, memoryModel: MemoryModel, used: number): Subject {
  const has = (...ops: readonly Op[]): boolean => ops.some((op) => (used & (1 << op)) !== 0);
  return {
    bounds,
    memoryModel,
    shared: has(Op.acquireShared, Op.releaseShared),
    volatile: has(Op.volatileRead, Op.volatileWrite),
    barriers: has(Op.barrierEnter, Op.barrierExit),
  };
}

/** Those of hb/entities.ts, and for each thread the round of a barrier that it is in. */
export interface ChunkEntities extends Entities {
  readonly rounds: number;
}

export function chunkEntities({ bounds, memoryModel, shared, volatile, barriers }: Subject): ChunkEntities {
  const { threads, locks, variables } = bounds;
  const anew = threads + locks;
  const rounds = anew + (shared ? locks : 0);
  const volatiles = rounds + (barriers ? threads : 0);
  return {
    threads,
    locks: threads,
    readers: shared ? anew : 0,
    rounds,
    volatiles,
    addsUp: accumulates(memoryModel),
    anew,
    count: volatiles + (volatile ? variables : 0),
  };
}
