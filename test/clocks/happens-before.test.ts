// The clocks against the definition: after every event, what every thread knows of every earlier event.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HappensBefore } from '../../src/clocks/happens-before.ts';
import { FLAT } from '../../src/clocks/versions.ts';
import { traceClocks } from '../../src/teaching/trace-clocks.ts';
import { BlockBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { newSymbols } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { behindIdleThreads } from '../arbitrary/renumbered.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { parse } from '../referee/litmus.ts';
import { hbOrder } from '../referee/observed-races.ts';
import { runs } from '../runs.ts';

const rich = traceArbitrary({ features, threads: 5, items: 12 });
const synchronising = traceArbitrary({
  features,
  threads: 4,
  variables: 1,
  items: 14,
  weights: { access: 1, barrier: 4, wait: 4, volatile: 4 },
});
const traces = fc.oneof(rich, synchronising, meetingsArbitrary(), volatilesArbitrary());

/** After every event, its thread must know exactly the earlier events that are ordered before it. */
function expectTrueOrder(trace: Trace): void {
  const order = hbOrder(trace);
  const all = [...events(trace)];
  const hb = new HappensBefore();
  for (const block of trace.blocks) hb.grow(block);
  const times: number[] = [];
  const wrong: string[] = [];
  for (const { position, op, thread, target } of all) {
    times.push(hb.times[thread]!);
    if (op > Op.write) hb.step(op, thread, target);
    for (const { position: earlier, thread: u } of all.slice(0, position)) {
      const ordered = hb.ordered(u, times[earlier]!, thread);
      const known = u === thread || hb.time(thread, u) >= times[earlier]!;
      if (ordered !== order[position]!.has(earlier) || known !== ordered) wrong.push(`${earlier} before ${position}: ${ordered}`);
    }
  }
  expect(wrong).toEqual([]);
}

describe('HappensBefore', () => {
  test('knows what is ordered and nothing else', () => {
    fc.assert(fc.property(traces, expectTrueOrder), runs(300));
  });

  test.each([
    ['the join kernel', 30],
    ['some threads beyond the arena', FLAT - 2],
    ['all threads beyond the arena', FLAT + 700],
  ])('is the same with %s', (_, idle) => {
    fc.assert(
      fc.property(traces, (trace) => expectTrueOrder(behindIdleThreads(idle, trace))),
      runs(100),
    );
  });

  test('times grow when a clock is handed over, and nowhere else', () => {
    const trace = parse('A|w(x)\nA|acq(m)\nA|acq(m)\nA|rel(m)\nA|w(x)\nA|rel(m)\nA|fork(B)\nB|acq(m)\nB|rel(m)\nA|join(B)');
    const hb = new HappensBefore();
    hb.grow(trace.blocks[0]!);
    const times = Array.from(events(trace), ({ op, thread, target }) => {
      if (op > Op.write) hb.step(op, thread, target);
      return hb.times[thread];
    });
    expect(times).toEqual([1, 1, 1, 1, 1, 2, 3, 1, 2, 3]);
    expect(hb.time(0, 1)).toBe(2);
    expect(hb.time(1, 0)).toBe(2);
  });

  test('a thread that leaves a barrier late learns of its own round, not of the next', () => {
    const trace = parse(
      [
        'A|benter(b)',
        'B|benter(b)',
        'A|bexit(b)',
        'A|w(x)',
        'A|benter(b)',
        'C|benter(b)',
        'B|bexit(b)',
        'B|w(x)',
        'C|bexit(b)',
        'C|r(x)',
      ].join('\n'),
    );
    const order = hbOrder(trace);
    expect(order[7]!.has(3)).toBe(false);
    expect(order[9]!.has(3)).toBe(true);
    expect(order[9]!.has(7)).toBe(false);
    expectTrueOrder(trace);
    expectTrueClocks(trace);
  });

  test('a wait gives the lock up as often as it is held, and its end takes it back as often', () => {
    const trace = parse(
      [
        'A|acq(m)',
        'A|acq(m)',
        'A|wait(m)',
        'B|acq(m)',
        'B|rel(m)',
        'A|acq(m)',
        'A|rel(m)',
        'A|w(x)',
        'A|rel(m)',
        'C|acq(m)',
        'C|w(x)',
      ].join('\n'),
    );
    expect(hbOrder(trace)[10]!.has(7)).toBe(true);
    expectTrueOrder(trace);
  });

  test('frees what it does not need', () => {
    const symbols = newSymbols();
    for (let i = 0; i < 40; i++) symbols.threads.internName(`T${i}`);
    for (let i = 0; i < 5; i++) symbols.locks.internName(`m${i}`);
    const hb = new HappensBefore();
    const builder = new BlockBuilder(symbols, (block) => {
      hb.grow(block);
      for (let i = 0; i < block.length; i++) hb.step(block.ops[i]!, block.threads[i]!, block.targets[i]!);
    });
    for (let i = 0; i < 20_000; i++) {
      builder.add(Op.acquire, (i * 7) % 40, (i * 3) % 5, 0);
      builder.add(Op.release, (i * 7) % 40, (i * 3) % 5, 0);
    }
    builder.flush();
    expect(hb.versions.live).toBeLessThanOrEqual(45);
  });
});

/** The clocks that people see order accesses as the definition does. */
function expectTrueClocks(trace: Trace): void {
  const order = hbOrder(trace);
  const accesses = [...traceClocks(trace)].filter(({ event }) => event.op <= Op.write);
  const wrong = accesses.flatMap(({ event: f, pre }) =>
    accesses.filter(({ event: e, pre: earlier }) => {
      if (e.position >= f.position || e.thread === f.thread) return false;
      return earlier[e.thread]! <= pre[e.thread]! !== order[f.position]!.has(e.position);
    }),
  );
  expect(wrong).toEqual([]);
}

test('the clocks that people see order accesses as the definition does', () => {
  fc.assert(fc.property(traces, expectTrueClocks), runs(200));
});
