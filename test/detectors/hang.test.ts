// Threads that wait for ever, beside the definitions on random traces, and by hand.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import { hang } from '../../src/detectors/hang/index.ts';
import type { Deadlock } from '../../src/trace/outcome.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { hangingArbitrary } from '../arbitrary/hanging.ts';
import { recut } from '../arbitrary/renumbered.ts';
import { hangOf } from '../referee/hang.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';
import { anything } from './contract-traces.ts';

function deadlocks(trace: Trace): readonly Deadlock[] {
  const detection = new Detection([hang]);
  for (const block of trace.blocks) detection.block(block);
  return detection.end()[0]!.deadlocks;
}

const cycles = (text: string): (readonly number[])[] => deadlocks(parse(text)).map(({ cycle }) => cycle);

describe('on random traces', () => {
  test('is what the definitions say', () => {
    let cyclic = 0;
    let lonely = 0;
    fc.assert(
      fc.property(hangingArbitrary, (trace) => {
        const referee = hangOf(trace);
        const found = deadlocks(trace).map(({ cycle }) => cycle.map((position) => eventAt(trace, position).thread));
        const alone = found.filter((threads) => threads.length === 1 && !referee.needs(threads[0]!, threads[0]!));
        const rings = found.filter((threads) => !alone.includes(threads));
        cyclic += rings.length;
        lonely += alone.length;
        expect(new Set(alone.flat())).toEqual(referee.lonely);
        expect(alone).toHaveLength(referee.lonely.size);
        expect(new Set(rings.flat())).toEqual(referee.cyclic);
        for (const threads of rings) {
          expect(new Set(threads).size).toBe(threads.length);
          for (const [i, thread] of threads.entries())
            expect(referee.needs(thread, threads[(i + 1) % threads.length]!)).toBe(true);
        }
      }),
      runs(6000),
    );
    // The traces are not all harmless.
    expect(Math.min(cyclic, lonely)).toBeGreaterThan(20);
  });

  test('begins with the smallest position, and says each once', () => {
    fc.assert(
      fc.property(hangingArbitrary, (trace) => {
        const found = deadlocks(trace);
        for (const { cycle } of found) expect(cycle[0]).toBe(Math.min(...cycle));
        expect(new Set(found.map(({ cycle }) => cycle.join())).size).toBe(found.length);
      }),
      runs(1000),
    );
  });

  test('does not depend on blocks', () => {
    fc.assert(
      fc.property(hangingArbitrary, fc.integer({ min: 1, max: 7 }), (trace, size) => {
        const words = (found: readonly Deadlock[]) => found.map(({ cycle }) => cycle);
        expect(words(deadlocks(recut(trace, size)))).toEqual(words(deadlocks(trace)));
      }),
      runs(600),
    );
  });

  test('is silent where nobody waits', () => {
    fc.assert(
      fc.property(anything, (trace) => {
        expect(deadlocks(trace)).toEqual([]);
      }),
      runs(300),
    );
  });
});

describe('by hand', () => {
  test('two locks in two orders', () => {
    expect(cycles('T1|acq(a)\nT2|acq(b)\nT1|req(b)\nT2|req(a)')).toEqual([[2, 3]]);
  });

  test('a thread that waits for one that goes on is not stuck', () => {
    expect(cycles('T1|acq(a)\nT2|acq(b)\nT1|req(b)\nT2|r(x)')).toEqual([]);
    expect(cycles('T1|acq(a)\nT2|req(a)')).toEqual([]);
  });

  test('a request that was granted is none', () => {
    expect(cycles('T1|acq(a)\nT2|acq(b)\nT1|req(b)\nT2|rel(b)\nT1|acq(b)\nT2|req(a)')).toEqual([]);
  });

  test('a lock that its holder wants again', () => {
    expect(cycles('T1|acq(a)\nT1|req(a)')).toEqual([[1]]);
  });

  test('to await a thread that wants what one has', () => {
    expect(cycles('T0|fork(T1)\nT0|acq(a)\nT0|reqjoin(T1)\nT1|req(a)')).toEqual([[2, 3]]);
  });

  test('a writer waits for each of the readers', () => {
    expect(cycles('T1|racq(a)\nT2|racq(a)\nT3|acq(b)\nT3|req(a)\nT2|req(b)\nT1|r(x)')).toEqual([[3, 4]]);
  });

  test('a wait that nobody ends, if somebody says so', () => {
    expect(cycles('T1|acq(m)\nT1|wait(m)')).toEqual([]);
    expect(cycles('T1|acq(m)\nT1|wait(m)\nT1|stuck(m)')).toEqual([[1]]);
    expect(cycles('T1|benter(b)\nT1|stuck(b)')).toEqual([[0]]);
  });

  test('who waits for one that is stuck is not named', () => {
    expect(cycles('T0|fork(T1)\nT1|acq(m)\nT1|wait(m)\nT0|reqjoin(T1)\nT1|stuck(m)')).toEqual([[2]]);
  });

  test('a lock that its holder took along', () => {
    expect(cycles('T0|fork(T1)\nT1|acq(m)\nT0|join(T1)\nT0|req(m)\nT0|stuck(m)')).toEqual([[3]]);
  });
});
