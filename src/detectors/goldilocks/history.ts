// What the collected cells did to the locksets of all earlier accesses at once. The locksets of a thread's accesses are nested,
// the later inside the earlier; so for an element and a thread one number says it all: the cell up to which the thread's
// accesses have the element in their lockset. That is a vector clock, seen from the other side. O(threads) per cell with news.

import { grown } from '../../base/grown.ts';
import { BOTTOM, type Version, Versions } from '../../clocks/versions.ts';
import type { Element } from './edges.ts';

/** An element that is no thread: version ⊔ {thread: cell}, cell 0 if nothing was handed over, and whether several gave to it. */
const WORDS = 4;
const VERSION = 0;
const THREAD = 1;
const CELL = 2;
const JOINED = 3;

/** Later than every cell: a thread is in the locksets of all that it did. */
const ALWAYS = 0x7fff_fffe;

export class History {
  /** Joins that cost a pass over the threads. */
  joins = 0;
  private readonly versions = new Versions();
  private known = new Uint32Array(0);
  private places = new Uint32Array(0);

  grow(threads: number, elements: number): void {
    this.versions.grow(threads);
    if (threads > this.known.length) this.known = grown(this.known, Math.max(threads, 2 * this.known.length));
    const words = WORDS * ((elements >>> 1) + 1);
    if (words > this.places.length) this.places = grown(this.places, Math.max(words, 2 * this.places.length));
  }

  /** True if the element is in the lockset of what the thread did before the cell that it handed over next. */
  has(element: Element, thread: number, segment: number): boolean {
    const { known, places, versions } = this;
    if ((element & 1) === 0) {
      const t = element >> 1;
      return t === thread || (t < known.length && versions.time(known[t]!, thread) >= segment);
    }
    const place = (element >> 1) * WORDS;
    if (place >= places.length) return false;
    // What a version says of the thread that handed it over is not about this place.
    const cell = places[place + THREAD] === thread ? places[place + CELL]! : versions.time(places[place + VERSION]!, thread);
    return cell >= segment;
  }

  /** Takes the next cell. */
  edge(from: Element, to: Element, replaces: boolean, cell: number): void {
    if ((from & 1) === 1) this.take(to >> 1, (from >> 1) * WORDS);
    else if ((to & 1) === 0) this.learn(to >> 1, this.known[from >> 1]!, from >> 1, cell);
    else this.give(from >> 1, (to >> 1) * WORDS, replaces, cell);
  }

  private give(t: number, place: number, replaces: boolean, cell: number): void {
    const { places, versions } = this;
    let version = places[place + VERSION]!;
    if (replaces) {
      const known = versions.share(this.known[t]!);
      versions.drop(version);
      version = known;
    } else {
      const alone = places[place + JOINED] === 0 && places[place + CELL]! > 0;
      if (alone) version = versions.absorb(version, BOTTOM, places[place + THREAD]!, places[place + CELL]!);
      version = versions.absorb(version, this.known[t]!, t, cell);
    }
    places[place + VERSION] = version;
    places[place + JOINED] = +!replaces;
    places[place + THREAD] = t;
    places[place + CELL] = cell;
  }

  private take(t: number, place: number): void {
    const { places, versions } = this;
    const cell = places[place + CELL]!;
    if (cell === 0) return;
    const u = places[place + THREAD]!;
    if (places[place + JOINED] === 0 && (u === t || versions.time(this.known[t]!, u) >= cell)) return;
    this.learn(t, places[place + VERSION]!, u, Math.max(cell, versions.time(this.known[t]!, u)));
  }

  private learn(t: number, version: Version, u: number, cell: number): void {
    this.joins++;
    const known = this.versions.absorb(this.known[t]!, version, u, cell);
    this.versions.set(known, t, ALWAYS);
    this.known[t] = known;
  }
}
