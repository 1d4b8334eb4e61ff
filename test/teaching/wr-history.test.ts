// How Sulzmann's W(x) and R(x) evolve: his tables, and the two detectors that keep them.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hbFrontier } from '../../src/detectors/hb-frontier.ts';
import { wrHistory } from '../../src/teaching/wr-history.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { printedArbitrary } from '../arbitrary/printed.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { parse } from '../referee/litmus.ts';
import { wrRaces } from '../referee/sulzmann.ts';
import { runs } from '../runs.ts';

const steps = (trace: Trace, asPrinted = false) =>
  [...wrHistory(trace, trace.symbols.variables.find('x'), asPrinted)].map(({ clock, races, writes, reads }) => ({
    clock,
    races,
    W: writes.map((write) => write.clock),
    R: reads.map((read) => read.clock),
  }));

test('the table of the write after the release', () => {
  const trace = parse('0|acq(y)\n0|rel(y)\n0|w(x)\n1|acq(y)\n1|w(x)\n1|rel(y)');
  expect(steps(trace)).toEqual([
    { clock: [3, 0], races: [], W: [[3, 0]], R: [] },
    {
      clock: [2, 2],
      races: [2],
      W: [
        [3, 0],
        [2, 2],
      ],
      R: [],
    },
  ]);
});

test('the table of the two writes: the first is gone', () => {
  expect(steps(parse('0|w(x)\n0|w(x)\n1|w(x)')).map(({ W }) => W)).toEqual([
    [[1, 0]],
    [[2, 0]],
    [
      [2, 0],
      [0, 1],
    ],
  ]);
});

test('as printed, a read removes the write before it', () => {
  const trace = parse('1|w(x)\n1|r(x)\n2|r(x)\n1|alloc(x)');
  expect(steps(trace, true).map(({ W, races }) => [W, races])).toEqual([
    [[[1, 0]], []],
    [[], []],
    [[], []],
    [[], []],
  ]);
  expect(steps(trace).map(({ W, races }) => [W, races])).toEqual([
    [[[1, 0]], []],
    [[[1, 0]], []],
    [[[1, 0]], [0]],
    [[], []],
  ]);
});

test.each([false, true])('it sees the races of the detector; as printed: %s', (asPrinted) => {
  fc.assert(
    fc.property(traceArbitrary({ features }), (trace) => {
      const pairs: (readonly number[])[] = [];
      const analysis = hbFrontier.analysis((first, second) => pairs.push([first, second]), { asPrinted: +asPrinted });
      for (const block of trace.blocks) analysis.block(block);
      const accessed = new Set([...events(trace)].filter(({ op }) => op <= 1).map(({ target }) => target));
      const found = [...accessed].flatMap((variable) =>
        [...wrHistory(trace, variable, asPrinted)].flatMap(({ event, races }) => races.map((first) => [first, event.position])),
      );
      const sorted = (all: (readonly number[])[]) => all.sort((a, b) => a[1]! - b[1]! || a[0]! - b[0]!);
      expect(sorted(found)).toEqual(sorted(pairs));
    }),
    runs(200),
  );
});

test.each([false, true])('its sets are as large as those of the pseudo-code; as printed: %s', (asPrinted) => {
  fc.assert(
    fc.property(printedArbitrary(), (trace) => {
      const { sizes } = wrRaces(trace, !asPrinted);
      const byPosition = new Map<number, [number, number]>();
      for (const variable of new Set([...events(trace)].filter(({ op }) => op <= 1).map(({ target }) => target)))
        for (const { event, writes, reads } of wrHistory(trace, variable, asPrinted))
          byPosition.set(event.position, [writes.length, reads.length]);
      expect([...byPosition].sort(([a], [b]) => a - b).map(([, size]) => size)).toEqual(sizes);
    }),
    runs(500),
  );
});
