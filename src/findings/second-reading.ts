// A trace is read again to say what the accesses of its races are. If somebody wrote to the file in between, the report would speak of
// events that no detector saw: what is found there must be what races are made of, under the names of the first reading. O(races).

import { InputError } from '../base/error.ts';
import { Op } from '../trace/operation.ts';
import type { Outcome } from '../trace/outcome.ts';
import type { Symbols } from '../trace/symbols.ts';
import type { AccessLookup } from './accesses.ts';

/** Refuses what another trace than the one with these results and symbols would give. `again` are the symbols of the second reading. */
export function checkSecondReading(
  file: string,
  results: readonly Outcome[],
  lookup: AccessLookup,
  symbols: Symbols,
  again: Symbols,
): void {
  const areSeen = lookup.done && lookup.isNamedAlike(symbols, again);
  if (!areSeen || !results.every((outcome) => allRaces(outcome.races, lookup) && allWait(outcome, lookup))) throw changed(file);
}

/** Events at which a thread may wait. */
const WAITS: ReadonlySet<number> = new Set([Op.acquire, Op.acquireShared, Op.request, Op.requestJoin, Op.wait, Op.barrierEnter]);

function allWait({ deadlocks }: Outcome, lookup: AccessLookup): boolean {
  return deadlocks.every(({ cycle }) => cycle.every((position) => WAITS.has(lookup.op(position))));
}

function allRaces(races: Outcome['races'], lookup: AccessLookup): boolean {
  for (let r = 0; r < races.length; r++) if (!lookup.isRace(races.first(r), races.second(r))) return false;
  return true;
}

export function changed(file: string): InputError {
  return new InputError(
    'TRACE_CHANGED',
    { file },
    'the trace changed while it was read',
    'is it still being written? try again then',
  );
}
