// How the shadow of one variable evolves under FastTrack.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { epochHistory } from '../../src/teaching/epoch-history.ts';
import { events } from '../../src/trace/trace.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { run } from '../detectors/run.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const show = (epoch: { thread: number; time: number } | undefined) =>
  epoch === undefined ? '-' : `${epoch.thread}#${epoch.time}`;

test('an ordered write, shared reads, a write that races with one of them, fresh memory', () => {
  const trace = parse(
    [
      'A|w(x)',
      'A|fork(B)',
      'A|fork(C)',
      'B|r(x)',
      'B|r(x)',
      'C|r(x)',
      'B|w(y)',
      'A|join(B)',
      'A|w(x)',
      'A|alloc(x)',
      'C|r(x)',
    ].join('\n'),
  );
  const steps = [...epochHistory(trace, trace.symbols.variables.find('x'))];
  expect(
    steps.map(({ event, rule, races, after }) => [event.position, rule, races, show(after.write), after.reads.map(show)]),
  ).toEqual([
    [0, 'writeExclusive', [], '0#1', []],
    [3, 'readExclusive', [], '0#1', ['1#1']],
    [4, 'readSameEpoch', [], '0#1', ['1#1']],
    [5, 'readShare', [], '0#1', ['1#1', '2#1']],
    [8, 'writeShared', [5], '0#3', []],
    [9, undefined, [], '-', []],
    [10, 'readExclusive', [], '-', ['2#1']],
  ]);
});

test('it sees every access once, and the races that FastTrack reports', () => {
  fc.assert(
    fc.property(traceArbitrary({ features }), (trace) => {
      const { pairs } = run(fasttrack, trace);
      const accessed = new Set([...events(trace)].filter(({ op }) => op <= 1).map(({ target }) => target));
      const found = [...accessed].flatMap((variable) =>
        [...epochHistory(trace, variable)].flatMap(({ event, races }) => races.map((first) => [first, event.position])),
      );
      expect(found.sort((a, b) => a[1]! - b[1]! || a[0]! - b[0]!)).toEqual(pairs);
    }),
    runs(100),
  );
});
