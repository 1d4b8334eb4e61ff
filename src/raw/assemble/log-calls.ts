// The calling contexts and places that the log of a thread defines, in the order of the log. A context is a call in another context, one of
// lower number, so there are no cycles; a place is a code address in a context. Repeated places cost the log no record.

import { bisect } from '../../base/bisect.ts';
import { enlarged } from '../../base/grown.ts';
import { AWAITS, FRAME_STEP, PLACE_BIT } from '../format.ts';
import type { StackFrame } from '../naming.ts';

/** A place of a log, or a code address without callers. */
export interface CodeSite {
  readonly address: number;
  /** Number of the context, or 0. */
  readonly context: number;
}

const NOWHERE: CodeSite = { address: 0, context: 0 };

export class LogCalls {
  /** Both are counted from 1. */
  contexts = 0;
  places = 0;
  /** By context: the one that it is called from, and whether that awaits; the address of the call. */
  private callers = new Uint32Array(0);
  private awaits = new Uint8Array(0);
  private calls = new Float64Array(0);
  /** By context: how far its frame is below the next one outside that tells it, and how large it is, in steps; 0 if that is not told. */
  private distances = new Uint16Array(0);
  private sizes = new Uint16Array(0);
  /** Of such a context: a code address in the function; 0 if that is not told. */
  private homes = new Float64Array(0);
  /** By such an address: the size of the frames, which is the same for most functions however they are called; 0 if it is not. */
  private readonly sizesOf = new Map<number, number>();
  /** Whether any context tells where its frame is. */
  hasFrames = false;
  /** Address → its places, in the order of the log; undefined until somebody asks. */
  private placesAt: Map<number, number[]> | undefined;
  /** By place. */
  private addresses = new Float64Array(0);
  private within = new Uint32Array(0);

  /** A `call` record; false if it speaks of a context that was not defined before it. */
  call(address: number, site: number, extra: number): boolean {
    const caller = address % 0x1_0000_0000;
    if (caller > this.contexts) return false;
    const number = ++this.contexts;
    if (number >= this.callers.length) {
      this.callers = enlarged(this.callers, number + 1);
      this.awaits = enlarged(this.awaits, number + 1);
      this.calls = enlarged(this.calls, number + 1);
      this.distances = enlarged(this.distances, number + 1);
      this.sizes = enlarged(this.sizes, number + 1);
      this.homes = enlarged(this.homes, number + 1);
    }
    this.distances[number] = Math.floor(address / 0x1_0000_0000);
    this.sizes[number] = extra >>> 1;
    this.hasFrames ||= this.distances[number] !== 0;
    this.callers[number] = caller;
    this.awaits[number] = extra & AWAITS;
    this.calls[number] = site;
    return true;
  }

  /** A `place` record; false if it speaks of a context that was not defined before it. */
  place(address: number, context: number): boolean {
    if (context > this.contexts) return false;
    const number = ++this.places;
    if (number >= this.addresses.length) {
      this.addresses = enlarged(this.addresses, number + 1);
      this.within = enlarged(this.within, number + 1);
    }
    this.addresses[number] = address;
    this.within[number] = context;
    if (this.distances[context] !== 0 && this.homes[context] === 0) this.home(context, address);
    return true;
  }

  private home(context: number, address: number): void {
    const size = this.sizes[context]!;
    this.homes[context] = address;
    if (size !== 0) this.sizesOf.set(address, (this.sizesOf.get(address) ?? size) === size ? size : 0);
  }

  /** What a site of the log stands for; nothing if it is a place that the log does not define. */
  site(site: number): CodeSite {
    if (site < PLACE_BIT) return { address: site, context: 0 };
    const number = site - PLACE_BIT;
    return number > this.places ? NOWHERE : { address: this.addresses[number] ?? 0, context: this.within[number] ?? 0 };
  }

  /** The last of the first `defined` places that has this address, or 0. */
  lastPlace(address: number, defined: number): number {
    this.placesAt ??= this.byAddress();
    const places = this.placesAt.get(address);
    if (places === undefined) return 0;
    return places[bisect(0, places.length, (i) => places[i]! <= defined) - 1] ?? 0;
  }

  private byAddress(): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (let place = 1; place <= this.places; place++) {
      const address = this.addresses[place]!;
      const places = found.get(address);
      if (places === undefined) found.set(address, [place]);
      else places.push(place);
    }
    return found;
  }

  /** Of a context: the one that it is called from, or 0. */
  caller(context: number): number {
    return this.callers[context]!;
  }

  /** Of a context: the code address of its call. */
  callSite(context: number): number {
    return this.calls[context]!;
  }

  /** Of a context: the frame of the function that was called, on a stack that ends there; undefined if that is not told. */
  frame(context: number, end: number): StackFrame | undefined {
    const { distances } = this;
    const home = this.homes[context];
    const size = this.sizes[context] || (home && this.sizesOf.get(home));
    if (!size || !home) return undefined;
    let steps = 0;
    for (let at = context; at !== 0; at = this.callers[at]!) steps += distances[at]!;
    const stack = end - steps * FRAME_STEP;
    return { home, site: home, stack, top: stack + size * FRAME_STEP };
  }

  isAwaited(context: number): boolean {
    return this.awaits[context] !== 0;
  }
}

/** The code address of a site of a log that may have no calls. */
export function codeAddress(calls: LogCalls | undefined, site: number): number {
  return calls === undefined ? site : calls.site(site).address;
}
