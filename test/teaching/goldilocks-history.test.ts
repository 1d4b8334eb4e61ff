// How the locksets of Goldilocks evolve: Fig. 2 of the document, and the rules of its Fig. 1 on random traces.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goldilocks } from '../../src/detectors/goldilocks/eager.ts';
import { goldilocksLazy } from '../../src/detectors/goldilocks/lazy.ts';
import { goldilocksHistory } from '../../src/teaching/goldilocks-history.ts';
import { goldilocksRows } from '../../src/teaching/thinking.ts';
import { Op } from '../../src/trace/operation.ts';
import type { SymbolTable } from '../../src/trace/symbols.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { printedArbitrary, withoutReads } from '../arbitrary/printed.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { run } from '../detectors/run.ts';
import { figure1 } from '../referee/goldilocks.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

/** Section 2.3: T2 swaps the boxes, T1 and T3 increment the same one under different locks. */
const boxes = parse(
  [
    ...['T1|acq(L1)', 'T1|r(a)', 'T1|r(o1.x)', 'T1|w(o1.x)', 'T1|rel(L1)'],
    ...['T2|acq(L1)', 'T2|acq(L2)', 'T2|r(a)', 'T2|r(b)', 'T2|w(a)', 'T2|w(b)', 'T2|rel(L1)', 'T2|rel(L2)'],
    ...['T3|acq(L2)', 'T3|r(b)', 'T3|r(o1.x)', 'T3|w(o1.x)', 'T3|rel(L2)'],
  ].join('\n'),
);

test('Fig. 2: the lockset of o1.x from T1 over T2, which never touches it, to T3', () => {
  const ofBox = [...goldilocksRows(boxes, [boxes.symbols.variables.find('o1.x')])].filter((row) =>
    String(row['lockset of']).startsWith('w(o1.x)'),
  );
  expect(ofBox.map(({ event, lockset }) => [event, lockset])).toEqual([
    ['w(o1.x)', ['T1']],
    ['rel(L1)', ['T1', 'L1']],
    ['acq(L1)', ['T1', 'L1', 'T2']],
    ['rel(L2)', ['T1', 'L1', 'T2', 'L2']],
    ['acq(L2)', ['T1', 'L1', 'T2', 'L2', 'T3']],
    ['w(o1.x)', ['T3']],
    ['rel(L2)', ['T3', 'L2']],
  ]);
});

test('the lazy form: cells, and what settled each access', () => {
  const steps = [...goldilocksHistory(parse('T1|acq(L)\nT1|w(x)\nT1|w(x)\nT1|rel(L)\nT2|acq(L)\nT2|w(x)\nT2|rel(L)\nT3|w(x)'))];
  expect(steps.map(({ cells, lazy, races }) => [cells, lazy, races])).toEqual([
    [[], {}, []],
    [[], { firstAccess: 2 }, []],
    [[], { sameSegment: 1 }, []],
    [[[1, 'T1', 'L']], {}, []],
    [[[2, 'L', 'T2']], {}, []],
    [[], { firstAccess: 1, shortCircuitLock: 1 }, []],
    [[[3, 'T2', 'L']], {}, []],
    [[], { firstAccess: 1, walks: 1, cellsWalked: 3 }, [5]],
  ]);
});

test('what is handed over through has a name: readers, volatiles, barriers', () => {
  const lines = ['T1|rrel(m)', 'T1|vw(v)', 'T1|benter(b)'];
  const trace = parse(['T1|racq(m)', ...lines].join('\n'));
  const names = [...goldilocksHistory(trace)].flatMap(({ cells }) => cells.map(([, , to]) => to));
  expect(names).toEqual(['readers of m', 'v', 'b']);
});

function holds(arbitrary: fc.Arbitrary<Trace>, count: number, property: (trace: Trace) => void): void {
  fc.assert(
    fc.property(arbitrary, (trace) => void property(trace)),
    runs(count),
  );
}

const rich = traceArbitrary({ features, threads: 5, items: 12 });

test('it sees the races of the detector, and the cells and counters of the lazy one', () => {
  holds(rich, 300, (trace) => {
    const steps = [...goldilocksHistory(trace)];
    expect(steps.flatMap(({ event, races }) => races.map((first) => [first, event.position]))).toEqual(
      run(goldilocks, trace).pairs,
    );
    const { counters } = run(goldilocksLazy, trace);
    expect(steps.flatMap(({ cells }) => cells)).toHaveLength(counters['cells']!);
    for (const name of new Set(steps.flatMap(({ lazy }) => Object.keys(lazy))))
      expect(
        steps.reduce((sum, { lazy }) => sum + (lazy[name] ?? 0), 0),
        name,
      ).toBe(counters[name]);
  });
});

test('where nobody only reads, its locksets are those of Fig. 1 after every event', () => {
  holds(printedArbitrary('alloc', 'volatile').map(withoutReads), 600, (trace) => {
    const { threads, locks, variables } = trace.symbols;
    const tables: Record<string, SymbolTable> = { thread: threads, lock: locks, volatile: variables };
    const named = (element: string) => {
      const [kind, id] = element.split(' ');
      return tables[kind!]!.name(Number(id));
    };
    const { locksets } = figure1(trace);
    const now = new Map<number, readonly string[]>();
    for (const { event, changed } of goldilocksHistory(trace)) {
      if (event.op === Op.alloc) now.set(event.target, []);
      for (const { access, lockset } of changed) now.set(access.target, lockset);
      for (const [x, expected] of locksets[event.position]!) expect([...now.get(x)!].sort()).toEqual(expected.map(named).sort());
    }
  });
});
