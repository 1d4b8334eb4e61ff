// CP by clocks and section numbers against the least fixed point of its rules.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { CriticalSection, Lock, VERSION } from '../../src/detectors/cp/critical-section.ts';
import { cp } from '../../src/detectors/cp/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { Raptor, type RaptorOptions } from '../../src/teaching/raptor/index.ts';
import { lowerForks } from '../../src/teaching/raptor/lower-forks.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Lowering } from '../../src/trace/lowering.ts';
import { Op } from '../../src/trace/operation.ts';
import { eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { type Tangle, tangleArbitrary } from '../arbitrary/tangle.ts';
import { type Feature, traceArbitrary } from '../arbitrary/trace.ts';
import type { Pair } from '../referee/correct-reorderings.ts';
import { consecutivePairs, cpPairs, cpRaces } from '../referee/cp.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { litmusTraces, parse } from '../referee/litmus.ts';
import { wcpPairs } from '../referee/wcp.ts';
import { runs } from '../runs.ts';

interface Outcome {
  readonly pairs: Pair[];
  readonly counters: Record<string, number>;
}

function found(trace: Trace): Outcome {
  const pairs: Pair[] = [];
  const analysis = cp.analysis((first, second) => pairs.push([first, second]));
  const lowering = new Lowering(cp.operations, cp.reentrant, (block) => analysis.block(block));
  for (const block of trace.blocks) lowering.lower(block);
  analysis.end();
  return { pairs: pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]), counters: analysis.counters() };
}

function agrees(trace: Trace): void {
  const { pairs, counters } = found(trace);
  expect(pairs).toEqual(cpRaces(trace));
  const consecutive = new Set(consecutivePairs(trace).map(String));
  const observed = happensBeforeRaces(trace).filter((pair) => consecutive.has(String(pair)));
  expect(counters['observedRaces']).toBe(observed.length);
  for (const pair of observed) expect(pairs).toContainEqual(pair);
}

