// What a location is told and known by. A function of a library that the compiler put into the program's own code is told by the line that
// called it: it has no place of its own, another level of optimisation would not have it there, and every user of the library has it.

import { Link } from '../trace/contexts.ts';
import { codePlace, type Symbols } from '../trace/symbols.ts';

/** Functions in functions: nobody's compiler goes deeper, but a file may. */
const MOST_INLINED = 64;

/** The location of the innermost own frame at the same code address; the location itself if there is none. */
export function toldLocation(symbols: Symbols, location: number): number {
  const { contexts } = symbols;
  let at = location;
  for (let i = 0; i < MOST_INLINED; i++) {
    if (codePlace(symbols, at)?.library === undefined) return at;
    if (contexts.link(at) !== Link.inlined) break;
    at = contexts.caller(at);
  }
  return location;
}

export function toldName(symbols: Symbols, location: number): string {
  return symbols.locations.name(toldLocation(symbols, location));
}
