// How times are taken, with a made-up clock: a work says what its runs cost.

import { describe, expect, test } from 'vitest';
import { type Clock, timed, timedByTurns } from '../../bench/reproduce/tasks/repeat.ts';

/** Runs cost what `cost` says of the how-manieth; the clock adds up what ran. */
function made(cost: (run: number) => number): { work: () => void; clock: Clock; runs: () => number } {
  let [run, spent] = [0, 0];
  return {
    work: () => {
      spent += cost(run++);
    },
    clock: (work) => {
      const before = spent;
      work();
      return spent - before;
    },
    runs: () => run,
  };
}

const repeats = { runs: 15, seconds: 0.2 };

describe('a time is that of warm code', () => {
  test.each([1, 3, 5])('after %i slow runs', (slow) => {
    const { work, clock } = made((run) => (run < slow ? 0.06 : 0.006));
    expect(timed(repeats, work, clock).seconds).toBeCloseTo(0.006, 6);
  });

  test('that gets faster step by step', () => {
    const { work, clock } = made((run) => Math.max(0.05, 0.4 * 0.5 ** run));
    expect(timed(repeats, work, clock).seconds).toBeCloseTo(0.05, 6);
  });

  test('but somewhere there is an end', () => {
    const { work, clock, runs } = made((run) => 0.1 * 0.8 ** Math.min(run, 8));
    timed(repeats, work, clock);
    expect(runs()).toBeLessThan(30);
  });
});

test('one slow run among the timed ones is not the time', () => {
  const { work, clock } = made((run) => (run % 5 === 4 ? 1 : 0.05));
  expect(timed(repeats, work, clock).seconds).toBeCloseTo(0.05, 6);
});

test('what is shorter than the clock counts is timed in batches', () => {
  const { work, clock, runs } = made(() => 2e-6);
  const { seconds, runs: times } = timed(repeats, work, clock);
  expect(seconds).toBeCloseTo(2e-6, 9);
  expect(times).toBe(15);
  expect(runs()).toBeGreaterThan(15 * 400);
});

test('what takes very long runs once', () => {
  const { work, clock, runs } = made(() => 6);
  expect(timed(repeats, work, clock)).toEqual({ seconds: 6, runs: 1, samples: [6] });
  expect(runs()).toBe(1);
});

test('what takes long runs once more than that, to be warm', () => {
  const { work, clock, runs } = made((run) => (run === 0 ? 4 : 3));
  expect(timed(repeats, work, clock)).toEqual({ seconds: 3, runs: 1, samples: [3] });
  expect(runs()).toBe(2);
});

test('what has run long before is warm', () => {
  const { work, clock, runs } = made(() => 0.5);
  expect(timed(repeats, work, clock, 1)).toMatchObject({ seconds: 0.5, runs: 1 });
  expect(runs()).toBe(2);
});

test('for statistics as many as are wanted, however long they take', () => {
  const { work, clock } = made(() => 1);
  expect(timed({ ...repeats, least: 15 }, work, clock).samples).toHaveLength(15);
});

test('several by turns, each with its own time', () => {
  const order: string[] = [];
  const clock: Clock = (work) => {
    work();
    return order.at(-1) === 'a' ? 0.3 : 0.1;
  };
  const [a, b] = timedByTurns(
    repeats,
    ['a', 'b'].map((name) => () => order.push(name)),
    clock,
  );
  expect(a).toMatchObject({ seconds: 0.3 });
  expect(b).toMatchObject({ seconds: 0.1 });
  expect(order.slice(-4).join('')).toBe('abab');
});
