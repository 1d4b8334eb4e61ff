// A witness for one pair on demand: for races that were reported without one, and for people who ask about two accesses.

import { unlimited } from '../../base/meter.ts';
import { columnsOf } from '../../trace/columns.ts';
import { conflict } from '../../trace/operation.ts';
import type { Trace } from '../../trace/trace.ts';
import { ScheduleChecker } from '../../witness/check.ts';
import { SyncPreservingRaces } from '../sync-preserving/races.ts';
import { type Schedule, write } from '../sync-preserving/schedules.ts';
import { TraceIndex } from '../sync-preserving/trace-index.ts';
import { groundOf, PairDecision } from './pair-decision.ts';

export interface WitnessOptions {
  /** Steps that the search may take, and events that it may reorder. */
  readonly budget?: number;
  readonly window?: number;
}

/** A schedule that ends with the two accesses and that the checker accepted; undefined if none was found. */
export function findWitness(trace: Trace, a: number, b: number, options: WitnessOptions = {}): Uint32Array | undefined {
  const { budget = 20_000_000, window = 1_000_000 } = options;
  const [first, second] = a < b ? [a, b] : [b, a];
  const columns = columnsOf(trace);
  const index = new TraceIndex(columns);
  const { ops, threads } = columns;
  if (!conflict(ops[first]!, ops[second]!) || threads[first] === threads[second] || index.cells[first] !== index.cells[second])
    return undefined;
  const schedule = preserving(index, first, second) ?? reordered(index, first, second, budget, window);
  if (schedule === undefined) return undefined;
  const events = new Uint32Array(columns.length);
  const witness = events.slice(0, write(index, schedule, events));
  return new ScheduleChecker(columns).check(witness).ok ? witness : undefined;
}

function preserving(index: TraceIndex, first: number, second: number): Schedule | undefined {
  const ideal = new SyncPreservingRaces(index).idealOf(first, second);
  if (index.index[first]! <= ideal[index.columns.threads[first]!]!) return undefined;
  return { base: ideal, end: second, tail: [first, second] };
}

function reordered(index: TraceIndex, first: number, second: number, budget: number, window: number): Schedule | undefined {
  const prediction = new PairDecision(groundOf(index, unlimited()), window, unlimited());
  return prediction.decide(first, second, budget) === 'race' ? prediction.schedule : undefined;
}