function foundByRaptor(trace: Trace, options?: RaptorOptions): Pair[] {
  const pairs: Pair[] = [];
  const raptor = new Raptor((first, second) => pairs.push([first, second]), options);
  const step = lowerForks((op, t, target, position) => raptor.event(op, t, target, position));
  for (const { op, thread, target, position } of events(trace)) step(op, thread, target, position);
  raptor.end();
  return pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

const nested: readonly Feature[] = ['nested', 'fork', 'hand-over', 'guarded', 'cut'];
const chains = { features: nested, threads: 5, locks: 4, variables: 2, items: 14, nesting: 3 };

const tangles: readonly Tangle[] = [
  { threads: 3, locks: 4, variables: 2, events: 60 },
  { threads: 5, locks: 6, variables: 4, events: 100 },
  { threads: 4, locks: 4, variables: 6, events: 100 },
];

/** The mark of T1's write in m goes with its owner, and so does the order of the two sections of m. */
const forgotten = `
  T1|w(y)
  T1|acq(m)
  T1|w(x)
  T1|rel(m)
  T1|w(x)
  T2|acq(m)
  T2|r(x)
  T2|rel(m)
  T2|r(y)`;

/** T2's first read of x is not ordered after T1's write; its second one is, by the sections that conflict on z. */
const readTwice = `
  T1|w(x)
  T1|acq(m)
  T1|rel(m)
  T2|acq(m)
  T2|rel(m)
  T2|r(x)
  T1|acq(m)
  T1|w(z)
  T1|rel(m)
  T2|acq(m)
  T2|r(z)
  T2|rel(m)
  T2|r(x)`;

/**
 * Figure 6 with any number of transfers: whether T0's write of x comes before the other one is only known when the last thread is in its
 * section, after the sections that depend on it were closed one after the other, those that depend on most first or last.
 */
function chain(depth: number, conflict: boolean, mostFirst: boolean): Trace {
  const lines = ['T0|w(x)'];
  const section = (t: number, lock: string, ...inside: string[]): void => {
    lines.push(`T${t}|acq(${lock})`, ...inside.map((access) => `T${t}|${access}`), `T${t}|rel(${lock})`);
  };
  for (let i = 1; i < depth; i++) section(0, `m${i}`);
  section(0, `m${depth}`, 'w(y)');
  for (let i = 1; i <= depth; i++) lines.push(`T${i}|acq(m${i})`);
  section(1, 'p');
  section(depth + 1, 'p');
  lines.push(`T${depth + 1}|w(x)`);
  for (let i = 1; i < depth; i++) {
    section(i + 1, `q${i}`);
    section(i, `q${i}`);
    if (mostFirst) lines.push(`T${i}|rel(m${i})`);
  }
  if (!mostFirst) for (let i = depth - 1; i > 0; i--) lines.push(`T${i}|rel(m${i})`);
  lines.push(`T${depth}|r(${conflict ? 'y' : 'z'})`, `T${depth}|rel(m${depth})`);
  return parse(lines.join('\n'));
}

/** Traces without a race in which an order is learnt in an unusual way. */
const late = {
  // At T1's rel(m), the first section of m comes before it; so T2's section of d comes after T0's, which brings T1 the second one of m.
  'a release that teaches itself': `
    T0|acq(d); T0|acq(m); T0|rel(m); T0|acq(n); T0|w(z); T0|rel(n); T0|w(x); T0|acq(m); T0|rel(m); T0|rel(d);
    T1|acq(m); T1|w(x); T2|acq(d); T1|acq(p); T1|rel(p); T2|acq(p); T2|rel(p); T2|acq(r); T2|rel(r); T2|rel(d);
    T1|acq(r); T1|rel(r); T1|acq(n); T1|r(z); T1|rel(n); T1|rel(m)`,
  // At acq(m), T2 meets T1's section of n, which is undecided, and is itself in a later one.
  'an undecided section that comes late': `
    T0|acq(n); T0|rel(n); T0|acq(c); T0|rel(c); T3|acq(c); T3|acq(p); T3|rel(p); T1|acq(p); T1|rel(p); T1|w(x);
    T1|acq(n); T1|w(y); T1|rel(n); T1|acq(m); T1|rel(m); T2|acq(n); T2|acq(m); T2|rel(m); T2|w(x); T2|r(y); T2|rel(n); T3|rel(c)`,
};

describe('cp', () => {
  it.each(litmusTraces())('finds what is in $name', ({ trace, expected }) => {
    const consecutive = new Set(consecutivePairs(trace).map(String));
    const pairs = found(trace).pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    expect(pairs).toEqual(expected.cp.filter((pair) => consecutive.has(String(pair))));
  });

  it('finds exactly the pairs that the rules leave unordered', () => {
    fc.assert(fc.property(traceArbitrary({ features: nested }), agrees), runs(500));
  });

  it('finds every variable that has an unordered pair at all', () => {
    const variables = (trace: Trace, pairs: readonly Pair[]) =>
      [...new Set(pairs.map(([first]) => eventAt(trace, first).target))].sort();
    fc.assert(
      fc.property(traceArbitrary({ features: nested }), (trace) => {
        expect(variables(trace, found(trace).pairs)).toEqual(variables(trace, cpPairs(trace)));
      }),
      runs(300),
    );
  });

  it('does so with many locks and long chains of them', () => {
    fc.assert(fc.property(traceArbitrary(chains), agrees), runs(300));
  });

  it.each(tangles)('does so where sections are in sections of $threads threads', (tangle) => {
    fc.assert(fc.property(tangleArbitrary(tangle), agrees), runs(200));
  });

  it.each([1, 2, 3, 4, 6])('waits for what decides, over %i sections', (depth) => {
    for (const [conflict, mostFirst] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      const trace = chain(depth, conflict, mostFirst);
      expect(cpRaces(trace)).toHaveLength(conflict ? 0 : 1);
      agrees(trace);
      expect(foundByRaptor(trace)).toEqual(cpRaces(trace));
    }
  });

  it.each(Object.entries(late))('knows %s', (_, text) => {
    const trace = parse(text.replaceAll(';', '\n'));
    expect(cpRaces(trace)).toEqual([]);
    agrees(trace);
    expect(foundByRaptor(trace)).toEqual([]);
  });

  it('takes barriers and conflicting volatile accesses as orders', () => {
    const races = (...steps: [thread: string, op: Op, target: string][]): Pair[] => {
      const builder = new TraceBuilder();
      for (const [thread, op, target] of steps) builder.add(thread, op, target, '');
      return found(builder.trace()).pairs;
    };
    const write = ['T1', Op.write, 'x'] as [string, Op, string];
    const read = ['T2', Op.read, 'x'] as [string, Op, string];
    expect(races(write, ['T1', Op.volatileWrite, 'v'], ['T2', Op.volatileRead, 'v'], read)).toEqual([]);
    expect(races(write, ['T1', Op.volatileRead, 'v'], ['T2', Op.volatileRead, 'v'], read)).toEqual([[0, 3]]);
    const enters = ['T1', 'T2'].map((t): [string, Op, string] => [t, Op.barrierEnter, 'b']);
    const exits = ['T1', 'T2'].map((t): [string, Op, string] => [t, Op.barrierExit, 'b']);
    expect(races(write, ...enters, ...exits, read)).toEqual([]);
    expect(races(...enters, ...exits, write, read)).toEqual([[4, 5]]);
  });

  it('does not predict a race of a writer and a reader that hold the lock', () => {
    const write = 'T0|acq(m)\nT0|w(x)\nT0|rel(m)';
    const read = 'racq(m)\nT1|r(x)\nT1|rrel(m)';
    expect(found(parse(`${write}\nT1|${read}`)).pairs).toEqual([]);
    expect(found(parse(`T1|${read}\n${write}`)).pairs).toEqual([]);
    // The reader was the last to release, too.
    expect(found(parse(`${write}\nT1|acq(m)\nT1|rel(m)\nT1|${read}`)).pairs).toEqual([]);
    // The reader became a writer before the other did.
    expect(found(parse(`T1|${read}\nT1|acq(m)\nT1|rel(m)\n${write}`)).pairs).toEqual([]);
    // What readers do is unordered among themselves.
    expect(found(parse('T0|w(x)\nT0|racq(m)\nT0|rrel(m)\nT1|racq(m)\nT1|r(x)\nT1|rrel(m)')).pairs).toEqual([[0, 4]]);
  });

  it('keeps the sections that a live one may come after', () => {
    const lock = new Lock(0);
    const gone: number[] = [];
    for (let index = 1; index <= 100; index++) {
      const section = new CriticalSection(lock, index, 0, index, index > 50 ? 60 : 0);
      if (index === 41) lock.live.push(section);
      section.before = index === 41 ? 20 : section.before;
      lock.close(section, index, index);
      if (index > 60) lock.trim((version) => gone.push(version));
    }
    expect(gone).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    for (const index of [21, 40, 100]) expect(lock.closed[lock.at(index) + VERSION]).toBe(index);
    lock.live.pop();
    lock.trim((version) => gone.push(version));
    expect(gone).toHaveLength(60);
  });

  it('does so with re-entrant locks and with sections that overlap', () => {
    fc.assert(fc.property(traceArbitrary({ ...chains, features: [...nested, 'reentrant', 'overlap'] }), agrees), runs(200));
  });

  it('finds only races of WCP', () => {
    fc.assert(
      fc.property(traceArbitrary({ ...chains, features: ['nested', 'fork', 'hand-over', 'guarded'] }), (trace) => {
        const weak = new Set(wcpPairs(trace).map(String));
        for (const pair of found(trace).pairs) expect(weak).toContain(String(pair));
      }),
      runs(100),
    );
  });
});

describe('raptor', () => {
  it('finds exactly the pairs that the rules leave unordered', () => {
    fc.assert(
      fc.property(traceArbitrary({ features: nested }), (trace) => {
        expect(foundByRaptor(trace)).toEqual(cpRaces(trace));
      }),
      runs(300),
    );
  });

  it('finds every variable that has an unordered pair at all', () => {
    const variables = (trace: Trace, pairs: readonly Pair[]) =>
      [...new Set(pairs.map(([first]) => eventAt(trace, first).target))].sort();
    fc.assert(
      fc.property(traceArbitrary({ features: nested }), (trace) => {
        expect(variables(trace, found(trace).pairs)).toEqual(variables(trace, cpPairs(trace)));
      }),
      runs(300),
    );
  });

  it('does so with many locks and long chains of them', () => {
    fc.assert(
      fc.property(traceArbitrary(chains), (trace) => {
        expect(foundByRaptor(trace)).toEqual(cpRaces(trace));
      }),
      runs(200),
    );
  });

  it.each(tangles)('does so where sections are in sections of $threads threads', (tangle) => {
    fc.assert(
      fc.property(tangleArbitrary(tangle), (trace) => {
        expect(foundByRaptor(trace)).toEqual(cpRaces(trace));
      }),
      runs(60),
    );
  });

  it('forgets sections with their accesses, as it is printed', () => {
    const trace = parse(forgotten);
    const race = [4, 6];
    expect(cpRaces(trace)).toEqual([race]);
    expect(found(trace).pairs).toEqual([race]);
    expect(foundByRaptor(trace)).toEqual([race]);
    expect(foundByRaptor(trace, { asPrinted: true })).toEqual([race, [0, 8]]);
  });

  it('loses a race with a read that an ordered read follows, as it is printed', () => {
    const trace = parse(readTwice);
    const race = [0, 5];
    expect(cpPairs(trace)).toEqual([race]);
    expect(found(trace).pairs).toEqual([race]);
    expect(foundByRaptor(trace)).toEqual([race]);
    expect(foundByRaptor(trace, { asPrinted: true })).toEqual([]);
  });

  it('does not teach itself at a release, as it is printed', () => {
    const trace = parse(late['a release that teaches itself'].replaceAll(';', '\n'));
    expect(foundByRaptor(trace, { asPrinted: true })).toEqual([[6, 11]]);
  });
});

describe('the referee of cp', () => {
  it.each(litmusTraces())('has the CP races that brute force found in $name', ({ trace, expected }) => {
    expect(cpPairs(trace)).toEqual(expected.cp);
  });
});

it('the report says of every race whether the run itself has it', async () => {
  const trace = 'A|acq(m)|1\nA|w(x)|2\nA|rel(m)|3\nA|w(y)|4\nB|w(y)|5\nB|acq(m)|6\nB|rel(m)|7\nB|w(x)|8\n';
  const { detectors } = await analyze(memoryInput('two.std', trace), { detectors: [cp] });
  const races = [...detectors[0]!.races()].map(({ variable, observed }) => ({ variable, observed }));
  expect(races).toEqual([
    { variable: 'y', observed: true },
    { variable: 'x', observed: false },
  ]);
});
