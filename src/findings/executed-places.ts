// Which places of the code a run executed, known by what findings know theirs by: a finding that is not seen in runs that were at its places
// may be gone; one whose places were not reached says nothing.

import { grown } from '../base/grown.ts';
import type { EventBlock } from '../trace/block.ts';
import { NO_LOCATION } from '../trace/id.ts';
import type { Symbols } from '../trace/symbols.ts';
import { Identities } from './identity.ts';

export class ExecutedPlaces {
  /** By location, 1 if an event was there. */
  private seen = new Uint8Array(1024);

  block({ length, locations, bounds }: EventBlock): void {
    if (bounds.locations > this.seen.length) this.seen = grown(this.seen, Math.max(bounds.locations, 2 * this.seen.length));
    const { seen } = this;
    for (let e = 0; e < length; e++) seen[locations[e]!] = 1;
  }

  /** All that the names know, for what is not read event by event. */
  all({ locations }: Symbols): void {
    this.seen = new Uint8Array(locations.size).fill(1);
  }

  /** Sorted, each once; as `known.places` of findings has them. */
  keys(symbols: Symbols): string[] {
    const identities = new Identities(symbols);
    const keys = new Set<string>();
    const { seen } = this;
    for (let location = 0; location < symbols.locations.size; location++)
      if (location !== NO_LOCATION && seen[location] === 1) keys.add(identities.place(location));
    return [...keys].sort();
  }
}
