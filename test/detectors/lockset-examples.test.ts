// The worked examples of the documents with their own values: Goldilocks section 2.3, ZipTrack section 2, Sulzmann's locksets.

import { describe, expect, test } from 'vitest';
import { eraser } from '../../src/detectors/eraser/index.ts';
import { goldilocks } from '../../src/detectors/goldilocks/eager.ts';
import { type EdgeSink, Edges } from '../../src/detectors/goldilocks/edges.ts';
import { goldilocksLazy } from '../../src/detectors/goldilocks/lazy.ts';
import { SharedLocksets } from '../../src/detectors/goldilocks/shared-locksets.ts';
import { lockset } from '../../src/detectors/lockset.ts';
import { locksetPairs } from '../../src/detectors/lockset-pairs/index.ts';
import { heldLocks } from '../../src/teaching/thinking.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { ofModel } from '../arbitrary/model.ts';
import { parse } from '../referee/litmus.ts';
import { accesses, common } from '../referee/lockset.ts';
import { run } from './run.ts';

/** `T1 acq m, T1 w x`: a trace in one line. */
function trace(text: string): Trace {
  return parse(text.replace(/(\S+) (\S+) ([^,\s]+),?\s*/g, '$1|$2($3)\n'));
}

/** The locks that protect each access, by name. */
function locksets(input: Trace): string[][] {
  return [...heldLocks(input)]
    .filter(({ op }) => op <= Op.write)
    .map(({ held }) => held.map((lock) => input.symbols.locks.name(lock)));
}

const swap = `T1 acq L1, T1 w x, T1 rel L1, T2 acq L1, T2 acq L2, T2 rel L1, T2 rel L2, T3 acq L2, T3 w x, T3 rel L2`;

describe('Goldilocks, section 2.3: ownership moves from L1 to L2', () => {
  test('LS(o1.x) grows as in Fig. 2', () => {
    const sets = new SharedLocksets();
    const names = new Map<number, string>();
    const sink: EdgeSink = { edge: (from, to, replaces) => sets.edge(from, to, replaces) };
    const edges = new Edges(sink);
    const input = trace(swap);
    const { threads, locks } = input.symbols;
    for (const block of input.blocks) edges.grow(block);
    sets.grow(threads.size);
    for (let t = 0; t < threads.size; t++) names.set(2 * t, threads.name(t));
    const steps: string[] = [];
    let last = 0;
    for (const { op, thread, target } of events(input)) {
      if (op === Op.write) {
        if (last !== 0) expect(sets.has(last, thread)).toBe(true);
        last = sets.current(thread);
      } else edges.step(op, thread, target);
      // Elements of locks are numbered as the locks are first released, which is the order of their names here.
      if (op === Op.release && !names.has(2 * target + 1)) names.set(2 * target + 1, locks.name(target));
      steps.push(
        last === 0
          ? ''
          : sets
              .members(last)
              .map((element) => names.get(element)!)
              .sort()
              .join(' '),
      );
    }
    expect(steps).toEqual([
      '',
      'T1',
      'L1 T1',
      'L1 T1 T2',
      'L1 T1 T2',
      'L1 T1 T2',
      'L1 L2 T1 T2',
      'L1 L2 T1 T2 T3',
      'T3',
      'L2 T3',
    ]);
  });

  test('no race, where a lockset discipline sees one', () => {
    expect(run(goldilocks, trace(swap)).pairs).toEqual([]);
    expect(run(goldilocksLazy, trace(swap)).pairs).toEqual([]);
    expect(run(eraser, trace(swap)).pairs).toEqual([[1, 8]]);
  });
});

test('Goldilocks, Fig. 3: a write without the lock makes the next owner choose again (erratum 1)', () => {
  const input = trace('T1 acq L, T1 w x, T1 rel L, T1 w x, T2 acq L, T2 w x');
  expect(run(goldilocks, input).pairs).toEqual([[3, 5]]);
  expect(run(goldilocksLazy, input).pairs).toEqual([[3, 5]]);
});

