// Which functions had the memory of a stack when other threads touched it: only such memory can race. Asked for is what its thread was in when it
// last synchronised, since that is how others get to know of its variables, and at its last record, since some tell of them without. Costs a
// look at a small table per access, and a walk over the callers where a thread touches the stack of another at a new moment of that one.

import type { StackFrame } from '../naming.ts';
import { GRANULE_BYTES } from './granule.ts';
import type { LogCalls } from './log-calls.ts';

const REGION_BYTES = 2 ** 20;
const REGIONS = 1 << 16;
/** A stack without a limit is said to be larger than all memory. */
const LARGEST_STACK = 2 ** 30;
/** More moments than this tell nothing that can be read. */
const MOST_OWNERS = 64;
/** Of more memory that one thread lends another the names are not known. */
const MOST_TOUCHED = 1 << 16;

/** The site of a moment that no thread has. */
const NEVER = -1;

interface Stack {
  readonly log: number;
  readonly from: number;
  readonly to: number;
}

/** Where threads are, by log: a site of the log, 0 if there is none yet, and the function that the thread began with, as a context. */
class Moments {
  readonly sites: Float64Array;
  readonly roots: Uint32Array;

  constructor(logs: number, site = 0) {
    this.sites = new Float64Array(logs).fill(site);
    this.roots = new Uint32Array(logs);
  }

  /** The moment of one log becomes that of another of others. */
  copy(to: number, { sites, roots }: Moments, from: number): void {
    this.sites[to] = sites[from]!;
    this.roots[to] = roots[from]!;
  }

  is(own: number, { sites, roots }: Moments, other: number): boolean {
    return this.sites[own] === sites[other] && this.roots[own] === roots[other];
  }
}

interface Touched {
  readonly owners: Map<string, StackFrame | undefined>;
  /** The moments of the thread that were looked at last: when it synchronised, and its last. */
  readonly looked: Moments;
}

export class StackOwners {
  private readonly calls: readonly (LogCalls | undefined)[];
  /** By log. */
  private readonly own: (Stack | undefined)[] = [];
  private readonly contexts: Uint32Array;
  private readonly roots: Uint32Array;
  private readonly synchronised: Moments;
  private readonly last: Moments;
  /** 1 where a stack may be, by a hash of the region. */
  private readonly hashes = new Uint8Array(REGIONS);
  private readonly regions = new Map<number, Stack[]>();
  /** By granule. */
  private readonly touched = new Map<number, Touched>();

  /** `calls` of the logs; without those that tell where frames are, nothing is ever known. */
  constructor(calls: readonly (LogCalls | undefined)[]) {
    this.calls = calls.map((own) => (own?.hasFrames ? own : undefined));
    this.contexts = new Uint32Array(calls.length);
    this.roots = new Uint32Array(calls.length);
    this.synchronised = new Moments(calls.length);
    this.last = new Moments(calls.length);
  }

  /** Memory is the stack of a thread from now on. */
  begin(log: number, from: number, bytes: number): void {
    const to = from + bytes;
    if (this.calls[log] === undefined) return;
    const stack = { log, from: Math.max(from, to - LARGEST_STACK), to };
    this.own[log] = stack;
    for (let region = Math.floor(stack.from / REGION_BYTES); region * REGION_BYTES < to; region++) {
      const others = this.regions.get(region)?.filter((other) => other.to <= stack.from || other.from >= to) ?? [];
      this.regions.set(region, [...others, stack]);
      this.hashes[hashOf(region)] = 1;
    }
    for (const granule of this.touched.keys())
      if (granule * GRANULE_BYTES >= stack.from && granule * GRANULE_BYTES < to) this.touched.delete(granule);
  }

  /** The log defines its next context: without a site it is that of the function that its thread is in outermost from now on. */
  defines(log: number, site: number): void {
    const context = this.contexts[log]! + 1;
    this.contexts[log] = context;
    if (site === 0) this.roots[log] = context;
  }

  /** The last record so far of the log is at this site, and is no synchronisation. */
  at(log: number, site: number): void {
    this.last.sites[log] = site;
    this.last.roots[log] = this.roots[log]!;
  }

  synchronises(log: number, site: number): void {
    this.at(log, site);
    this.synchronised.copy(log, this.last, log);
  }

  /** Whether an address may be on a stack; its upper and lower 32 bits. Most are not, and that is all that is asked of them. */
  mayHave(high: number, low: number): boolean {
    return this.hashes[hashOf((high << 12) | (low >>> 20))] !== 0;
  }

  /** The thread of the log touches memory. */
  touch(log: number, address: number, bytes: number): void {
    const own = this.own[log];
    if (own !== undefined && address >= own.from && address < own.to) return;
    const stack = this.stackAt(address);
    if (stack === undefined || stack.log === log) return;
    const end = Math.min(address + bytes, stack.to);
    for (let granule = Math.floor(address / GRANULE_BYTES); granule * GRANULE_BYTES < end; granule++) this.note(stack, granule);
  }

  /** The functions that had what is at an address; undefined in place of one that is not known. Undefined if nothing can be known. */
  of(log: number, address: number): readonly (StackFrame | undefined)[] | undefined {
    if (this.calls[log] === undefined) return undefined;
    const owners = this.touched.get(Math.floor(address / GRANULE_BYTES))?.owners;
    return owners === undefined || owners.size > MOST_OWNERS ? [undefined] : [...owners.values()];
  }

  private stackAt(address: number): Stack | undefined {
    const stacks = this.regions.get(Math.floor(address / REGION_BYTES));
    return stacks?.find(({ from, to }) => from <= address && address < to);
  }

  private note(stack: Stack, granule: number): void {
    let touched = this.touched.get(granule);
    if (touched === undefined) {
      if (this.touched.size >= MOST_TOUCHED) return;
      touched = { owners: new Map(), looked: new Moments(2, NEVER) };
      this.touched.set(granule, touched);
    }
    const { owners, looked } = touched;
    const moments = [this.synchronised, this.last];
    if (moments.every((moment, i) => looked.is(i, moment, stack.log)) || owners.size > MOST_OWNERS) return;
    moments.forEach((moment, i) => {
      looked.copy(i, moment, stack.log);
    });
    const frames = moments.flatMap((moment) => this.frameAt(stack, moment, granule * GRANULE_BYTES) ?? []);
    for (const frame of frames) owners.set(`${frame.site} ${frame.home} ${frame.stack}`, frame);
    if (frames.length === 0) owners.set('', undefined);
  }

  /** The frame that an address is in, of those that a thread has at a moment. */
  private frameAt({ log, to }: Stack, { sites, roots }: Moments, address: number): StackFrame | undefined {
    const calls = this.calls[log]!;
    if (sites[log] === 0) return undefined;
    let { address: code, context } = calls.site(sites[log]!);
    for (;;) {
      const outermost = context === 0;
      const frame = calls.frame(outermost ? roots[log]! : context, to);
      if (frame !== undefined && frame.stack <= address && address < frame.top) return { ...frame, site: code };
      if (outermost) return undefined;
      code = calls.callSite(context);
      context = calls.caller(context);
    }
  }
}

function hashOf(region: number): number {
  return (region ^ (region >>> 16)) & (REGIONS - 1);
}
