// The ids with the highest counts, exactly, in one pass over a column of counts.

export interface Ranked {
  readonly id: number;
  readonly count: number;
}

/** At most `most` ids, the highest count first, among equals the lowest id; ids that were never counted are left out. */
export function hottest(counts: Uint32Array, most: number): Ranked[] {
  const ranked: Ranked[] = [];
  for (let id = 0; id < counts.length; id++) {
    const count = counts[id]!;
    if (count === 0 || (ranked.length === most && count <= ranked[most - 1]!.count)) continue;
    const place = ranked.findIndex((other) => other.count < count);
    ranked.splice(place < 0 ? ranked.length : place, 0, { id, count });
    if (ranked.length > most) ranked.pop();
  }
  return ranked;
}
