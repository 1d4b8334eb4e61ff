// The predictors keep within their memory, whatever the trace: what they take is counted, what does not fit is left out and said,
// and what they report is true.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { racyPairs } from '../../bench/racy-pairs.ts';
import { Meter, unlimited } from '../../src/base/meter.ts';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { Candidates } from '../../src/detectors/predict/candidates.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { groundOf, PairDecision } from '../../src/detectors/predict/pair-decision.ts';
import { Undecided } from '../../src/detectors/predict/undecided.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { longestPrefix } from '../../src/detectors/sync-preserving/prefix.ts';
import { Proofs } from '../../src/detectors/sync-preserving/proofs.ts';
import { SyncPreservingRaces } from '../../src/detectors/sync-preserving/races.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { runs, sample } from '../runs.ts';

interface Found {
  readonly pairs: readonly string[];
  readonly counters: Readonly<Record<string, number>>;
  readonly unfinished: string | undefined;
}

/** What the detector finds with so much memory; each witness is written out only now, and checked. */
function found(detector: RaceDetector, trace: Trace, memory: number): Found {
  const checker = new ScheduleChecker(columnsOf(trace));
  const pairs: string[] = [];
  const analysis = detector.analysis(
    (first, second, witness) => {
      pairs.push(`${first} ${second}`);
      if (witness === undefined) return;
      expect(checker.check(witness)).toEqual({ ok: true });
      expect(witness.positions().slice(-2)).toEqual(Uint32Array.of(first, second));
      expect(witness.positions()).toHaveLength(witness.length);
    },
    { memory },
  );
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  const counters = analysis.counters();
  return { pairs, counters, unfinished: detector.unfinished!(counters) };
}

const seconds = ({ pairs }: Pick<Found, 'pairs'>) => new Set(pairs.map((pair) => pair.split(' ')[1]));

const predictors = [predict, syncPreserving];
const hostile = racyPairs(6000);

describe.each(predictors.map((detector) => [detector.id, detector] as const))('%s', (_, detector) => {
  const all = found(detector, hostile, 2 ** 30);

  it('has enough memory for a small trace', () => {
    expect(all.unfinished).toBeUndefined();
    expect(all.counters).toMatchObject({ memoryReached: 0, eventsAnalysed: hostile.length });
    expect(all.pairs.length).toBeGreaterThan(hostile.length / 10);
  });

  it.each(sample([0, 1000, 30_000, 100_000, 300_000, 600_000, 800_000], 3))('keeps within %d bytes, and says so', (memory) => {
    const { pairs, counters, unfinished } = found(detector, hostile, memory);
    expect(counters['memory']).toBeLessThanOrEqual(memory);
    expect(counters['memoryReached']).toBe(1);
    expect(unfinished).toContain('--memory');
    // In windows an access may be shown to race with another one.
    const known = seconds(all);
    expect([...seconds({ pairs })].filter((second) => !known.has(second))).toEqual([]);
    expect(pairs.length).toBeLessThan(all.pairs.length);
    if (memory >= 100_000) expect(pairs).not.toEqual([]);
  });

  it('finds the same with just as much as it took', () => {
    const took = all.counters['memory']!;
    // One part in eight is kept back for races until the trace is ready.
    const { pairs, unfinished } = found(detector, hostile, Math.ceil((took * 8) / 7));
    expect(unfinished).toBeUndefined();
    expect(pairs).toEqual(all.pairs);
  });

  it('reports nothing else on any trace with too little memory', () => {
    fc.assert(
      fc.property(traceArbitrary({ features, threads: 5 }), fc.nat(20_000), (trace, memory) => {
        const little = found(detector, trace, memory);
        const much = seconds(found(detector, trace, 2 ** 30));
        expect(little.counters['memory']).toBeLessThanOrEqual(memory);
        expect([...seconds(little)].filter((second) => !much.has(second))).toEqual([]);
        if (little.unfinished === undefined) expect(seconds(little)).toEqual(much);
      }),
      runs(200),
    );
  });
});

