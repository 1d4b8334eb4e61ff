// The test against known values: tables of U, the examples of R and SciPy, and counting all arrangements.

import { describe, expect, test } from 'vitest';
import { mannWhitney } from '../../bench/reproduce/mann-whitney.ts';

/** All ways to choose which ranks the first sample has. */
function byCounting(first: readonly number[], second: readonly number[]): number {
  const all = [...first, ...second].sort((a, b) => a - b);
  const middle = (first.length * second.length) / 2;
  const sums: number[] = [];
  const choose = (from: number, left: number, total: number): void => {
    if (left === 0) sums.push(total);
    else for (let i = from; i <= all.length - left; i++) choose(i + 1, left - 1, total + i + 1);
  };
  choose(0, first.length, 0);
  const u = (total: number) => total - (first.length * (first.length + 1)) / 2;
  const own = u(first.reduce((total, value) => total + all.indexOf(value) + 1, 0));
  return sums.filter((total) => Math.abs(u(total) - middle) >= Math.abs(own - middle)).length / sums.length;
}

describe('exact', () => {
  test.each([
    // Samples that do not overlap: 2 of all arrangements.
    [[1, 2, 3], [4, 5, 6], 2 / 20],
    [[1, 2, 3, 4], [5, 6, 7, 8], 2 / 70],
    [[5, 6, 7, 8, 9], [1, 2, 3, 4], 2 / 126],
    // The critical value of the tables for five and five at 0.05 is U = 2.
    [[1, 2, 3, 4, 7], [5, 6, 8, 9, 10], 8 / 252],
    // SciPy's example of ages at a diagnosis.
    [[19, 22, 16, 29, 24], [20, 11, 17, 12], 1 / 9],
    // R's example of permeability, one-sided 0.1272.
    [[0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46], [1.15, 0.88, 0.9, 0.74, 1.21], 0.2544],
  ] as const)('%j and %j: %f', (first, second, p) => {
    const result = mannWhitney(first, second);
    expect(result.exact).toBe(true);
    expect(result.p).toBeCloseTo(p, 4);
    expect(mannWhitney(second, first).p).toBeCloseTo(result.p, 12);
  });

  test('is what counting all arrangements gives', () => {
    let state = 7;
    const random = () => (state = (state * 48271) % 2147483647);
    for (let i = 0; i < 200; i++) {
      const sample = (size: number) => Array.from({ length: size }, random);
      const [first, second] = [sample(1 + (random() % 6)), sample(1 + (random() % 6))];
      expect(mannWhitney(first, second).p).toBeCloseTo(byCounting(first, second), 12);
    }
  });

  test('fifteen runs that do not overlap are below what Table V prints', () => {
    const low = Array.from({ length: 15 }, (_, i) => i);
    const { u, p } = mannWhitney(
      low,
      low.map((value) => value + 100),
    );
    expect(u).toBe(0);
    expect(p).toBeCloseTo(2 / 155117520, 15);
  });
});

describe('with ties', () => {
  const may = [41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37];
  const august = [39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118, 84, 85];

  test('R’s example of ozone in May and August', () => {
    const { u, p, exact } = mannWhitney(may, august);
    expect([u, exact]).toEqual([127.5, false]);
    expect(p).toBeCloseTo(0.0001208, 7);
  });

  test('samples that are the same value throughout tell nothing', () => {
    expect(mannWhitney([1, 1, 1], [1, 1]).p).toBe(1);
  });

  test('the approximation is near the exact value where both can be had', () => {
    const first = Array.from({ length: 20 }, (_, i) => 2 * i);
    const second = Array.from({ length: 20 }, (_, i) => 2 * i + 9);
    const exact = mannWhitney(first, second).p;
    // One tie between the two samples changes hardly anything but the way.
    const tied = mannWhitney([...first.slice(1), 9], second);
    expect(tied.exact).toBe(false);
    expect(Math.abs(tied.p - exact)).toBeLessThan(0.05);
  });

  test('the approximation has its digits also far out', () => {
    const low = Array.from({ length: 60 }, (_, i) => i);
    const high = low.map((value) => value + 1000);
    // z = (1800 - 0.5) / sqrt(60 * 60 * 121 / 12) = 9.4447…
    expect(mannWhitney(low, high).p / 3.556570974984777e-21).toBeCloseTo(1, 9);
  });
});
