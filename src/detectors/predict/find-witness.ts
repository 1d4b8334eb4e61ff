// A witness for one pair on demand: for races that were reported without one, and for people who ask about two accesses.

import { columnsOf } from '../../trace/columns.ts';
import { conflict } from '../../trace/operation.ts';
import type { Trace } from '../../trace/trace.ts';
import { ScheduleChecker } from '../../witness/check.ts';
import { inTraceOrder } from '../sync-preserving/proofs.ts';
import { SyncPreservingRaces } from '../sync-preserving/races.ts';
import { TraceIndex } from '../sync-preserving/trace-index.ts';
import { PairDecision } from './pair-decision.ts';

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
  const witness = preserving(index, first, second) ?? reordered(index, first, second, budget, window);
  return witness !== undefined && new ScheduleChecker(columns).check(witness).ok ? witness : undefined;
}

function preserving(index: TraceIndex, first: number, second: number): Uint32Array | undefined {
  const ideal = new SyncPreservingRaces(index).idealOf(first, second);
  if (index.index[first]! <= ideal[index.columns.threads[first]!]!) return undefined;
  const events = new Uint32Array(second + 2);
  const length = inTraceOrder(index, ideal, second, events);
  events.set([first, second], length);
  return events.slice(0, length + 2);
}

function reordered(index: TraceIndex, first: number, second: number, budget: number, window: number): Uint32Array | undefined {
  const prediction = new PairDecision(index, window);
  return prediction.decide(first, second, budget) === 'race' ? prediction.witness : undefined;
}
