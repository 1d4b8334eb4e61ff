// Check-then-act held to one function: two critical sections belong together if one call of a function has both. Which calls those are, the calling contexts
// of a recording tell; where they do not, because the trace has none or they are only some that were seen, everything stays. So does what is in one block:
// the program says that it belongs together, whatever it calls.

import { NO_LOCATION, type Position } from '../trace/id.ts';
import type { Outcome, Violation } from '../trace/outcome.ts';
import { codePlace, type Symbols } from '../trace/symbols.ts';

/** The call of a function that a critical section is in: who called, and the name of the function. */
interface Home {
  readonly caller: number;
  readonly name: string;
}

/** The results without what is known to be of two functions, or of two calls from different places. `locationOf`: of an event, by its position. */
export function heldToFunctions<O extends Outcome>(
  results: readonly O[],
  locationOf: (position: Position) => number,
  symbols: Symbols,
): O[] {
  if (symbols.contexts.size === 0) return [...results];
  return results.map((result) => ({
    ...result,
    violations: result.violations.filter((violation) => !isApart(violation, locationOf, symbols)),
  }));
}

function isApart(violation: Violation, locationOf: (position: Position) => number, symbols: Symbols): boolean {
  const { begin, own, again, around, index } = violation;
  if (again === undefined || own === undefined || around !== undefined) return false;
  const first = homeOf(locationOf(begin), locationOf(own), symbols);
  const second = homeOf(locationOf(again), locationOf(index), symbols);
  if (first === undefined || second === undefined) return false;
  if (first.name !== second.name) return true;
  return first.caller !== second.caller && first.caller !== NO_LOCATION && second.caller !== NO_LOCATION;
}

/** The innermost call that has both: a function that takes a lock for its caller, and gives it up in another call, is not where the section is. */
function homeOf(acquire: number, access: number, symbols: Symbols): Home | undefined {
  const [one, other] = [chainTo(acquire, symbols), chainTo(access, symbols)];
  if (one === undefined || other === undefined) return undefined;
  const parting = one.findIndex((location, i) => location !== other[i]);
  const level = Math.min(parting < 0 ? one.length : parting, one.length - 1, other.length - 1);
  const [name, same] = [one, other].map((chain) => codePlace(symbols, chain[level]!)?.function ?? '');
  if (!name || name !== same) return undefined;
  return { caller: level === 0 ? NO_LOCATION : one[level - 1]!, name };
}

/** From the outermost caller to the location itself; undefined if it is not known, or not for sure. */
function chainTo(location: number, { contexts }: Symbols): number[] | undefined {
  if (location === NO_LOCATION) return undefined;
  const chain: number[] = [];
  for (let at = location; at !== NO_LOCATION; at = contexts.caller(at)) {
    if (contexts.isSeen(at)) return undefined;
    chain.unshift(at);
  }
  return chain;
}
