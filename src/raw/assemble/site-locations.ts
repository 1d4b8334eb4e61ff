// From the sites of logs to locations of the trace, each made once: the functions that were expanded at a code address are frames of their
// own, under the calls of their context, if the log tells it. A log may tell the callers of some accesses of a place and not of others: those
// get the callers that the thread had there last, and are marked. What nobody asks for is not made.

import { CallTree } from '../../trace/call-tree.ts';
import { type CodePlace, NO_PLACE } from '../../trace/code-place.ts';
import { Link, SEEN } from '../../trace/contexts.ts';
import { NO_LOCATION } from '../../trace/id.ts';
import { addSite, type Symbols } from '../../trace/symbols.ts';
import { PLACE_BIT } from '../format.ts';
import type { CodeFrame, Naming } from '../naming.ts';
import { AddressMap } from './address-map.ts';
import type { LogCalls } from './log-calls.ts';

const LATE_SITES = 1 << 10;

/** The locations of a log's contexts and places, + 1; 0 where nobody asked yet. */
interface Asked {
  readonly calls: LogCalls;
  readonly contexts: Uint32Array;
  readonly places: Uint32Array;
  /** Of places whose callers stand for those of another access. */
  readonly seen: Uint32Array;
  /** How many of its places the log has defined so far. */
  defined: number;
}

export class SiteLocations {
  private readonly symbols: Symbols;
  private readonly naming: Naming;
  private readonly tree: CallTree;
  /** Code address → the location without callers. */
  private plain = new AddressMap(10);
  /** Sites that were asked for lately, by their lowest bits, with their locations. */
  private readonly lateSites = new Float64Array(LATE_SITES);
  private readonly lateLocations = new Int32Array(LATE_SITES);
  /** Code address → the places of its frames, innermost first. */
  private readonly frames = new Map<number, readonly number[]>();
  /** By log. */
  private readonly asked: readonly (Asked | undefined)[];

  /** `calls`: what the sites of each log stand for. */
  constructor(symbols: Symbols, naming: Naming, calls: readonly (LogCalls | undefined)[]) {
    this.symbols = symbols;
    this.naming = naming;
    this.tree = new CallTree(symbols);
    this.asked = calls.map(
      (own) =>
        own && {
          calls: own,
          contexts: new Uint32Array(own.contexts + 1),
          places: new Uint32Array(own.places + 1),
          seen: new Uint32Array(own.places + 1),
          defined: 0,
        },
    );
  }

  of(site: number, log: number): number {
    if (site === 0) return NO_LOCATION;
    const asked = this.asked[log];
    if (asked !== undefined && asked.calls.places > 0) {
      if (site >= PLACE_BIT) return this.place(asked.places, asked, site - PLACE_BIT, 0);
      const last = this.naming.samplesCallers ? asked.calls.lastPlace(site, asked.defined) : 0;
      if (last > 0) return this.place(asked.seen, asked, last, SEEN);
    }
    const slot = site & (LATE_SITES - 1);
    if (this.lateSites[slot] !== site) {
      this.lateLocations[slot] = this.known(site);
      this.lateSites[slot] = site;
    }
    return this.lateLocations[slot]!;
  }

  /** What is at the addresses is something else from now on, and so are places and contexts: their numbers stay. */
  forget(): void {
    this.plain = new AddressMap(10);
    this.lateSites.fill(0);
    this.frames.clear();
    for (const asked of this.asked) {
      asked?.contexts.fill(0);
      asked?.places.fill(0);
      asked?.seen.fill(0);
    }
  }

  private known(address: number): number {
    const known = this.plain.get(address);
    if (known >= 0) return known;
    const location = this.at(NO_LOCATION, address, Link.called);
    this.plain.set(address, location);
    return location;
  }

  /** The log has come to the definition of its next place. */
  defines(log: number): void {
    const asked = this.asked[log];
    if (asked !== undefined) asked.defined++;
  }

  /** The code address of a site of a log. */
  address(site: number, log: number): number {
    return this.asked[log]?.calls.site(site).address ?? site;
  }

