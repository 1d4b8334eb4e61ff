// Traces of each memory model: every property that has volatiles is held in all of them.

import fc from 'fast-check';
import { type MemoryModel, memoryModels } from '../../src/trace/memory-model.ts';
import { modelOf, type Trace } from '../../src/trace/trace.ts';

export const modelArbitrary: fc.Arbitrary<MemoryModel> = fc.constantFrom(...memoryModels);

export function ofModel(model: MemoryModel, trace: Trace): Trace {
  for (const block of trace.blocks) block.memoryModel = model;
  return trace;
}

/** A trace that was made from another is of the same model. */
export function likewise(original: Trace, made: Trace): Trace {
  return ofModel(modelOf(original), made);
}
