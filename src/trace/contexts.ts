// Calling contexts. A location may have a caller, which is another location of the same table, and so on up to the function that its thread
// began with: a tree. Events keep one id, whoever called, so that nothing but this table grows; two locations at one place that were
// called from different places have two ids and one name. A caller always has a lower id than what it calls: there is no cycle.

import { enlarged } from '../base/grown.ts';
import { NO_LOCATION } from './id.ts';

/** How a location came to be under its caller. Codes are in files and are never given again. */
export const Link = {
  /** By a call. */
  called: 0,
  /** The compiler put the function into its caller: there was no call. */
  inlined: 1,
  /** The caller awaits what runs here: it had returned to its own caller before. */
  awaited: 2,
} as const;
export type Link = (typeof Link)[keyof typeof Link];

/** Added to a link: whether it was this caller is not known, but the thread was once called so at this place. */
export const SEEN = 4;
/** The links that there are, with SEEN and without. */
const LINKS = 8;
/** A caller and a link are one number of 32 bits. */
export const MOST_LOCATIONS = 2 ** 32 / LINKS;

/** All columns are empty as long as no location has a caller: a trace without stacks pays nothing. */
export class Contexts {
  /** How many locations have a caller. */
  size = 0;
  /** By location: the one of the same name without a caller, or 0 where it is that itself. */
  private places = new Uint32Array(0);
  /** By location: its caller, and how it is called. */
  private links = new Uint32Array(0);
  private depths = new Uint32Array(0);

  /** The location without its callers: equal for all that have one name. */
  place(location: number): number {
    return this.places[location] || location;
  }

  /** NO_LOCATION if none is known. */
  caller(location: number): number {
    return Math.floor((this.links[location] ?? 0) / LINKS);
  }

  link(location: number): Link {
    return (this.way(location) % SEEN) as Link;
  }

  /** Whether its callers are those of another time that the thread was there. */
  isSeen(location: number): boolean {
    return this.way(location) >= SEEN;
  }

  /** The link, with SEEN or without. */
  way(location: number): number {
    return (this.links[location] ?? 0) % LINKS;
  }

  /** How many callers it has, and these have. */
  depth(location: number): number {
    return this.depths[location] ?? 0;
  }

  /** Says of a new location whose name it has, and who called it. */
  add(location: number, place: number, caller: number, way: number): void {
    if (caller >= location || place >= location) throw new RangeError(`location ${location} comes before its caller`);
    if (location >= this.links.length) {
      this.places = enlarged(this.places, location + 1);
      this.links = enlarged(this.links, location + 1);
      this.depths = enlarged(this.depths, location + 1);
    }
    this.size++;
    this.places[location] = this.place(place);
    this.links[location] = caller * LINKS + way;
    this.depths[location] = caller === NO_LOCATION ? 0 : this.depth(caller) + 1;
  }
}