/** All memory of typed arrays that can be reached from the values. */
function heldBytes(...values: unknown[]): number {
  const seen = new Set<unknown>();
  let bytes = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
      if (!seen.has(value.buffer)) bytes += value.buffer.byteLength;
      seen.add(value.buffer);
    } else if (value instanceof Map || value instanceof Set) for (const entry of value) visit(entry);
    else for (const inner of Object.values(value)) visit(inner);
  };
  values.forEach(visit);
  return bytes;
}

/** What all parts of `predict` hold at their end, and what they said that they take. */
function counted(trace: Trace): { held: number; used: number } {
  const meter = unlimited();
  const { columns, ready } = longestPrefix(columnsOf(trace), meter, (fitting) => {
    const races = new SyncPreservingRaces(new TraceIndex(fitting, meter), meter);
    return { races, decision: new PairDecision(groundOf(races.trace, meter), 1000, meter) };
  });
  const { races, decision } = ready;
  const proofs = new Proofs(races.trace, columns, meter);
  const candidates = new Candidates(races.trace, races.lanes, decision.must);
  const undecided = new Undecided(meter);
  // Also a schedule that is refused takes a checker.
  expect(proofs.addProved(0, 1, { base: new Uint32Array(columns.bounds.threads), end: 0, tail: [] })).toBe('refused');
  races.each(
    (first, second, ideal) => proofs.add(first, second, ideal),
    (at, lane, rivals, ends) => {
      const second = races.lanes.accesses[at]!;
      const firsts = candidates.of(at, lane, rivals, ends);
      const [first] = firsts;
      if (first !== undefined && decision.decide(first, second, 10_000) === 'race')
        proofs.addProved(first, second, decision.schedule);
      return firsts.length === 0 || undecided.add(second, firsts);
    },
  );
  return { held: heldBytes(columns, races, decision, proofs, candidates, undecided), used: meter.used };
}

/** What a race takes in the log, in bytes. */
const LOGGED = 64;
/** Small arrays that everybody has, in bytes. */
const SMALL = 10_000;

describe('the meter counts all that is held', () => {
  it('of races, schedules and what waits for a search', () => {
    const { held, used } = counted(racyPairs(6000));
    expect(held).toBeLessThan(used);
  });

  it('of accesses that wait for a search', () => {
    const meter = unlimited();
    const undecided = new Undecided(meter);
    for (let e = 0; e < 5000; e++) expect(undecided.add(e, [1, 2, 3, 4, 5, 6, 7, 8])).toBe(true);
    expect(heldBytes(undecided)).toBeGreaterThan(5000 * 8 * 4);
    expect(heldBytes(undecided)).toBeLessThanOrEqual(meter.used);
  });

  it('of accesses, to the byte', () => {
    const builder = new TraceBuilder();
    builder.add('T0', Op.write, 'x').add('T0', Op.fork, 'T1');
    for (let e = 0; e < 30_000; e++) builder.add(`T${e % 2}`, Op.read, 'x');
    const trace = builder.trace();
    const { held, used } = counted(trace);
    expect(held).toBeLessThan(used + SMALL);
    expect(held).toBeGreaterThan(used - SMALL);
  });

  it('of races, in the log as well', () => {
    const builder = new TraceBuilder().add('T0', Op.write, 'x').add('T1', Op.write, 'x');
    for (let e = 0; e < 30_000; e++) builder.add(`T${e % 2}`, Op.read, 'x');
    const trace = builder.trace();
    const { held, used } = counted(trace);
    expect(held + LOGGED * found(syncPreserving, trace, 2 ** 30).pairs.length).toBeLessThan(used);
  });

  it('of rows for many threads that learn from each other', () => {
    const builder = new TraceBuilder();
    for (let e = 0; e < 6000; e++) {
      builder.add(`T${e % 17}`, Op.volatileWrite, 'x').add(`T${(e + 1) % 17}`, Op.volatileRead, 'x');
    }
    const trace = builder.trace();
    const { held, used } = counted(trace);
    expect(held).toBeLessThan(used + SMALL);
  });

  it('of lanes of one access each', () => {
    const builder = new TraceBuilder();
    for (let x = 0; x < 5000; x++) for (const thread of ['A', 'B', 'C']) builder.add(thread, Op.write, `x${x}`);
    const { held, used } = counted(builder.trace());
    expect(held).toBeLessThan(used + SMALL);
  });

  it('of critical sections', () => {
    const builder = new TraceBuilder();
    for (let e = 0; e < 5000; e++) {
      const thread = `T${e % 3}`;
      builder.add(thread, Op.acquire, `m${e}`).add(thread, Op.release, `m${e}`);
    }
    const { held, used } = counted(builder.trace());
    expect(held).toBeLessThan(used + SMALL);
  });

  it('of locks that are released in the order in which they were taken', () => {
    const builder = new TraceBuilder();
    for (let lock = 0; lock < 1000; lock++) builder.add('A', Op.acquire, `m${lock}`);
    for (let lock = 0; lock < 1000; lock++) builder.add('A', Op.release, `m${lock}`);
    const trace = builder.trace();
    const { held, used } = counted(trace);
    expect(held).toBeGreaterThan(4_000_000);
    expect(held).toBeLessThan(used);
    expect(found(predict, trace, 1_000_000).counters).toMatchObject({ memoryReached: 1 });
  });
});

