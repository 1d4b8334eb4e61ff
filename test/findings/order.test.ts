import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import { lastBefore } from '../../src/findings/order.ts';
import { SliceCollector } from '../../src/findings/slices.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { happensBefore } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';
import { finding } from './finding.ts';

const traces = fc.oneof(traceArbitrary({ features }), meetingsArbitrary());

test('the part of a thread that is before an access is the one that the definition says, and its chain is made of orders', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const all = [...events(trace)];
      const order = happensBefore(trace);
      const columns = columnsOf(trace);
      for (const event of all.filter(({ op }) => op <= Op.write))
        for (let thread = 0; thread < trace.symbols.threads.size; thread++) {
          if (thread === event.thread) continue;
          const before = all.findLast((other) => other.thread === thread && order[event.position]![other.position] === 1);
          const found = lastBefore(columns, event.position, thread);
          expect(found?.last).toBe(before?.position);
          if (found === undefined) continue;
          expect(found.hops[0]!.from).toBe(found.last);
          expect(all[found.hops.at(-1)!.to]!.thread).toBe(event.thread);
          for (const { from, to } of found.hops) expect(order[to]![from]).toBe(1);
        }
    }),
    runs(300),
  );
});

/** A finding of two positions, as far as a slice cares. */
function pair(trace: Trace, first: number, second: number): Finding {
  const all = [...events(trace)];
  const access = (index: number) => ({
    index,
    thread: trace.symbols.threads.name(all[index]!.thread),
    op: 'write' as const,
    location: '',
    locks: [],
    stack: [],
    taken: [],
  });
  return finding({ variable: 'x', first: access(first), second: access(second) });
}

test('a slice shows both accesses, and its arrows are orders of the run', () => {
  fc.assert(
    fc.property(traces, fc.nat(), fc.nat(), (trace, one, two) => {
      if (trace.length < 2) return;
      const order = happensBefore(trace);
      const [first, second] = [one % trace.length, two % trace.length].sort((a, b) => a - b) as [number, number];
      const collector = new SliceCollector([pair(trace, first, second)], { before: 4, after: 3 });
      for (const block of trace.blocks) if (!collector.done) collector.block(block);
      const { threads, events: shown, arrows } = collector.slice(pair(trace, first, second), trace.symbols);
      const positions = shown.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      expect(shown.filter(({ racing }) => racing).map(({ position }) => position)).toEqual([...new Set([first, second])]);
      for (const { thread } of shown) expect(threads).toContain(thread);
      for (const { from, to } of arrows) {
        expect(positions).toEqual(expect.arrayContaining([from, to]));
        expect(order[to]![from]).toBe(1);
      }
    }),
    runs(300),
  );
});

test('in a slice, who leaves a barrier comes after the last arrival of its own round, be it late or not', () => {
  const first = 'A|benter(b)\nB|benter(b)\nB|bexit(b)';
  const trace = parse(`${first}\nB|benter(b)\nA|bexit(b)\nA|w(x)\nA|benter(b)\nB|bexit(b)\nB|w(x)`);
  const collector = new SliceCollector([pair(trace, 5, 8)]);
  for (const block of trace.blocks) collector.block(block);
  expect(collector.slice(pair(trace, 5, 8), trace.symbols).arrows).toEqual([
    { kind: 'barrier', from: 1, to: 4 },
    { kind: 'barrier', from: 6, to: 7 },
  ]);
});
