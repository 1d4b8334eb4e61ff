// Functions that share a line of the source: one-line methods, a lambda and the method around it. Places of a trace are known by their names, so all but one function of a
// line have theirs behind it. Which one goes without depends on the class files alone, since findings are known again by the names of their places.

import type { CodeLine } from './left.ts';

export class SharedLines {
  /** By class file and line: the function that the line is called by. */
  private readonly owners = new Map<string, CodeLine>();

  constructor(places: Iterable<CodeLine>) {
    for (const place of places) {
      const key = keyOf(place);
      const owner = this.owners.get(key);
      if (owner === undefined || compare(place, owner) < 0) this.owners.set(key, place);
    }
  }

  /** The name of a place whose line is called `line`. */
  name(place: CodeLine, line: string): string {
    const own = functionOf(place);
    const owner = this.owners.get(keyOf(place));
    return owner === undefined || functionOf(owner) === own ? line : `${line} (${own})`;
  }
}

/** Places with something to record before mere calls, which are seen in some runs only; methods before lambdas and outer classes before inner ones, in which the line is told of. */
function compare(one: CodeLine, other: CodeLine): number {
  const [a, b] = [rank(one), rank(other)];
  for (const [i, rank] of a.entries()) if (rank !== b[i]) return rank - b[i]!;
  const [first, second] = [functionOf(one), functionOf(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function rank({ type, method, isCall }: CodeLine): number[] {
  return [Number(isCall), Number(method.startsWith('lambda$')), type.split('$').length];
}

function keyOf({ type, file, line }: CodeLine): string {
  return `${type.slice(0, type.lastIndexOf('.') + 1)}${file}:${line}`;
}

export function functionOf({ type, method }: CodeLine): string {
  return `${simple(type)}.${method}`;
}

/** Without its package. Arrays of arrays have brackets behind. */
export function simple(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}
