// What reads say about the order of critical sections. If a read saw write w0, and write w of the same cell must come after w0, then the read
// comes before w in every correct reordering that has both: otherwise it would see w, or something later. So does its critical section
// come before all that must come after w. That is how a list whose nodes are unlinked under a lock and freed without it is known to be safe.

import type { Meter } from '../../base/meter.ts';
import { sharedWords } from '../../base/shared-memory.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS } from '../../trace/operation.ts';
import type { Ideals } from '../sync-preserving/ideals.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

/** How many writes after the one that was read are looked at for one that must come after it. */
const FAR = 4;
/** How many events of a critical section are looked at, the last ones. */
const EVENTS = 1024;
const NEVER = 0xffff_ffff;

export class Overwrites {
  /** Events that were looked at. */
  steps = 0;
  private readonly trace: TraceIndex;
  private readonly must: Ideals;
  private readonly nextWrites: Uint32Array;
  /** Per thread: the first of its events that must come after what was read in the section at hand. */
  private readonly firsts: Uint32Array;
  /** Which threads have any. */
  private readonly writers: number[] = [];

  /** Knows nothing if the next writes are empty. */
  constructor(must: Ideals, nextWrites: Uint32Array) {
    this.must = must;
    this.trace = must.trace;
    this.nextWrites = nextWrites;
    this.firsts = new Uint32Array(must.stride).fill(NEVER);
  }

  /** Looks at events `from` … `to` of thread t, which are of one critical section. False if nothing is known to come after them. */
  read(t: number, from: number, to: number): boolean {
    const { trace, firsts, writers } = this;
    for (const v of writers) firsts[v] = NEVER;
    writers.length = 0;
    if (this.nextWrites.length === 0) return false;
    const start = trace.threadStart[t]! - 1;
    for (let i = Math.max(from, to - EVENTS); i <= to; i++) this.follow(trace.threadEvents[start + i]!, t);
    return writers.length > 0;
  }

  /** True if what was read must come before one of the first n events of thread u, or before something that must come before these. */
  precede(u: number, n: number): boolean {
    const { must, firsts, writers } = this;
    for (const v of writers) if (firsts[v]! <= (v === u ? n : must.entryAfter(u, n, v))) return true;
    return false;
  }

  /** If event e of thread t reads: finds a write that must come after what it saw. */
  private follow(e: number, t: number): void {
    const { trace, firsts, writers, nextWrites } = this;
    const { columns, sources, index } = trace;
    this.steps++;
    const op = columns.ops[e]!;
    if (ACCESS_KINDS[op] === NO_ACCESS || isWrite(op)) return;
    let w = nextWrites[e]!;
    for (let far = 0; w !== 0 && far < FAR; far++, w = nextWrites[w - 1]!) {
      const v = columns.threads[w - 1]!;
      const i = index[w - 1]!;
      // Its own writes come after it anyway.
      if (v === t) return;
      if (sources[e] !== 0 && !this.knows(v, i, sources[e]! - 1)) continue;
      if (firsts[v] === NEVER) writers.push(v);
      firsts[v] = Math.min(firsts[v]!, i);
      return;
    }
  }

  /** True if event i of thread v must come after event e. */
  private knows(v: number, i: number, e: number): boolean {
    const { trace, must } = this;
    const u = trace.columns.threads[e]!;
    return (v === u ? i : must.entryAfter(v, i, u)) >= trace.index[e]!;
  }
}

/** Per access: the next write of its cell in the trace plus one. Empty if there is no memory for it. */
export function nextWrites({ columns, cells, cellCount }: TraceIndex, meter: Meter): Uint32Array {
  const { ops, length } = columns;
  if (!meter.take(4 * length)) return new Uint32Array(0);
  const next = sharedWords(length);
  const latest = new Uint32Array(cellCount);
  for (let e = length - 1; e >= 0; e--) {
    if (ACCESS_KINDS[ops[e]!] === NO_ACCESS) continue;
    next[e] = latest[cells[e]!]!;
    if (isWrite(ops[e]!)) latest[cells[e]!] = e + 1;
  }
  return next;
}
