// Windows of a trace: what is in them, and that it is well-formed as far as locks go.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTrace } from '../../src/formats/read.ts';
import { nativeFile } from '../../src/page-trace.ts';
import { operation } from '../../src/trace/operation.ts';
import { PartCollector } from '../../src/trace/part.ts';
import { table } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { basicFeatures, traceArbitrary } from '../arbitrary/trace.ts';

const windows = fc.array(fc.tuple(fc.nat(40), fc.nat(12)), { minLength: 1, maxLength: 4 });

function part(trace: Trace, asked: readonly (readonly [number, number])[]) {
  const collector = new PartCollector(asked.map(([from, length]) => [from, from + length]));
  for (const block of trace.blocks) collector.block(block);
  return collector.kept();
}

/** An event with its names. */
function told(
  trace: Trace,
  { op, thread, target, location }: { op: number; thread: number; target: number; location: number },
): string {
  const { short, target: kind } = operation(op);
  const { threads, locations } = trace.symbols;
  return `${threads.name(thread)}|${short}(${table(trace.symbols, kind).name(target)})|${locations.name(location)}`;
}

test('has all events of its windows, in order, under their names', () => {
  const holds = (trace: Trace, asked: readonly (readonly [number, number])[]): void => {
    const kept = part(trace, asked);
    const positions = kept.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    const all = [...events(trace)];
    const wanted = all.filter(({ position }) => asked.some(([from, length]) => position >= from && position < from + length));
    for (const { position } of wanted) expect(positions).toContain(position);
    const again = parseTrace(nativeFile(kept, trace.symbols, new Map()));
    expect([...events(again)].map((event) => told(again, event))).toEqual(
      positions.map((position) => told(trace, all[position]!)),
    );
  };
  fc.assert(fc.property(traceArbitrary({ features: basicFeatures }), windows, holds));
});

test('every lock that is taken in it is given up, if it is in the trace, and none is given up that was not taken', () => {
  const holds = (trace: Trace, asked: readonly (readonly [number, number])[]): void => {
    // A strict reading refuses what no program can do.
    const again = parseTrace(nativeFile(part(trace, asked), trace.symbols, new Map()));
    const open = (one: Trace): number =>
      [...events(one)].reduce(
        (sum, { op }) => sum + (operation(op).name === 'acquire' ? 1 : operation(op).name === 'release' ? -1 : 0),
        0,
      );
    expect(open(again)).toBeLessThanOrEqual(open(trace));
  };
  fc.assert(fc.property(traceArbitrary({ features: basicFeatures }), windows, holds));
});
