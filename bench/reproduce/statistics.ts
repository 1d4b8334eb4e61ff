// The few statistics that the tables need.

export function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** For ratios: half and twice cancel out. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)));
}

export function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

export function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** Spearman's: how far two columns rank the same things alike, from -1 to 1. */
export function rankCorrelation(xs: readonly number[], ys: readonly number[]): number {
  const [a, b] = [ranks(xs), ranks(ys)];
  const [ma, mb] = [mean(a), mean(b)];
  const covariance = sum(a.map((rank, i) => (rank - ma) * (b[i]! - mb)));
  const spread = Math.sqrt(sum(a.map((rank) => (rank - ma) ** 2)) * sum(b.map((rank) => (rank - mb) ** 2)));
  return spread === 0 ? 0 : covariance / spread;
}

/** Equal values share the mean of their ranks. */
export function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}