test('Goldilocks: two reads do not race (erratum 2)', () => {
  const input = trace('T1 r x, T2 r x');
  expect(run(goldilocks, input).pairs).toEqual([]);
  expect(run(goldilocksLazy, input).pairs).toEqual([]);
});

test('Goldilocks, section 3: a lock that protects a variable for long is one short circuit per access', () => {
  const input = trace(Array.from({ length: 30 }, (_, i) => `T${i % 5} acq L, T${i % 5} w x, T${i % 5} rel L`).join(', '));
  const { pairs, counters } = run(goldilocksLazy, input);
  expect(pairs).toEqual([]);
  expect(counters).toMatchObject({ shortCircuitLock: 29, walks: 0 });
});

const sigma1 = `1 w x, 1 fork 2, 2 r x, 2 acq l, 2 w y, 2 rel l, 1 r x, 1 acq l, 1 rel l, 1 w y,
  2 r x, 2 acq l, 2 w y, 2 rel l, 1 join 2, 1 w y`;
const sigma2 = '1 r x, 1 acq l, 1 w y, 1 rel l, 2 acq l, 2 r x, 2 w y, 2 rel l, 2 r x, 1 w z';

describe('ZipTrack, examples 2.3 and 2.4', () => {
  function lockSet(input: Trace, thread: string, variable: string): unknown {
    const { threads, variables, locks } = input.symbols;
    const mine = accesses(input).filter((e) => e.thread === threads.find(thread) && e.target === variables.find(variable));
    const found = [...(common(mine) ?? [])].map((lock) => (typeof lock === 'number' ? locks.name(lock) : lock));
    return mine.length === 0 ? 'all' : found.sort().join(' ');
  }

  test.each([
    ['σ2', sigma2, '1', 'x', 'reads thread 0'],
    ['σ2', sigma2, '2', 'x', 'reads thread 1'],
    ['σ2', sigma2, '1', 'y', 'l thread 0'],
    ['σ2', sigma2, '2', 'y', 'l thread 1'],
    ['σ2', sigma2, '1', 'z', 'thread 0'],
    ['σ2', sigma2, '2', 'z', 'all'],
    ['σ1', sigma1, '1', 'x', 'thread 0'],
    ['σ1', sigma1, '2', 'x', 'reads thread 1'],
    ['σ1', sigma1, '1', 'y', 'thread 0'],
    ['σ1', sigma1, '2', 'y', 'l thread 1'],
  ])('LockSet in %s, %#', (_name, text, thread, variable, expected) => {
    expect(lockSet(trace(text), thread, variable)).toBe(expected);
  });

  test('Eraser: σ1 breaks the discipline on x and y, σ2 nowhere', () => {
    expect(run(eraser, trace(sigma1)).pairs).toEqual([
      [0, 2],
      [4, 9],
    ]);
    expect(run(eraser, trace(sigma2)).pairs).toEqual([]);
  });

  test('Goldilocks: σ1 only has the race of e10 and e13, σ2 none', () => {
    for (const detector of [goldilocks, goldilocksLazy]) {
      expect(run(detector, trace(sigma1)).pairs).toEqual([[9, 12]]);
      expect(run(detector, trace(sigma2)).pairs).toEqual([]);
    }
  });
});

