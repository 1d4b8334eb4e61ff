// Check-then-act beside its definition.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkThenAct } from '../../src/detectors/check-then-act/index.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { blocksArbitrary } from '../arbitrary/blocks.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { checksThenActs } from '../referee/check-then-act.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';
import { violations } from './atomicity-contract.ts';

const LOST = `
  T1|acq(m)|1
  T1|r(x)|2
  T1|rel(m)|3
  T2|acq(m)|11
  T2|w(x)|12
  T2|rel(m)|13
  T1|acq(m)|4
  T1|w(x)|5
  T1|rel(m)|6`;

describe('a write that rests on the section before', () => {
  test('is told where another came between', () => {
    expect(violations(checkThenAct, parse(LOST))).toEqual([{ begin: 0, own: 1, again: 6, cut: [4], index: 7 }]);
  });

  test('is told where another could have come between, before or after', () => {
    const lines = LOST.trim().split('\n');
    const [first, other, second] = [lines.slice(0, 3), lines.slice(3, 6), lines.slice(6)];
    expect(violations(checkThenAct, parse([...other, ...first, ...second].join('\n')))).toHaveLength(1);
    expect(violations(checkThenAct, parse([...first, ...second, ...other].join('\n')))).toHaveLength(1);
    const joined = [...other, 'T1|join(T2)|0', ...first, ...second];
    expect(violations(checkThenAct, parse(joined.join('\n')))).toEqual([]);
    const forked = [...first, ...second, 'T1|fork(T2)|0', ...other];
    expect(violations(checkThenAct, parse(forked.join('\n')))).toEqual([]);
  });

  test('is told if both are in one block, or in none, and not in two', () => {
    const within = (first: string, second: string) =>
      LOST.replace('T1|acq(m)|1', `${first}T1|acq(m)|1`).replace('T1|acq(m)|4', `${second}T1|acq(m)|4`);
    const [begin, end] = ['T1|begin(f)|0\n', 'T1|end(f)|9\n'];
    expect(violations(checkThenAct, parse(within(begin, '')))).toHaveLength(1);
    expect(violations(checkThenAct, parse(within(begin, `${end}${begin}`)))).toEqual([]);
    expect(violations(checkThenAct, parse(within(begin, end)))).toEqual([]);
    expect(violations(checkThenAct, parse(within('', begin)))).toEqual([]);
    expect(violations(checkThenAct, parse(within(begin, `${begin}${end}`)))).toHaveLength(1);
  });

  test('is told once for each place where the second section begins', () => {
    const lines = LOST.trim().split('\n');
    const [first, other, second] = [lines.slice(0, 3), lines.slice(3, 6), lines.slice(6)];
    const elsewhere = second.map((line) => line.replace('acq(m)|4', 'acq(m)|7'));
    const again = [...first, ...other, ...second, ...first, ...other, ...elsewhere, ...first, ...other, ...second];
    expect(violations(checkThenAct, parse(again.join('\n'))).map(({ again: begin }) => begin)).toEqual([6, 15]);
  });

  test('names the block that both are in', () => {
    const inBlock = parse(`T1|begin(f)|0\n${LOST}\nT1|end(f)|9`);
    expect(violations(checkThenAct, inBlock)).toEqual([{ begin: 1, own: 2, again: 7, around: 0, cut: [5], index: 8 }]);
  });

  test('is not told where it looks again, where both are one section, or under another lock', () => {
    expect(violations(checkThenAct, parse(LOST.replace('T1|w(x)|5', 'T1|r(x)|5\nT1|w(x)|5')))).toEqual([]);
    expect(violations(checkThenAct, parse(LOST.replace('T1|r(x)|2', 'T1|r(x)|2\nT1|w(x)|2')))).toEqual([]);
    expect(violations(checkThenAct, parse(LOST.replace(/T2\|(acq|rel)\(m\)/g, 'T2|$1(n)')))).toEqual([]);
  });
});

/** More sections and fewer things than elsewhere, so that sections of one lock meet; each location tells an event of the program. */
const sections = fc.oneof(
  traceArbitrary({ features, threads: 3, locks: 2, variables: 2, items: 16, weights: { section: 40 } }),
  traceArbitrary({ threads: 3, locks: 1, variables: 2, items: 16, weights: { section: 40, access: 1 } }),
  blocksArbitrary({ threads: 2, locks: 1, variables: 1, items: 16, weights: { section: 40, access: 1 } }),
);

const places = (trace: Trace): string[] =>
  violations(checkThenAct, trace).map(({ begin, own = -1, again = -1, index, cut }) =>
    [begin, own, again, index, ...cut].map((position) => eventAt(trace, position).location).join(' '),
  );

test('finds what the definition says, each once', () => {
  fc.assert(
    fc.property(sections, (trace) => {
      expect(places(trace).sort()).toEqual([...checksThenActs(trace)].sort());
    }),
    runs(3000),
  );
});
