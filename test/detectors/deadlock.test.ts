// Prediction of deadlocks against all correct reorderings: none is ever false, all sync-preserving ones are found, and how many of the others.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unlimited } from '../../src/base/meter.ts';
import { deadlock } from '../../src/detectors/deadlock/index.ts';
import { groundOf, PairDecision } from '../../src/detectors/predict/pair-decision.ts';
import { write } from '../../src/detectors/sync-preserving/schedules.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import type { Deadlock } from '../../src/trace/outcome.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { askedArbitrary, coarseArbitrary, nestedArbitrary } from '../arbitrary/nested.ts';
import { listing } from '../arbitrary/trace.ts';
import { placesOf } from '../referee/deadlock-places.ts';
import { reachableDeadlocks, syncPreservingDeadlocks } from '../referee/deadlocks.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

interface Found {
  readonly deadlocks: Deadlock[];
  readonly counters: Record<string, number>;
}

/** What is found; each must come with a witness that the checker accepts. */
function proved(trace: Trace, options: Readonly<Record<string, number>> = {}): Found {
  const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
  const deadlocks: Deadlock[] = [];
  const analysis = deadlock.analysis((found) => {
    expect(checker.checkDeadlock(found.witness!, found.cycle), listing(trace)).toEqual({ ok: true });
    deadlocks.push(found);
  }, options);
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return { deadlocks, counters: analysis.counters() };
}

const isNone = ({ counters }: Found): boolean => deadlock.unfinished!(counters) === undefined;

const basic = { basic: true, threads: 4, items: 7 };

describe('the traces of the repository', () => {
  it.each([
    ['inversion', [[1, 5]]],
    ['three-way-cycle', [[1, 5, 9]]],
    ['dining-philosophers', [[1, 6, 11, 16]]],
    ['needs-swap', [[1, 7]]],
    ['second-round', [[6, 11]]],
    ['writer-among-readers', [[1, 5]]],
    ['tried-lock-is-held', [[2, 6]]],
    [
      'wait-inside',
      [
        [1, 10],
        [6, 10],
      ],
    ],
    ['read-waits-for-a-third', [[3, 11]]],
    [
      'wait-and-swap',
      [
        [1, 12],
        [6, 12],
      ],
    ],
  ])('%s', (name, cycles) => {
    const trace = parse(readFileSync(join(import.meta.dirname, `../../traces/deadlock/${name}.std`), 'utf8'));
    const found = proved(trace);
    expect(found.deadlocks.map(({ cycle }) => cycle)).toEqual(cycles);
    expect(found.counters['refused'], 'schedules that the checker refused').toBe(0);
    expect(deadlock.unfinished!(found.counters)).toBeUndefined();
  });
});

describe('the search for a schedule', () => {
  it('puts the notify after the wait of a thread that is to stand before its lock again', () => {
    const trace = parse(readFileSync(join(import.meta.dirname, '../../traces/deadlock/wait-and-swap.std'), 'utf8'));
    const index = new TraceIndex(columnsOf(trace));
    const decision = new PairDecision(groundOf(index, unlimited()), 100, unlimited());
    const goal = [6, 12];
    expect(decision.refutesGoal(goal)).toBe(false);
    expect(decision.look(goal, 1e6)).toBe('race');
    const events = new Uint32Array(trace.length);
    const schedule = events.subarray(0, write(index, decision.schedule, events) - goal.length);
    expect(new ScheduleChecker(columnsOf(trace), trace.symbols).checkDeadlock(schedule, goal)).toEqual({ ok: true });
  });
});

describe('deadlock against all correct reorderings', () => {
  it('reports none that is not reachable, and misses none without a word', () => {
    fc.assert(
      fc.property(askedArbitrary(), (trace) => {
        fc.pre(trace.length <= 40);
        const all = reachableDeadlocks(trace, 100_000);
        fc.pre(all !== undefined);
        const found = proved(trace);
        const cycles = found.deadlocks.map(({ cycle }) => cycle);
        for (const cycle of cycles) expect(all).toContainEqual(cycle);
        expect(found.counters['refused'] ?? 0, 'schedules that the checker refused').toBe(0);
        if (isNone(found)) expect(placesOf(trace, cycles)).toEqual(placesOf(trace, all));
      }),
      runs(1500),
    );
  });

  it('finds every sync-preserving one without a search', () => {
    fc.assert(
      fc.property(fc.oneof(nestedArbitrary(basic), coarseArbitrary(basic)), (trace) => {
        const preserving = syncPreservingDeadlocks(trace);
        const found = proved(trace, { window: 0 });
        expect(found.counters['syncPreserving'], 'none of them by another way').toBe(found.deadlocks.length);
        expect(
          placesOf(
            trace,
            found.deadlocks.map(({ cycle }) => cycle),
          ),
        ).toEqual(placesOf(trace, preserving));
      }),
      runs(1500),
    );
  });

  it('finds nearly all in traces of 30 events', () => {
    const sum = { reachable: 0, found: 0, preserving: 0, traces: 0 };
    for (const trace of fc.sample(askedArbitrary(), { numRuns: 6 * runs(200).numRuns, seed: 20_261_117 })) {
      if (trace.length > 30) continue;
      const all = reachableDeadlocks(trace, 100_000);
      if (all === undefined) continue;
      const { deadlocks, counters } = proved(trace);
      sum.traces++;
      sum.reachable += placesOf(trace, all).length;
      sum.found += deadlocks.length;
      sum.preserving += counters['syncPreserving']!;
    }
    console.log(`deadlocks in ${sum.traces} traces: ${sum.reachable}, sync-preserving ${sum.preserving}, found ${sum.found}`);
    expect(sum.found).toBeLessThanOrEqual(sum.reachable);
    expect(sum.found / sum.reachable).toBeGreaterThanOrEqual(0.99);
  });
});
