// Predicted deadlocks of random traces against all that some correct reordering reaches, which an exhaustive search knows. The traces are those
// of the tests: made to be hard, with gates, reads, waits and sections that must change places.

import fc from 'fast-check';
import { deadlock } from '../../../src/detectors/deadlock/index.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { askedArbitrary } from '../../../test/arbitrary/nested.ts';
import { placesOf } from '../../../test/referee/deadlock-places.ts';
import { type Cycle, reachableDeadlocks } from '../../../test/referee/deadlocks.ts';
import { answer, guard, type Question } from './task.ts';

export interface RecallQuestion extends Question {
  readonly samples: number;
  readonly seed: number;
  /** Longer traces are left out. */
  readonly events: number;
}

export interface Recall {
  readonly traces: number;
  /** By locks and places in the code, as reported. */
  readonly reachable: number;
  readonly found: number;
  readonly syncPreserving: number;
  /** Reported, and not reachable. */
  readonly wrong: number;
}

/** States of the exhaustive search; a trace with more is left out. */
const STATES = 100_000;

function predicted(trace: Trace): { cycles: Cycle[]; syncPreserving: number } {
  const cycles: Cycle[] = [];
  const analysis = deadlock.analysis(({ cycle }) => cycles.push(cycle), {});
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return { cycles, syncPreserving: analysis.counters()['syncPreserving']! };
}

await answer(async ({ samples, seed, events }: RecallQuestion): Promise<Recall> => {
  const sum = { traces: 0, reachable: 0, found: 0, syncPreserving: 0, wrong: 0 };
  const add = (trace: Trace): void => {
    guard();
    const all = trace.length > events ? undefined : reachableDeadlocks(trace, STATES);
    if (all === undefined) return;
    const { cycles, syncPreserving } = predicted(trace);
    const known = new Set(all.map(String));
    const right = cycles.filter((cycle) => known.has(String(cycle)));
    sum.traces++;
    sum.reachable += placesOf(trace, all).length;
    sum.found += placesOf(trace, right).length;
    sum.syncPreserving += syncPreserving;
    sum.wrong += cycles.length - right.length;
  };
  // The traces that `fc.sample` gives, one at a time: all of them at once take gigabytes.
  const { failed, errorInstance } = fc.check(fc.property(askedArbitrary(), add), { numRuns: samples, seed, endOnFailure: true });
  if (failed) throw errorInstance;
  return sum;
});
