// Makes calling contexts, each once: whoever meets a location under a caller for the second time gets the id that it has.

import { InputError } from '../base/error.ts';
import { grown } from '../base/grown.ts';
import { Link, MOST_LOCATIONS } from './contexts.ts';
import { NO_LOCATION } from './id.ts';
import type { Symbols } from './symbols.ts';

export class CallTree {
  private readonly symbols: Pick<Symbols, 'locations' | 'contexts'>;
  /** Ids of contexts in open addressing, 0 where a slot is free. A power of two, at most half of it is used. */
  private slots = new Uint32Array(0);
  private used = 0;
  /** A recording is not trusted: nobody knows which contexts would meet in one slot. */
  private readonly seed = Math.floor(Math.random() * 2 ** 32);

  constructor(symbols: Pick<Symbols, 'locations' | 'contexts'>) {
    this.symbols = symbols;
  }

  /** The location at `place`, which has no caller itself, under a caller; the place if there is none. */
  under(caller: number, place: number, way: number = Link.called): number {
    if (caller === NO_LOCATION || place === NO_LOCATION) return place;
    const { locations, contexts } = this.symbols;
    if (2 * (this.used + 1) > this.slots.length) this.grow();
    const slot = this.find(place, caller, way);
    const known = this.slots[slot]!;
    if (known !== 0) return known;
    if (locations.size >= MOST_LOCATIONS)
      throw new InputError(
        'TRACE_TOO_LONG',
        {},
        `there are more than ${MOST_LOCATIONS} calling contexts`,
        'record without stacks',
      );
    const location = locations.again(place);
    contexts.add(location, place, caller, way);
    this.slots[slot] = location;
    this.used++;
    return location;
  }

  /** The slot of this context, or the free one that it would take. */
  private find(place: number, caller: number, way: number): number {
    const { slots, seed } = this;
    const { contexts } = this.symbols;
    const mask = slots.length - 1;
    let hash = Math.imul(place ^ seed, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ caller, 0x85ebca6b);
    hash ^= (hash >>> 13) ^ way;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = slots[slot]!;
      if (contexts.place(other) === place && contexts.caller(other) === caller && contexts.way(other) === way) break;
    }
    return slot;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = grown(new Uint32Array(0), Math.max(256, 2 * before.length));
    const { contexts } = this.symbols;
    for (const location of before)
      if (location !== 0)
        this.slots[this.find(contexts.place(location), contexts.caller(location), contexts.way(location))] = location;
  }
}
