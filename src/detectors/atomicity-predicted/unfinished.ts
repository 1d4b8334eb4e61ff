// What a limit kept from the result, in words.

import { nextStep } from '../next-step.ts';

type Counters = Readonly<Record<string, number>>;

const ID = 'atomicity-predicted';

/** By the counters of an analysis; undefined if nothing did. */
export function unfinished(counters: Counters): string | undefined {
  const words = [apart(counters), unseen(counters), unmet(counters), left(counters)];
  return words.filter((said) => said !== undefined).join('; ') || undefined;
}

function apart({ events = 0, eventsAnalysed = 0, windows = 0, reach = 0 }: Counters): string | undefined {
  if (eventsAnalysed < events)
    return `${ID} looked at the first ${eventsAnalysed} of ${events} events: no more fit into its memory; a larger --memory or a shorter trace gets further`;
  if (windows === 0) return undefined;
  return `${ID} looked at ${events} events in ${windows} ${windows === 1 ? 'window' : 'windows'}: cuts of blocks that are longer than ${reach} events, by accesses that are further away, or that need another order of what came before their window, may be missing; a larger --reach or --memory sees more at a time`;
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
  const { candidates = 0, left = 0 } = counters;
  if (left === 0) return undefined;
  const open = 'no schedule was found that goes on to the end of the cut';
  const next = nextStep(counters, 'their accesses are too many to try all', open);
  return `${ID} left ${left} of ${candidates} possible cuts undecided; ${next}`;
}