type Example = [name: string, trace: string, locksets: string[][], pairs: number[][], latest: number[][]];
const sulzmann: Example[] = [
  ['trace A', 'T1 w x, T1 acq y, T1 rel y, T2 acq y, T2 w x, T2 rel y', [[], ['y']], [[0, 4]], [[0, 4]]],
  [
    'the false positive: bringing the writes together would be a deadlock',
    'T1 acq y1, T1 acq y2, T1 rel y2, T1 w x, T1 rel y1, T2 acq y2, T2 acq y1, T2 rel y1, T2 w x, T2 rel y2',
    [['y1'], ['y2']],
    [[3, 8]],
    [[3, 8]],
  ],
  [
    'example 1',
    'T0 acq y, T0 w x, T0 rel y, T0 r x, T1 w x, T1 acq y, T1 rel y',
    [['y'], [], []],
    [
      [1, 4],
      [3, 4],
    ],
    [[3, 4]],
  ],
  [
    'example 2 and trace2: the latest lockset hides the earlier one',
    'T0 w x, T0 acq y, T0 w x, T0 rel y, T1 acq y, T1 w x, T1 rel y',
    [[], ['y'], ['y']],
    [[0, 5]],
    [],
  ],
  ['example 3: no fork in the trace', 'T0 w x, T0 acq y, T0 rel y, T1 acq y, T1 w x, T1 rel y', [[], ['y']], [[0, 4]], [[0, 4]]],
  ['example 3 with its fork', 'T0 w x, T0 acq y, T0 rel y, T0 fork T1, T1 acq y, T1 w x, T1 rel y', [[], ['y']], [[0, 5]], []],
  [
    'example 4: a lock that another thread holds protects nothing',
    'T0 acq y, T1 w x, T0 rel y, T2 acq y, T2 w x, T2 rel y',
    [[], ['y']],
    [[1, 4]],
    [[1, 4]],
  ],
  [
    'trace1b',
    'T0 w x, T0 fork T1, T1 w x, T1 w x',
    [[], [], []],
    [
      [0, 2],
      [0, 3],
    ],
    [],
  ],
  [
    'trace1c',
    'T0 w x, T1 w x, T1 w x',
    [[], [], []],
    [
      [0, 1],
      [0, 2],
    ],
    [
      [0, 1],
      [0, 2],
    ],
  ],
];

test.each(sulzmann)('Sulzmann, %s', (_name, text, sets, pairs, latest) => {
  const input = trace(text);
  expect(locksets(input)).toEqual(sets);
  expect(run(locksetPairs, input).pairs).toEqual(pairs);
  expect(run(lockset, input).pairs).toEqual(latest);
});

describe('beyond the documents', () => {
  test('a write under a reader lock is not protected, a read is', () => {
    expect(run(locksetPairs, trace('T1 racq m, T1 w x, T1 rrel m, T2 racq m, T2 r x, T2 rrel m')).pairs).toEqual([[1, 4]]);
    expect(run(locksetPairs, trace('T1 acq m, T1 w x, T1 rel m, T2 racq m, T2 r x, T2 rrel m')).pairs).toEqual([]);
  });

  test('a wait gives the lock up however often it is held, and takes it back as often', () => {
    const input = trace(`T1 acq m, T1 acq m, T1 wait m, T2 acq m, T2 w x, T2 rel m, T1 acq m, T1 rel m, T1 w x, T1 rel m,
      T2 acq m, T2 w x, T2 rel m, T1 w x`);
    expect(locksets(input)).toEqual([['m'], ['m'], ['m'], []]);
    expect([...heldLocks(input)].map(({ held }) => held.length)).toEqual([1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0]);
    for (const detector of [goldilocks, goldilocksLazy]) expect(run(detector, input).pairs).toEqual([[11, 13]]);
  });

  test('a round of a barrier orders nothing with an older round of others', () => {
    const input = trace('T1 w x, T1 benter b, T1 bexit b, T2 benter b, T2 bexit b, T2 w x');
    for (const detector of [goldilocks, goldilocksLazy]) expect(run(detector, input).pairs).toEqual([[0, 5]]);
  });

  test('a volatile read comes after all writes in Java (definition 1(3)), after the last in C11', () => {
    const text = 'T1 w x, T1 vw v, T2 vw v, T3 vr v, T3 w x';
    for (const detector of [goldilocks, goldilocksLazy]) {
      expect(run(detector, trace(text)).pairs).toEqual([]);
      expect(run(detector, ofModel('c11', trace(text))).pairs).toEqual([[0, 4]]);
    }
  });
});
