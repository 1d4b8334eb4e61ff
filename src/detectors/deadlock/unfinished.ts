// What a limit kept from the result, in words.

import { nextStep } from '../next-step.ts';

type Counters = Readonly<Record<string, number>>;

/** By the counters of an analysis; undefined if nothing did. */
export function unfinished(counters: Counters): string | undefined {
  const words = [lost(counters), across(counters), unseen(counters), left(counters), cut(counters), tooLong(counters)];
  return words.filter((said) => said !== undefined).join('; ') || undefined;
}

function lost({ acquiresLost = 0 }: Counters): string | undefined {
  if (acquiresLost === 0) return undefined;
  return `deadlock had no memory for ${acquiresLost} acquires of the lock graph; a larger --memory has`;
}

function across({ patternsAcross = 0, windows = 0, reach = 0, events = 0, eventsAnalysed = 0 }: Counters): string | undefined {
  if (patternsAcross === 0) return undefined;
  if (eventsAnalysed < events)
    return `deadlock looked at the first ${eventsAnalysed} of ${events} events: no more fit into its memory; a larger --memory or a shorter trace gets further`;
  return `deadlock looked at ${events} events in ${windows} ${windows === 1 ? 'window' : 'windows'}: deadlocks of acquires more than ${reach} events apart, or that need another order of what came before their window, may be missing (${cycles(patternsAcross)} of the lock graph); a larger --reach or --memory sees more at a time`;
}

function unseen({ patternsUnseen = 0 }: Counters): string | undefined {
  if (patternsUnseen === 0) return undefined;
  return `deadlock ran out of memory before it came to ${cycles(patternsUnseen)} of the lock graph; a larger --memory gets to them`;
}

function left(counters: Counters): string | undefined {
  const { patterns = 0, patternsLeft = 0 } = counters;
  if (patternsLeft === 0) return undefined;
  const next = nextStep(counters, 'their acquires are too many to try all');
  return `deadlock left ${patternsLeft} of ${cycles(patterns)} of the lock graph undecided; ${next}`;
}

function cut({ patternsCut = 0 }: Counters): string | undefined {
  return patternsCut === 0
    ? undefined
    : 'deadlock did not come to all cycles of the lock graph, of which there are too many; a smaller --cycle gets to all of that length';
}

function tooLong({ cyclesTooLong = 0, cycle = 0 }: Counters): string | undefined {
  if (cyclesTooLong === 0) return undefined;
  return `deadlock did not look at cycles of more than ${cycle} threads, and the lock graph may have some; a larger --cycle does`;
}

function cycles(count: number): string {
  return `${count} ${count === 1 ? 'cycle' : 'cycles'}`;
}
