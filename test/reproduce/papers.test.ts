// The documents' numbers were typed in: they must add up to what the documents print.

import { describe, expect, test } from 'vitest';
import { goldilocksTable } from '../../bench/reproduce/papers/goldilocks.ts';
import { loftClaims, loftJava, loftNative } from '../../bench/reproduce/papers/loft.ts';
import { raptorTable } from '../../bench/reproduce/papers/raptor.ts';
import { ziptrackTable } from '../../bench/reproduce/papers/ziptrack.ts';
import { mean, sum } from '../../bench/reproduce/statistics.ts';

describe.each([
  ['C and C++', loftNative, loftClaims.native, { operations: 7229911.3, time: 2489527.05, log: 498766820.3, gzip: 3734094.2 }],
  ['Java', loftJava, loftClaims.java, { operations: 5413, time: 15514.6, log: 144112.2, gzip: 2244.2 }],
] as const)('LOFT, %s', (_, rows, means, totals) => {
  test.each(['operations', 'time', 'log', 'gzip'] as const)('%s', (column) => {
    expect(sum(rows.map((row) => row[column][0]))).toBeCloseTo(totals[column], -0.3);
    // The document rounds the ratios before it takes their mean.
    expect(Math.abs(mean(rows.map((row) => row[column][1] / row[column][0])) - means[column])).toBeLessThan(0.005);
  });
});

describe('ZipTrack', () => {
  test.each(ziptrackTable)('$program: the speed-up is the one of its times', (row) => {
    const best = Math.min(row.djit, row.fasttrack, row.goldilocks);
    expect(best / row.hb / row.hbSpeedup).toBeCloseTo(1, 0.9);
    expect(row.eraser / row.lockset / row.locksetSpeedup).toBeGreaterThan(0.8);
  });

  test('ratios are those of the sizes, but for one', () => {
    const off = ziptrackTable.filter(({ events, grammar, ratio }) => Math.abs(events / grammar / ratio - 1) > 0.05);
    expect(off.map(({ program }) => program)).toEqual(['ftpserver']);
  });
});

describe('Raptor', () => {
  test.each(raptorTable)('$program: every static CP-only race has its distances, and dynamic races add up', (row) => {
    expect(row.distances).toHaveLength(row.only[0]);
    expect(row.observed[1] + row.only[1]).toBe(row.all[1]);
    for (const [shortest, longest] of row.distances) expect(longest).toBeGreaterThanOrEqual(shortest);
  });
});

describe('Goldilocks', () => {
  test.each(goldilocksTable)('$program: slow-downs are those of its times, as far as they were rounded', (row) => {
    for (const { seconds, slowdown } of [row.vectorClock, row.eraser, row.goldilocks, row.once]) {
      // A second has one digit after the point, and slow-downs are cut off rather than rounded.
      const [low, high] = [seconds / (row.plain + 0.05) - 1, seconds / (row.plain - 0.05) - 1];
      expect(slowdown).toBeGreaterThan(low - 0.15);
      expect(slowdown).toBeLessThan(high + 0.05);
    }
  });

  test('to switch checks off makes fewer of them, but for one', () => {
    const more = goldilocksTable.filter(({ accesses, once }) => once.checks > accesses);
    expect(more.map(({ program }) => program)).toEqual(['SciMark']);
  });
});
