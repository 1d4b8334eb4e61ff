// CP by clocks and section numbers against the least fixed point of its rules.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { CriticalSection, Lock, VERSION } from '../../src/detectors/cp/critical-section.ts';
import { cp } from '../../src/detectors/cp/index.ts';
import { raptor } from '../../src/detectors/raptor/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { json } from '../../src/report/json.ts';
import { text as textReport } from '../../src/report/text.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Lowering } from '../../src/trace/lowering.ts';
import { Op } from '../../src/trace/operation.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { ofModel } from '../arbitrary/model.ts';
import { tangleArbitrary } from '../arbitrary/tangle.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import type { Pair } from '../referee/correct-reorderings.ts';
import { consecutivePairs, cpPairs, cpRaces } from '../referee/cp.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { litmusTraces, parse } from '../referee/litmus.ts';
import { wcpPairs } from '../referee/wcp.ts';
import { runs } from '../runs.ts';
import { chain, chains, handOvers, late, nested, tangles } from './cp-traces.ts';

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

/** CP releases what is held at the end, WCP leaves it open. */
const closed = features.filter((feature) => feature !== 'cut');
const synchronising = fc.oneof(traceArbitrary({ ...handOvers, features: closed }), volatilesArbitrary());

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
    }
  });

  it.each(Object.entries(late))('knows %s', (_, text) => {
    const trace = parse(text.replaceAll(';', '\n'));
    expect(cpRaces(trace)).toEqual([]);
    agrees(trace);
  });

  it('takes barriers and volatile writes before reads as orders', () => {
    const races = (...steps: [thread: string, op: Op, target: string][]): Pair[] => {
      const builder = new TraceBuilder();
      for (const [thread, op, target] of steps) builder.add(thread, op, target, '');
      return found(builder.trace()).pairs;
    };
    const write = ['T1', Op.write, 'x'] as [string, Op, string];
    const read = ['T2', Op.read, 'x'] as [string, Op, string];
    expect(races(write, ['T1', Op.volatileWrite, 'v'], ['T2', Op.volatileRead, 'v'], read)).toEqual([]);
    expect(races(write, ['T1', Op.volatileRead, 'v'], ['T2', Op.volatileRead, 'v'], read)).toEqual([[0, 3]]);
    expect(races(write, ['T1', Op.volatileRead, 'v'], ['T2', Op.volatileWrite, 'v'], read)).toEqual([[0, 3]]);
    expect(races(write, ['T1', Op.volatileWrite, 'v'], ['T2', Op.volatileWrite, 'v'], read)).toEqual([[0, 3]]);
    expect(races(write, ['T1', Op.relaxedWrite, 'v'], ['T2', Op.relaxedRead, 'v'], read)).toEqual([[0, 3]]);
    const enters = ['T1', 'T2'].map((t): [string, Op, string] => [t, Op.barrierEnter, 'b']);
    const exits = ['T1', 'T2'].map((t): [string, Op, string] => [t, Op.barrierExit, 'b']);
    expect(races(write, ...enters, ...exits, read)).toEqual([]);
    expect(races(...enters, ...exits, write, read)).toEqual([[4, 5]]);
  });

  it('learns nothing from what the thread itself handed over', () => {
    const passed = 'T1|w(x)\nT1|acq(m)\nT1|rel(m)\nT2|acq(m)\nT2|rel(m)';
    expect(found(parse(`${passed}\nT2|vw(v)\nT2|vr(v)\nT2|w(x)`)).pairs).toEqual([[0, 7]]);
    // What it knew of another write by happens-before alone, its read makes an order of CP; but not where its own write has replaced it.
    const known = 'T1|w(x)\nT1|vw(v)\nT1|acq(m)\nT1|rel(m)\nT2|acq(m)\nT2|rel(m)\nT2|vw(v)\nT2|vr(v)\nT2|w(x)';
    expect(found(parse(known)).pairs).toEqual([]);
    expect(found(ofModel('c11', parse(known))).pairs).toEqual([[0, 8]]);
    expect(found(parse(`${passed}\nT2|benter(b)\nT3|benter(b)\nT2|bexit(b)\nT3|bexit(b)\nT2|w(x)`)).pairs).toEqual([[0, 9]]);
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

  it('does so with all that orders events, in each memory model', () => {
    fc.assert(fc.property(traceArbitrary({ ...chains, features }), agrees), runs(300));
    fc.assert(fc.property(synchronising, agrees), runs(300));
  });

  it('does so with re-entrant locks and with sections that overlap', () => {
    fc.assert(fc.property(traceArbitrary({ ...chains, features: [...nested, 'reentrant', 'overlap'] }), agrees), runs(200));
  });

  it('finds only races of WCP', () => {
    fc.assert(
      fc.property(fc.oneof(traceArbitrary({ ...chains, features: closed }), synchronising), (trace) => {
        const weak = new Set(wcpPairs(trace).map(String));
        for (const pair of found(trace).pairs) expect(weak).toContain(String(pair));
      }),
      runs(100),
    );
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

describe.each([cp, raptor])('$id and what is held at the end', (detector) => {
  const reports = async (text: string) => {
    const result = await analyze(memoryInput('open.std', text), { detectors: [detector] });
    return { result, text: [...textReport(result)].join(''), json: JSON.parse([...json(result)].join('')) };
  };

  it('says that releases were simulated', async () => {
    const { result, text, json: read } = await reports('A|acq(m)|1\nA|acq(n)|2\nA|w(x)|3\nB|acq(o)|4\nB|rel(o)|5\n');
    const note = '2 locks were still held at the end of the trace; their releases were simulated';
    expect(text).toContain(`${note}\n`);
    expect(read.detectors[0].note).toBe(note);
    expect(result.unfinished).toEqual([]);
  });

  it('says nothing where all are released', async () => {
    const { text, json: read } = await reports('A|acq(m)|1\nA|w(x)|2\nA|rel(m)|3\n');
    expect(text).not.toContain('held');
    expect(read.detectors[0]).not.toHaveProperty('note');
  });

  it('takes a lock that is held as one that is released there', async () => {
    const held = 'A|w(x)|1\nA|acq(m)|2\nA|w(y)|3\nA|rel(m)|4\nB|acq(m)|5\nB|w(x)|6\n';
    expect((await reports(`${held}B|w(y)|7\n`)).result.findings).toEqual([]);
    expect((await reports(held)).result.findings).toHaveLength(1);
  });
});
