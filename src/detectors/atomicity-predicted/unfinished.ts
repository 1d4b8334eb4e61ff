// What a limit kept from the result, in words.

import { prefixWords } from '../sync-preserving/prefix.ts';

type Counters = Readonly<Record<string, number>>;

const ID = 'atomicity-predicted';

/** By the counters of an analysis; undefined if nothing did. */
export function unfinished(counters: Counters): string | undefined {
  const words = [prefixWords(ID, counters), unseen(counters), unmet(counters), left(counters)];
  return words.filter((said) => said !== undefined).join('; ') || undefined;
}

function unseen({ unseen = 0 }: Counters): string | undefined {
  if (unseen === 0) return undefined;
  return `${ID} passed over ${unseen} accesses of blocks, for which it had no room; a larger --memory or smaller blocks leave fewer`;
}

function unmet({ unmet = 0 }: Counters): string | undefined {
  if (unmet === 0) return undefined;
  return `${ID} did not come to ${unmet} groups of accesses that may come between those of a block; a larger --budget gets to them`;
}

function left(counters: Counters): string | undefined {
  const { candidates = 0, left = 0, leftToBudget = 0, leftToWindow = 0, leftToLikeness = 0, memoryReached = 0 } = counters;
  if (left === 0) return undefined;
  const most = Math.max(leftToBudget, leftToWindow, leftToLikeness, counters['leftOpen'] ?? 0);
  const next =
    memoryReached > 0
      ? 'a larger --memory decides more'
      : most === leftToBudget
        ? 'a larger --budget decides more'
        : most === leftToWindow
          ? 'a larger --window decides more'
          : most === leftToLikeness
            ? 'their accesses are too many to try all'
            : 'no schedule was found that goes on to the end of the cut';
  return `${ID} left ${left} of ${candidates} possible cuts undecided; ${next}`;
}
