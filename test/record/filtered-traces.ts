// Random schedules for recorders that leave something out: what is raced for, and what is predicted, must be the same without it.

import fc from 'fast-check';
import type { MemoryModel } from '../../src/trace/memory-model.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ofModel } from '../arbitrary/model.ts';
import { traceArbitrary } from '../arbitrary/trace.ts';

const features = ['nested', 'overlap', 'volatile'] as const;
const weights = { access: 10, section: 12, volatile: 6, overlap: 2 };
const guarded = { access: 1, section: 12 };

/** Many variables with few accesses each: whether one is racy depends on single ones. */
export function filteredTraces(model: MemoryModel): fc.Arbitrary<Trace> {
  return fc
    .oneof(
      traceArbitrary({ features, threads: 2, locks: 1, variables: 6, items: 20, weights }),
      traceArbitrary({ features, threads: 3, locks: 2, variables: 8, items: 20, nesting: 2, weights }),
      // Most accesses are guarded: few races but those of other schedules.
      traceArbitrary({ features: ['nested'], threads: 2, locks: 2, variables: 6, items: 10, weights: guarded }),
    )
    .map((trace) => ofModel(model, trace));
}
