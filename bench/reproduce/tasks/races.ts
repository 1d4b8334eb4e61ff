// What the races of one detector come to on one trace: dynamic, static (pairs of places in the code) and racy variables.

import type { EventBlock } from '../../../src/trace/block.ts';
import type { Races } from '../../../src/trace/outcome.ts';

export interface RaceCounts {
  /** Pairs of accesses. */
  readonly races: number;
  /** Unordered pairs of source locations. */
  readonly places: number;
  readonly variables: number;
}

/** Finds what is at given positions, as the blocks of a trace come. */
export class Lookup {
  private readonly wanted: Uint32Array;
  private next = 0;
  private readonly variables = new Map<number, number>();
  private readonly locations = new Map<number, number>();

  constructor(positions: Iterable<number>) {
    this.wanted = Uint32Array.from(new Set(positions)).sort();
  }

  block({ start, length, targets, locations }: EventBlock): void {
    const { wanted } = this;
    for (; this.next < wanted.length && wanted[this.next]! < start + length; this.next++) {
      const position = wanted[this.next]!;
      this.variables.set(position, targets[position - start]!);
      this.locations.set(position, locations[position - start]!);
    }
  }

  variable(position: number): number {
    return this.variables.get(position)!;
  }

  location(position: number): number {
    return this.locations.get(position) ?? 0;
  }

  /** The pair of places, the same in either order. */
  place(first: number, second: number): string {
    const [a, b] = [this.location(first), this.location(second)];
    return a < b ? `${a} ${b}` : `${b} ${a}`;
  }
}

export function* positionsOf(races: Races): Generator<number> {
  for (let race = 0; race < races.length; race++) {
    if (races.first(race) >= 0) yield races.first(race);
    yield races.second(race);
  }
}

export function counted(races: Races, lookup: Lookup): RaceCounts {
  const places = new Set<string>();
  const variables = new Set<number>();
  for (let race = 0; race < races.length; race++) {
    places.add(lookup.place(races.first(race), races.second(race)));
    variables.add(lookup.variable(races.second(race)));
  }
  return { races: races.length, places: places.size, variables: variables.size };
}
