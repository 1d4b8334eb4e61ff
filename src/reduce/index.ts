// Lock-trace reduction: a shorter trace with the same happens-before among all that remains. Two readings; memory for what
// threads, locks and variables are, and a bit per acquire and release.

import { type Trace, TraceCollector } from '../trace/trace.ts';
import { LoftPlan } from './loft.ts';
import type { Plan } from './plan.ts';
import { Reduction, type ReductionCounts, type ReductionOptions } from './reduction.ts';
import { RunsPlan } from './runs.ts';

export type { Plan };
export { Reduction, type ReductionCounts, type ReductionOptions };

/** The ways to reduce, the default first. */
export const reductionMethods = ['runs', 'loft'] as const;
export type ReductionMethod = (typeof reductionMethods)[number];

/** For the first reading; a Reduction makes the second. */
export function reductionPlan(method: ReductionMethod): Plan {
  return method === 'runs' ? new RunsPlan() : new LoftPlan();
}

/** Reduces a trace in memory. */
export function reduceTrace(trace: Trace, method: ReductionMethod = 'runs', accesses = false): Trace {
  const plan = reductionPlan(method);
  for (const block of trace.blocks) plan.block(block);
  plan.end();
  const collector = new TraceCollector(trace.symbols);
  const reduction = new Reduction(plan, { symbols: trace.symbols, emit: (block) => collector.block(block), accesses });
  for (const block of trace.blocks) reduction.block(block);
  reduction.end();
  return collector.trace();
}
