import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Op, operation } from '../../src/trace/operation.ts';
import { Random } from '../../src/trace/random/prng.ts';
import { table } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { conflicts, happensBefore, happensBeforeRaces } from '../referee/happens-before.ts';
import { wcpPairs } from '../referee/wcp.ts';
import { firstViolation } from '../referee/well-formed.ts';
import { runs } from '../runs.ts';
import { randomProgram } from './program/random-program.ts';
import { randomly, schedule } from './program/schedule.ts';
import { basicFeatures, features, listing, schedulesArbitrary, traceArbitrary } from './trace.ts';

const has = (trace: Trace, ...ops: Op[]) => ops.every((op) => [...events(trace)].some((event) => event.op === op));

/** The most locks that a thread holds at once, and whether one is taken again. */
function holding(trace: Trace): { nested: boolean; reentrant: boolean } {
  const held = new Map<number, number[]>();
  /** Locks that come back after a wait, as often as they were held. */
  const given = new Map<number, number>();
  let nested = false;
  let reentrant = false;
  for (const { op, thread, target } of events(trace)) {
    const locks = held.get(thread) ?? [];
    held.set(thread, locks);
    if (op === Op.wait) given.set(thread, target);
    else if (op === Op.acquire && given.get(thread) === target) given.delete(thread);
    else if (op === Op.acquire) {
      if (locks.includes(target)) reentrant = true;
      else if (locks.length > 0) nested = true;
      locks.push(target);
    } else if (op === Op.release) locks.splice(locks.lastIndexOf(target), 1);
  }
  return { nested, reentrant };
}

/** Some conflicting pair is ordered, but no longer without these operations. */
function ordersConflict(trace: Trace, ...ops: Op[]): boolean {
  const before = happensBefore(trace);
  const weaker = happensBefore(trace, ops);
  return conflicts(trace).some(([first, second]) => before[second]![first] === 1 && weaker[second]![first] === 0);
}

/** Share of the traces for which each statement holds. */
function shares(traces: Trace[], statements: Record<string, (trace: Trace) => boolean>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(statements).map(([name, holds]) => [name, traces.filter(holds).length / traces.length]),
  );
}

const basic: Record<string, (trace: Trace) => boolean> = {
  'a race': (trace) => happensBeforeRaces(trace).length > 0,
  'conflicts and no race': (trace) => conflicts(trace).length > 0 && happensBeforeRaces(trace).length === 0,
  'a conflict that locks order': (trace) => ordersConflict(trace, Op.acquire),
  'a conflict that forks or joins order': (trace) => ordersConflict(trace, Op.fork, Op.join),
  'nested locks': (trace) => holding(trace).nested,
  're-entrant locks': (trace) => holding(trace).reentrant,
  forks: (trace) => has(trace, Op.fork),
  joins: (trace) => has(trace, Op.join),
  '5 to 60 events': (trace) => trace.length >= 5 && trace.length <= 60,
};

const rich: Record<string, (trace: Trace) => boolean> = {
  ...basic,
  'volatile accesses that order a conflict': (trace) => ordersConflict(trace, Op.volatileRead),
  'relaxed accesses': (trace) => has(trace, Op.relaxedRead) || has(trace, Op.relaxedWrite),
  'reader locks': (trace) => has(trace, Op.acquireShared, Op.releaseShared),
  'a wait that ends': (trace) => has(trace, Op.wait, Op.notify),
  'a barrier that orders a conflict': (trace) => ordersConflict(trace, Op.barrierExit),
  allocations: (trace) => has(trace, Op.alloc),
  regions: (trace) => has(trace, Op.begin, Op.end),
};

describe('random traces', () => {
  it('hold what detectors differ in, often enough', () => {
    const traces = fc.sample(traceArbitrary(), { numRuns: 250, seed: 1 });
    const found = shares(traces, basic);
    for (const [name, share] of Object.entries(found)) expect(share, name).toBeGreaterThan(0.1);
    const predicted = shares(traces, { wcp: (trace) => wcpPairs(trace).length > happensBeforeRaces(trace).length });
    expect(predicted['wcp']).toBeGreaterThan(0.05);
    expect(found['5 to 60 events']).toBeGreaterThan(0.8);
  });

  it('hold every operation if asked to', () => {
    const traces = fc.sample(traceArbitrary({ features, items: 14 }), { numRuns: 250, seed: 2 });
    const found = shares(traces, rich);
    for (const [name, share] of Object.entries(found)) expect(share, name).toBeGreaterThan(0.05);
  });

  it('are well-formed and hold only what was asked for', () => {
    const asked = fc
      .subarray([...features])
      .chain((wanted) =>
        fc.record({ wanted: fc.constant(wanted), trace: traceArbitrary({ features: wanted, nesting: 3, locks: 3 }) }),
      );
    fc.assert(
      fc.property(asked, ({ wanted, trace }) => {
        expect(firstViolation(trace)).toBeUndefined();
        const { nested, reentrant } = holding(trace);
        const plain = !wanted.includes('guarded') && !wanted.includes('overlap');
        if (plain && !wanted.includes('nested')) expect(nested).toBe(false);
        if (plain && !wanted.includes('reentrant')) expect(reentrant).toBe(false);
        for (const { op } of events(trace)) expect(allowed(op, wanted), operation(op).name).toBe(true);
      }),
      runs(250),
    );
  });

  it('have no race in any schedule of a guarded program', () => {
    fc.assert(
      fc.property(schedulesArbitrary({ features: features.filter((f) => f !== 'alloc') }), ({ program, traces }) => {
        fc.pre(program.guarded === 3);
        for (const trace of traces) expect(happensBeforeRaces(trace)).toEqual([]);
      }),
      runs(150),
    );
  });

  it('keep the location of a statement in all schedules of a program', () => {
    fc.assert(
      fc.property(schedulesArbitrary({ features }), ({ traces }) => {
        const statements = new Map<string, string>();
        for (const trace of traces)
          for (const { op, thread, target, location } of events(trace)) {
            // Where a schedule got stuck, the releases that close it stand at their acquires.
            if (op === Op.release || op === Op.releaseShared) continue;
            const { threads, locations } = trace.symbols;
            const statement = `${threads.name(thread)} ${op} ${table(trace.symbols, operation(op).target).name(target)}`;
            const at = locations.name(location);
            expect(statements.get(at) ?? statement).toBe(statement);
            statements.set(at, statement);
          }
      }),
      runs(100),
    );
  });
});

