import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import { lastBefore } from '../../src/findings/order.ts';
import { SliceCollector } from '../../src/findings/slices.ts';
import { isBefore, traceClocks } from '../../src/teaching/trace-clocks.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';

test('the part of a thread that is before an access is the one that vector clocks say, and its chain is made of orders', () => {
  fc.assert(
    fc.property(traceArbitrary({ features }), (trace) => {
      const clocks = [...traceClocks(trace)];
      const columns = columnsOf(trace);
      for (const { event, pre } of clocks.filter(({ event: { op } }) => op <= Op.write))
        for (let thread = 0; thread < trace.symbols.threads.size; thread++) {
          if (thread === event.thread) continue;
          const before = clocks.findLast((other) => other.event.thread === thread && isBefore(other.pre, pre));
          const found = lastBefore(columns, event.position, thread);
          expect(found?.last).toBe(before?.event.position);
          if (found === undefined) continue;
          expect(found.hops[0]!.from).toBe(found.last);
          expect(clocks[found.hops.at(-1)!.to]!.event.thread).toBe(event.thread);
          for (const { from, to } of found.hops) expect(from).toBeLessThan(to);
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
  });
  return {
    id: 'R1',
    fingerprint: '',
    variable: 'x',
    kind: 'write-write',
    claim: 'observed',
    detectors: [],
    count: 1,
    first: access(first),
    second: access(second),
    witness: null,
    reason: '',
    forks: [],
  };
}

test('a slice shows both accesses, and its arrows are orders of the run', () => {
  fc.assert(
    fc.property(traceArbitrary({ features }), fc.nat(), fc.nat(), (trace, one, two) => {
      const clocks = [...traceClocks(trace)];
      if (clocks.length < 2) return;
      const [first, second] = [one % clocks.length, two % clocks.length].sort((a, b) => a - b) as [number, number];
      const collector = new SliceCollector([pair(trace, first, second)], { before: 4, after: 3 });
      for (const block of trace.blocks) if (!collector.done) collector.block(block);
      const { threads, events: shown, arrows } = collector.slice(pair(trace, first, second), trace.symbols);
      const positions = shown.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      expect(shown.filter(({ racing }) => racing).map(({ position }) => position)).toEqual([...new Set([first, second])]);
      for (const { thread } of shown) expect(threads).toContain(thread);
      for (const { from, to } of arrows) {
        expect(positions).toEqual(expect.arrayContaining([from, to]));
        // What comes after the later event knows of the earlier one.
        expect(clocks[from]!.pre[clocks[from]!.event.thread]).toBeLessThanOrEqual(clocks[to]!.post[clocks[from]!.event.thread]!);
      }
    }),
    runs(300),
  );
});
