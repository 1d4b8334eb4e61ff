// What to try where a search left something undecided, by what it mostly ran out of.

/** `tooMany`: in words, for what has too many that look alike. `open`: for what was searched to the end (counter `leftOpen`). */
export function nextStep(counters: Readonly<Record<string, number>>, tooMany: string, open: string = tooMany): string {
  const { leftToBudget = 0, leftToWindow = 0, leftToLikeness = 0, leftOpen = 0, memoryReached = 0 } = counters;
  if (memoryReached > 0) return 'a larger --memory decides more';
  const most = Math.max(leftToBudget, leftToWindow, leftToLikeness, leftOpen);
  if (most === leftToBudget) return 'a larger --budget decides more';
  if (most === leftToWindow) return 'a larger --window decides more';
  return most === leftToLikeness ? tooMany : open;
}