describe('random programs by seed', () => {
  it('are the same for ever', () => {
    const random = new Random(7);
    const program = randomProgram({ features, items: 4 }, random);
    expect(listing(schedule(program, randomly(random)))).toMatchInlineSnapshot(`
      "
         0  T1 vr(A1) @5
         1  T2 acq(L0) @33
         2  T2 acq(L1) @34
         3  T2 r(V1) @35
         4  T2 rel(L1) @36
         5  T2 rel(L0) @37
         6  T2 acq(L0) @38
         7  T2 acq(L1) @39
         8  T2 w(V1) @40
         9  T2 rel(L1) @41
        10  T2 rel(L0) @42
        11  T1 acq(L0) @6
        12  T1 r(V2) @7
        13  T1 rel(L0) @8
        14  T1 acq(L1) @9
        15  T1 w(V1) @10
        16  T1 rel(L1) @11
        17  T1 vw(A1) @12
        18  T1 vr(A1) @13
        19  T3 acq(L0) @1
        20  T1 acq(L1) @14
        21  T3 w(V2) @2
        22  T3 rel(L0) @3
        23  T3 vw(A1) @4
        24  T1 r(V1) @15
        25  T1 rel(L1) @16
        26  T3 acq(L0) @17
        27  T3 acq(L1) @18
        28  T3 r(V1) @19
        29  T3 rel(L1) @20
        30  T3 acq(L1) @21
        31  T3 w(V1) @22
        32  T3 rel(L1) @23
        33  T3 rel(L0) @24
        34  T0 acq(L0) @25
        35  T0 w(V2) @26
        36  T0 rel(L0) @27
        37  T0 acq(L0) @28
        38  T0 acq(L1) @29
        39  T0 w(V1) @30
        40  T0 rel(L1) @31
        41  T0 rel(L0) @32
        42  T2 acq(L0) @43
        43  T2 rel(L0) @44
        44  T2 acq(L0) @45
        45  T2 r(V2) @46
        46  T2 rel(L0) @47
      "
    `);
  });

  it('run to well-formed traces, whole or cut', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const shape = { features, items: 5 + (seed % 40), threads: 1 + (seed % 6), locks: seed % 5, nesting: 3 };
      const program = randomProgram(shape, random);
      const whole = schedule(program, randomly(random));
      const cut = schedule(program, randomly(random), { events: 20, cut: true });
      expect([firstViolation(whole), firstViolation(cut)], `seed ${seed}`).toEqual([undefined, undefined]);
      expect(cut.length).toBeLessThanOrEqual(20);
    }
  });

  it('seldom get stuck', () => {
    let sections = 0;
    let closed = 0;
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const program = randomProgram({ features: basicFeatures, items: 20 }, random);
      const trace = schedule(program, randomly(random));
      const located = new Set<number>();
      for (const { op, location } of events(trace)) {
        if (op === Op.release) sections++;
        if (op === Op.release && located.has(location)) closed++;
        located.add(location);
      }
    }
    expect(closed / sections).toBeLessThan(0.05);
  });
});

function allowed(op: number, wanted: readonly string[]): boolean {
  switch (op) {
    case Op.fork:
    case Op.join:
      return wanted.includes('fork');
    case Op.volatileRead:
    case Op.volatileWrite:
      return wanted.includes('volatile') || wanted.includes('atomic');
    case Op.relaxedRead:
    case Op.relaxedWrite:
      return wanted.includes('atomic');
    case Op.acquireShared:
    case Op.releaseShared:
      return wanted.includes('shared');
    case Op.wait:
    case Op.notify:
      return wanted.includes('wait');
    case Op.barrierEnter:
    case Op.barrierExit:
      return wanted.includes('barrier');
    case Op.alloc:
      return wanted.includes('alloc');
    case Op.begin:
    case Op.end:
      return wanted.includes('region');
    default:
      return true;
  }
}
