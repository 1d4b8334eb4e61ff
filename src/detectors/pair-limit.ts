// Detectors that report every pair list so many and count the rest: what they say about it, in one place.

/** The limit as a person reads it. Not by `toLocaleString`, whose first call takes 20 ms, and this is called whenever the program starts. */
export function limitWords(limit: number): string {
  return String(limit).replace(/\B(?=(?:\d{3})+$)/g, ' ');
}

export function pairCounters(pairs: number, reported: number): Record<'pairs' | 'pairsReported' | 'pairsLeftOut', number> {
  return { pairs, pairsReported: reported, pairsLeftOut: pairs - reported };
}

/** A detector's `unfinished`, from its `pairCounters`. */
export function unlistedPairs(id: string): (counters: Readonly<Record<string, number>>) => string | undefined {
  return ({ pairsLeftOut = 0 }) => (pairsLeftOut === 0 ? undefined : `${id} counted ${pairsLeftOut} more pairs than it lists`);
}
