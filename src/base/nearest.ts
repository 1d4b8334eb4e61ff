// "Did you mean": the nearest of a few known words.

/** Edit distance with swapped neighbours counted as one, by full table: the words are short. @internal */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 1; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = best;
    }
  }
  return rows[a.length]![b.length]!;
}

/** The known word that was probably meant: one that begins so, or one at most two edits and 40 % of its letters away. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  const lower = word.toLowerCase();
  const begun = lower.length >= 2 ? known.filter((k) => k.startsWith(lower)) : [];
  if (begun.length === 1) return begun[0];
  let best: string | undefined;
  let bestDistance = 3;
  for (const k of known) {
    const distance = editDistance(lower, k);
    if (distance < bestDistance && distance <= 0.4 * Math.max(k.length, word.length)) {
      best = k;
      bestDistance = distance;
    }
  }
  return best;
}
