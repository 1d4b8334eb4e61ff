// Binary search, once: the question is asked of indices, so that it serves lists, columns and what is computed.

/** The first index of [low, high) for which `holds` does not hold, or `high`. Those for which it holds come first. */
export function bisect(low: number, high: number, holds: (index: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    // Indices into rules and columns may be so large that the sum of two has more than 32 bits.
    const middle = from + ((to - from) >>> 1);
    if (holds(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Where the first value above the limit is in values[low..high), which ascend, or `high`. For the loops of the predictors, where asking a
 * function instead takes up to 1.6 times the time of the whole analysis.
 */
export function firstAbove(values: Uint32Array, low: number, high: number, limit: number): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = from + ((to - from) >>> 1);
    if (values[middle]! <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