test('a search that ends for want of memory has not shown that there is no race, and gives all back', () => {
  // A holds m to the end; B holds n there and must give it up for D, which takes more of B along.
  const steps = 'A acq m,A w x,A rel m,B acq n,B w z,B acq m,B r u,B rel m,B rel n,D r z,D acq n,D rel n,D acq m,D rel m,D w x';
  const ops: Record<string, Op> = { acq: Op.acquire, rel: Op.release, r: Op.read, w: Op.write };
  const builder = new TraceBuilder();
  for (const [thread, op, target] of steps.split(',').map((step) => step.split(' '))) builder.add(thread!, ops[op!]!, target!);
  const answers = new Set<string>();
  for (let memory = 0; memory < 20_000; memory += 100) {
    const meter = new Meter(memory);
    const decision = new PairDecision(groundOf(new TraceIndex(columnsOf(builder.trace())), unlimited()), 1000, meter);
    answers.add(decision.decide(1, 14, 10_000));
    expect(meter.used).toBe(0);
  }
  expect([...answers]).toEqual(['out of budget', 'race']);
});

test('somebody may hold more locks than the stack has room for', () => {
  const builder = new TraceBuilder();
  for (let lock = 0; lock < 20_000; lock++) builder.add('A', Op.acquire, `m${lock}`);
  builder.add('A', Op.release, 'm0');
  expect(found(predict, builder.trace(), 2 ** 30).unfinished).toBeUndefined();
});

describe('a meter', () => {
  it('refuses what would pass the budget, and takes nothing then', () => {
    const meter = new Meter(100);
    expect([meter.take(60), meter.full, meter.take(60), meter.full, meter.used]).toEqual([true, false, false, true, 60]);
    meter.give(60);
    expect([meter.take(100), meter.peak]).toEqual([true, 100]);
  });

  it('counts an array and its larger copy while both are there', () => {
    const meter = new Meter(1000);
    let array = meter.enlarged(new Uint32Array(0), 100)!;
    expect([array.length, meter.used]).toEqual([100, 400]);
    array = meter.enlarged(array, 101)!;
    expect([array.length, meter.used, meter.peak]).toEqual([150, 600, 1000]);
    expect(meter.enlarged(array, 151)).toBeUndefined();
  });
});
