// Sync-preserving races by definition (Mathur, Pavlogiannis, Viswanathan 2021): the least set of events that holds what comes before
// the two accesses, the writes that its reads saw, and the release of every acquire that a later one of the same lock follows in
// it. The two race iff neither is in the set. Cubic and worse.

import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import type { Pair } from './correct-reorderings.ts';
import { before, conflictingPairs, include, needs } from './needs.ts';

export function syncPreservingPairs(trace: Trace): Pair[] {
  const list = [...events(trace)];
  const known = needs(list);
  const pairs: Pair[] = [];
  for (const [a, b] of conflictingPairs(list)) {
    const ideal = before(list, known, [a, b]);
    for (let size = -1; size !== ideal.size; ) {
      size = ideal.size;
      const acquires = [...ideal].filter((e) => list[e]!.op === Op.acquire);
      for (const e of acquires)
        if (acquires.some((f) => f > e && list[f]!.target === list[e]!.target && list[f]!.thread !== list[e]!.thread))
          include(ideal, known, known.releases[e]!);
    }
    if (!ideal.has(a.position) && !ideal.has(b.position)) pairs.push([a.position, b.position]);
  }
  return pairs;
}
