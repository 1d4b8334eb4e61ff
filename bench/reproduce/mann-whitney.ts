// The Mann-Whitney U test (Wilcoxon's rank sum): how likely two samples are so far apart by chance, whichever is the larger. Exact where no two
// values are equal and the samples are small; else the normal approximation, with correction for ties and for continuity.

import { ranks, sum } from './statistics.ts';

export interface MannWhitney {
  /** Of the first sample: pairs in which its value is the larger, ties counted as half. */
  readonly u: number;
  /** Two-sided. */
  readonly p: number;
  readonly exact: boolean;
}

/** Samples whose product is larger take the approximation, which is as good there: numbers of arrangements no longer fit into 53 bits. */
const LARGEST_EXACT = 26 * 26;

export function mannWhitney(first: readonly number[], second: readonly number[]): MannWhitney {
  const [n, m] = [first.length, second.length];
  const all = [...first, ...second];
  const u = sum(ranks(all).slice(0, n)) - (n * (n + 1)) / 2;
  const exact = n * m <= LARGEST_EXACT && new Set(all).size === all.length;
  return { u, p: exact ? exactP(u, n, m) : approximateP(u, all, n, m), exact };
}

function exactP(u: number, n: number, m: number): number {
  const ways = waysByU(n, m);
  const extreme = Math.min(u, n * m - u);
  const below = sum(ways.slice(0, extreme + 1));
  return Math.min(1, (2 * below) / sum(ways));
}

/**
 * In how many of all arrangements of n and m values U is 0, 1, 2, …: the coefficients of the Gaussian binomial, which is the product of
 * (1 - q^(m + i)) / (1 - q^i) for i from 1 to n.
 */
function waysByU(n: number, m: number): number[] {
  const ways = [1, ...Array.from({ length: n * m }, () => 0)];
  for (let i = 1; i <= n; i++) {
    for (let u = n * m; u >= m + i; u--) ways[u]! -= ways[u - m - i]!;
    for (let u = i; u <= n * m; u++) ways[u]! += ways[u - i]!;
  }
  return ways;
}

function approximateP(u: number, all: readonly number[], n: number, m: number): number {
  const size = n + m;
  const counts = new Map<number, number>();
  for (const value of all) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ties = sum(Array.from(counts.values(), (count) => count ** 3 - count));
  const variance = ((n * m) / 12) * (size + 1 - ties / (size * (size - 1)));
  if (variance <= 0) return 1;
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return Math.min(1, 2 * upperTail(distance / Math.sqrt(variance)));
}

/** The share of a normal distribution above z, for z of 0 or more. */
function upperTail(z: number): number {
  // Near the middle the series of the integral, in the tail its continued fraction: both to the last digits.
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z > 3) {
    let fraction = z;
    for (let k = 60; k > 0; k--) fraction = z + k / fraction;
    return density / fraction;
  }
  let term = z;
  let total = z;
  for (let k = 1; k < 80; k++) {
    term *= (z * z) / (2 * k + 1);
    total += term;
  }
  return 0.5 - density * total;
}
