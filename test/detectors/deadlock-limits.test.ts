// Deadlocks where memory, reach, budget or the length of cycles is bounded: none is false, and none is missed without a word.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlock } from '../../src/detectors/deadlock/index.ts';
import { LockNodes } from '../../src/detectors/deadlock/lock-nodes.ts';
import { Patterns } from '../../src/detectors/deadlock/patterns.ts';
import { Detection } from '../../src/detectors/detection.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { askedArbitrary } from '../arbitrary/nested.ts';
import { recut } from '../arbitrary/renumbered.ts';
import { parse } from '../referee/litmus.ts';
import { all, runs } from '../runs.ts';

function analysed(trace: Trace, options: Readonly<Record<string, number>> = {}) {
  const detection = new Detection([deadlock], options);
  for (const block of trace.blocks) detection.block(block);
  const { deadlocks, unfinished, counters } = detection.end()[0]!;
  const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
  for (const { cycle, witness } of deadlocks) expect(checker.checkDeadlock(witness!, cycle)).toEqual({ ok: true });
  return { cycles: deadlocks.map(({ cycle }) => cycle), unfinished, counters };
}

/** The places of each cycle, wherever it begins. */
function places(trace: Trace, cycles: readonly (readonly number[])[]): string[] {
  return cycles
    .map((cycle) =>
      cycle
        .map((e) => eventAt(trace, e).location)
        .sort()
        .join(),
    )
    .sort();
}

const step = (thread: string, first: string, second: string): string =>
  [`acq(${first})`, `acq(${second})`, `rel(${second})`, `rel(${first})`]
    .map((op, i) => `${thread}|${op}|${thread}:${i + 1}`)
    .join('\n');
const ring = (size: number): Trace =>
  parse(Array.from({ length: size }, (_, i) => step(`T${i}`, `m${i}`, `m${(i + 1) % size}`)).join('\n'));
const rest = (count: number): string => Array.from({ length: count }, (_, i) => `T9|w(x${i % 7})`).join('\n');

describe('windows', () => {
  it('find true deadlocks of the whole trace, and say so where they may miss one', () => {
    const limits = fc.oneof(
      fc.record({ reach: fc.integer({ min: 3, max: 12 }) }),
      fc.record({ memory: fc.integer({ min: 0, max: 30_000 }) }),
      fc.record({ budget: fc.constantFrom(0, 0.000_01) }),
      fc.record({ window: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ cycle: fc.constantFrom(1, 2) }),
    );
    fc.assert(
      fc.property(
        askedArbitrary({ threads: 4, locks: 4, items: 8 }),
        limits,
        fc.integer({ min: 1, max: 30 }),
        (trace, limit, size) => {
          const all = analysed(trace);
          const some = analysed(recut(trace, size), limit);
          for (const place of places(trace, some.cycles))
            if (all.unfinished === undefined) expect(places(trace, all.cycles)).toContain(place);
          if (some.unfinished === undefined) expect(places(trace, some.cycles)).toEqual(places(trace, all.cycles));
        },
      ),
      runs(2000),
    );
  });

  it('find those whose locks were taken before them', () => {
    const trace = parse(
      `T1|acq(a)|one:1\n${rest(300)}\nT1|acq(b)|one:2\nT1|rel(b)|one:3\nT1|rel(a)|one:4\n${step('T2', 'b', 'a')}`,
    );
    const { cycles, unfinished } = analysed(recut(trace, 16), { reach: 20 });
    expect(cycles).toEqual([[301, 305]]);
    expect(unfinished).toBeUndefined();
  });

  it('tell what is too far apart', () => {
    const trace = parse(`${step('T1', 'a', 'b')}\n${rest(300)}\n${step('T2', 'b', 'a')}`);
    expect(analysed(trace).cycles).toEqual([[1, 305]]);
    const { cycles, unfinished } = analysed(recut(trace, 16), { reach: 20 });
    expect(cycles).toEqual([]);
    expect(unfinished).toMatch(/acquires more than 20 events apart/);
  });
});

describe('a lock graph without a cycle', () => {
  it('is clean whatever the memory', () => {
    const trace = parse(`${step('T1', 'a', 'b')}\n${rest(300)}\n${step('T2', 'a', 'b')}`);
    expect(analysed(recut(trace, 16), { memory: 8000 })).toMatchObject({ cycles: [], unfinished: undefined });
  });
});

describe('thousands of locks held at a time', () => {
  const deep = (count: number, end: string): Trace => {
    const locks = Array.from({ length: count }, (_, i) => `T1|acq(m${i})`);
    const rest = Array.from({ length: count }, (_, i) => `T1|rel(m${count - 1 - i})`);
    return parse([...locks, ...rest, end].join('\n'));
  };

  it('are no matter without a cycle, and a deadlock of the last is found or told', () => {
    if (all) expect(analysed(deep(4000, 'T2|w(x)'))).toMatchObject({ cycles: [], unfinished: undefined });
    expect(analysed(deep(1000, 'T2|w(x)'))).toMatchObject({ cycles: [], unfinished: undefined });
    expect(analysed(deep(1000, step('T2', 'm999', 'm0'))).cycles).toEqual([[999, 2001]]);
    if (all)
      expect(analysed(deep(4000, step('T2', 'm3999', 'm0')))).toMatchObject({ unfinished: expect.stringMatching(/too many/) });
  });
});

describe('cycles', () => {
  it('are found up to the length that was asked for, and longer ones are told', () => {
    expect(analysed(ring(5)).cycles).toHaveLength(1);
    expect(analysed(ring(5), { cycle: 4 })).toMatchObject({
      cycles: [],
      unfinished: expect.stringMatching(/more than 4 threads/),
    });
    expect(analysed(ring(9)).unfinished).toMatch(/more than 8 threads/);
    expect(analysed(ring(9), { cycle: 9 }).cycles).toHaveLength(1);
    expect(analysed(ring(3), { cycle: 3 }).unfinished).toBeUndefined();
  });

  it('that are too many are told', () => {
    const nodes = new LockNodes(1e6);
    for (const block of ring(4).blocks) nodes.block(block);
    const few = new Patterns(nodes, () => true, 2);
    few.each(4, () => true);
    expect(few.cut).toBe(true);
    const all = new Patterns(nodes, () => true);
    const found: number[][] = [];
    all.each(4, (pattern) => found.push([...pattern]) > 0);
    expect(all.cut).toBe(false);
    expect(found).toEqual([[0, 1, 2, 3]]);
  });

  it('of the same code are told once, whoever runs it', () => {
    const code = (t: number): string => `T${t}|acq(a)|p:1\nT${t}|acq(b)|p:2\nT${t}|rel(b)|p:3\nT${t}|rel(a)|p:4`;
    const other = (t: number): string => `T${t}|acq(b)|q:1\nT${t}|acq(a)|q:2\nT${t}|rel(a)|q:3\nT${t}|rel(b)|q:4`;
    const trace = parse([1, 2, 3, 4, 5].flatMap((t) => [code(t), other(t)]).join('\n'));
    expect(analysed(trace).cycles).toHaveLength(1);
    expect(analysed(parse([code(1), other(2), code(3), other(4)].join('\n').replaceAll(/\|[pq]:\d/g, ''))).cycles).toHaveLength(
      4,
    );
  });
});
