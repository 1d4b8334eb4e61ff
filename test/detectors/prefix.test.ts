// What does not fit into the predictors' memory is left out and said; what is reported stays true.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unlimited } from '../../src/base/meter.ts';
import { longestPrefix, prefixWords } from '../../src/detectors/sync-preserving/prefix.ts';
import { SyncPreservingRaces } from '../../src/detectors/sync-preserving/races.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { type Columns, columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';

function prefix(columns: Columns, mostThreads?: number) {
  const options = mostThreads === undefined ? {} : { mostThreads };
  return longestPrefix(columns, unlimited(), (fitting) => new SyncPreservingRaces(new TraceIndex(fitting)), options);
}

function pairs(races: SyncPreservingRaces): string[] {
  const found: string[] = [];
  races.each((first, second) => found.push(`${first} ${second}`) > 0);
  return found.sort();
}

test('a trace that fits is looked at whole', () => {
  fc.assert(
    fc.property(traceArbitrary({ features }), (trace) => {
      const columns = columnsOf(trace);
      const { ready: races, analysed } = prefix(columns);
      expect(analysed).toBe(trace.length);
      expect(pairs(races)).toEqual(pairs(new SyncPreservingRaces(new TraceIndex(columns))));
    }),
    runs(200),
  );
});

test('with too many threads, the seconds that race in the prefix also race in the whole', () => {
  fc.assert(
    fc.property(traceArbitrary({ features, threads: 5 }), fc.integer({ min: 1, max: 4 }), (trace, most) => {
      const columns = columnsOf(trace);
      const { ready: races, columns: fitting, analysed } = prefix(columns, most);
      expect(fitting.length).toBeLessThanOrEqual(analysed);
      const seconds = (found: string[]) => new Set(found.map((pair) => pair.split(' ')[1]));
      const all = seconds(pairs(new SyncPreservingRaces(new TraceIndex(columns))));
      for (const second of seconds(pairs(races))) expect(all).toContain(second);
    }),
    runs(300),
  );
});

test('what was left out is said', () => {
  const shared = new TraceBuilder().add('A', Op.write, 'x').add('B', Op.write, 'y').add('C', Op.write, 'x').trace();
  expect(prefix(columnsOf(shared), 2).analysed).toBe(2);
  expect(prefixWords('predict', { events: 3, eventsAnalysed: 3 })).toBeUndefined();
  expect(prefixWords('predict', { events: 3, eventsAnalysed: 2 })).toContain('first 2 of 3 events');
});
