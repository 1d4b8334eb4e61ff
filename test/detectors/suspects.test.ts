// Which variables the predictors need not look at: none of those that have two accesses which conflict, share no lock and may change
// places, by the tables that the predictors themselves build for the whole trace.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detector } from '../../src/detectors/detector.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { Ideals } from '../../src/detectors/sync-preserving/ideals.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { Suspects } from '../../src/detectors/sync-preserving/suspects.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { conflict, Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { basicFeatures, features, listing, traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';

const PLENTY = 2 ** 30;

function watched(trace: Trace, memory = PLENTY): Suspects {
  const suspects = new Suspects(memory);
  for (const block of trace.blocks) suspects.block(block);
  return suspects;
}

/** The numbers of the suspect variables; undefined if it gave up. */
function suspect(trace: Trace): number[] | undefined {
  const variables = watched(trace).variables();
  return variables && [...variables].flatMap((flag, x) => (flag === 1 ? [x] : []));
}

/** The variables that have a pair to look at, pair by pair. */
function withPairs(trace: Trace): number[] {
  const index = new TraceIndex(columnsOf(trace));
  const must = new Ideals(index, false);
  const { columns, cells, held, sections } = index;
  const { ops, threads, targets, length } = columns;
  const found = new Set<number>();
  for (let b = 0; b < length; b++) {
    for (let a = 0; a < b; a++) {
      if (!conflict(ops[a]!, ops[b]!) || threads[a] === threads[b] || cells[a] !== cells[b]) continue;
      const free = sections.excluding(held[a]!, held[b]!) < 0;
      if (free && must.entryAfter(threads[b]!, index.index[b]! - 1, threads[a]!) < index.index[a]!) found.add(targets[b]!);
    }
  }
  return [...found].sort((x, y) => x - y);
}

function counters(detector: Detector, trace: Trace, memory: number): Readonly<Record<string, number>> {
  const analysis = detector.analysis(() => {}, { memory });
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return analysis.counters();
}

/** Main writes x without a lock and forks the others, which read it under one of many locks. */
function readers(threads: number, locks: number): TraceBuilder {
  const builder = new TraceBuilder().add('main', Op.write, 'x');
  for (let t = 0; t < threads; t++) builder.add('main', Op.fork, `T${t}`);
  for (let t = 0; t < threads; t++)
    for (let m = 0; m < locks; m++)
      builder.add(`T${t}`, Op.acquire, `m${m}`).add(`T${t}`, Op.read, 'x').add(`T${t}`, Op.release, `m${m}`);
  return builder;
}

describe('the variables to look at', () => {
  it.each([
    { threads: 2, locks: 1 },
    { threads: 4, locks: 3, nesting: 3 },
    { threads: 5, items: 20, variables: 3 },
  ])('are those with a pair that nothing keeps apart: %o', (shape) => {
    fc.assert(
      fc.property(traceArbitrary({ features: basicFeatures, ...shape }), (trace) => {
        expect(suspect(trace), listing(trace)).toEqual(withPairs(trace));
      }),
      runs(400),
    );
  });

  it.each([{}, { threads: 5, items: 20 }])('are at least those, whatever the operations: %o', (shape) => {
    fc.assert(
      fc.property(traceArbitrary({ features, ...shape }), (trace) => {
        expect(suspect(trace), listing(trace)).toEqual(expect.arrayContaining(withPairs(trace)));
      }),
      runs(600),
    );
  });

  it('are none where each access holds a lock, or comes after what it reads', () => {
    const handedOver = new TraceBuilder()
      .add('A', Op.write, 'x')
      .add('A', Op.write, 'flag')
      .add('B', Op.acquire, 'm')
      .add('B', Op.volatileRead, 'flag')
      .add('B', Op.write, 'x')
      .trace();
    expect(suspect(handedOver)).toEqual([handedOver.symbols.variables.find('flag')]);
    expect(watched(readers(3, 2).trace()).none).toBe(true);
  });

  it('are none where an access of a joined thread is the last, and some where it is not', () => {
    const builder = () => new TraceBuilder().add('A', Op.fork, 'B').add('B', Op.write, 'x');
    expect(watched(builder().add('A', Op.join, 'B').add('A', Op.write, 'x').trace()).none).toBe(true);
    expect(watched(builder().add('A', Op.write, 'x').add('A', Op.join, 'B').trace()).none).toBe(false);
  });

  it.each([
    ['a write that a read came after', 'A w x,A w f,B r f,B acq m,B w x,B rel m,B r x,C acq m,C r x,C rel m', 'x'],
    ['a read that a write under a lock came after', 'A acq m,A w x,A rel m,A r x,A acq m,A w x,A rel m,B acq m,B w x', 'x'],
    ['what a writer learnt since it wrote last', 'A w x,C w y,C w f,A r f,A w x,B r x,B w y', 'x f'],
  ])('does not forget %s', (_, steps, expected) => {
    const ops: Record<string, Op> = { acq: Op.acquire, rel: Op.release, r: Op.read, w: Op.write };
    const builder = new TraceBuilder();
    for (const [thread, op, target] of steps.split(',').map((step) => step.split(' '))) builder.add(thread!, ops[op!]!, target!);
    const trace = builder.trace();
    expect(withPairs(trace)).toEqual(suspect(trace));
    expect(suspect(trace)).toEqual(expect.arrayContaining(expected.split(' ').map((name) => trace.symbols.variables.find(name))));
  });

  it('keeps accesses apart by their locks only while they are few', () => {
    // A thread reads x under forty locks; another writes it under all of them.
    const guarded = readers(1, 40).add('main', Op.fork, 'W');
    for (let m = 0; m < 40; m++) guarded.add('W', Op.acquire, `m${m}`);
    const pairs = guarded.add('W', Op.write, 'x').trace();
    expect(withPairs(pairs)).toEqual([]);
    expect(suspect(pairs)).toEqual([0]);
  });

  it('finds the access among many that shares no lock', () => {
    for (let missing = 0; missing < 8; missing++) {
      const builder = readers(5, 8).add('main', Op.fork, 'W');
      for (let m = 0; m < 8; m++) if (m !== missing) builder.add('W', Op.acquire, `m${m}`);
      expect(suspect(builder.add('W', Op.write, 'x').trace())).toEqual([0]);
    }
  });

  it('are all where it would take too much to find out', () => {
    const few = readers(3, 2).trace();
    expect([watched(few, 0).none, watched(few, 0).variables()]).toEqual([false, undefined]);
    const many = readers(300, 1).trace();
    expect([watched(many).none, watched(many).variables()]).toEqual([false, undefined]);
  });
});

describe.each([predict, syncPreserving])('$id', (detector) => {
  it('speaks for all events of a trace that has nothing to look at, also where they do not fit', () => {
    const trace = readers(3, 2000).trace();
    const memory = 1_000_000;
    expect(trace.length * 85).toBeGreaterThan(memory);
    expect(counters(detector, trace, memory)).toMatchObject({ eventsAnalysed: trace.length, memoryReached: 0, pairsTried: 0 });
    const racy = readers(3, 2000).add('main', Op.write, 'x').trace();
    expect(counters(detector, racy, memory)).toMatchObject({ memoryReached: 1 });
  });

  it('says the memory that it took to find out', () => {
    const { memory = 0 } = counters(detector, readers(3, 10).trace(), PLENTY);
    expect(memory).toBeGreaterThan(readers(3, 10).trace().length * 13);
  });
});