  /** The code addresses of the calls that lead to a site of a log, the innermost first. */
  callers(site: number, log: number): number[] {
    const calls = this.asked[log]?.calls;
    const found: number[] = [];
    for (let at = calls?.site(site).context ?? 0; at !== 0; at = calls!.caller(at)) found.push(calls!.callSite(at));
    return found;
  }

  private place(known: Uint32Array, asked: Asked, number: number, seen: number): number {
    const { calls } = asked;
    if (number > calls.places) return NO_LOCATION;
    if (known[number] === 0) {
      const { address, context } = calls.site(PLACE_BIT + number);
      const way = linkTo(calls, context) + seen;
      known[number] = (address === 0 ? NO_LOCATION : this.at(this.context(asked, context), address, way)) + 1;
    }
    return known[number]! - 1;
  }

  /** The location of the call of a context. Recursion may be deeper than a stack of ours: callers are made from the outside in. */
  private context({ calls, contexts }: Asked, number: number): number {
    const pending: number[] = [];
    let at = number;
    for (; at !== 0 && contexts[at] === 0; at = calls.caller(at)) pending.push(at);
    let location: number = at === 0 ? NO_LOCATION : contexts[at]! - 1;
    for (const context of pending.reverse()) {
      location = this.under(location, calls.callSite(context), linkTo(calls, calls.caller(context)));
      contexts[context] = location + 1;
    }
    return location;
  }

  /** As `under`, for what is done there. */
  private at(caller: number, address: number, way: number): number {
    const location = this.under(caller, address, way);
    const site = this.naming.site?.(address);
    if (site !== undefined && location !== caller) addSite(this.symbols, location, site);
    return location;
  }

  /** The innermost frame of a code address, under a caller. */
  private under(caller: number, address: number, way: number): number {
    // A call that is not known must not come between those that are.
    if (address === 0) return caller;
    let location = caller;
    for (const [i, place] of this.framesOf(address).toReversed().entries())
      location = i === 0 ? this.tree.under(caller, place, way) : this.tree.under(location, place, Link.inlined);
    return location;
  }

  private framesOf(address: number): readonly number[] {
    let frames = this.frames.get(address);
    if (frames === undefined) {
      frames = this.newFrames(address);
      this.frames.set(address, frames);
    }
    return frames;
  }

  /** The frame that the address is told by has the name that it has without frames: findings are known again by it. */
  private newFrames(address: number): number[] {
    const { naming } = this;
    if (naming.hidden?.(address)) return [];
    const frames = naming.frames?.(address) ?? [];
    const own = Math.max(
      0,
      frames.findIndex(({ library }) => library === undefined),
    );
    const isForeign = naming.unseen?.(address) !== undefined;
    const told = this.intern(naming.location(address), naming.place?.(address), frames[own], isForeign);
    return frames.length < 2
      ? [told]
      : frames.map((frame, i) => (i === own ? told : this.intern(frameName(frame), undefined, frame, isForeign)));
  }

  private intern(name: string, place: CodePlace | undefined, frame: CodeFrame | undefined, isForeign: boolean): number {
    const { locations, places, foreign } = this.symbols;
    const before = locations.size;
    const id = locations.internName(name);
    const library = frame?.library;
    const own = place ?? (library === undefined ? undefined : { ...NO_PLACE, function: frame!.function });
    const known = places.get(id);
    if (own !== undefined && known === undefined) places.set(id, library === undefined ? own : { ...own, library });
    // A line that a package and the program were both made of is the program's.
    else if (known?.library !== undefined && own !== undefined && (library ?? own.library) === undefined) places.set(id, own);
    // A line of a header may be compiled twice, and its name stands for both: it is foreign only if all that have it are.
    if (!isForeign) foreign.delete(id);
    else if (locations.size > before) foreign.add(id);
    return id;
  }
}

function frameName({ file, line, function: name }: CodeFrame): string {
  return `${file}:${line}${name === '' ? '' : ` (${name})`}`;
}

/** How what runs in a context stands to its call. */
function linkTo(calls: LogCalls, context: number): Link {
  return context !== 0 && calls.isAwaited(context) ? Link.awaited : Link.called;
}
