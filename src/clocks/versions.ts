// Vector clocks as shared, counted versions. A release hands its thread's version to the lock in O(1); a version is copied
// only when somebody who shares it learns something new. Threads 0 … 255 lie flat in one arena (a join is one tight loop);
// higher threads lie in immutable chunks that versions share, so that 70 000 threads need memory for what differs only.

import { grown } from '../base/grown.ts';
import { growKernel, type JoinKernel, joinKernel } from './join-kernel.ts';

/** A vector clock: thread → time, 0 where nothing is known. Owned by everyone who holds it; count with `share` and `drop`. */
export type Version = number;

/** The clock that knows nothing. Never counted, never written. */
export const BOTTOM: Version = 0;

/** Threads below this have their entries in the arena. */
export const FLAT = 256;
const CHUNK = 256;
/** From this many entries on, the join is left to WebAssembly. */
const KERNEL_FROM = 32;
type Tail = readonly (Uint32Array | undefined)[];
const EMPTY: Tail = [];

export class Versions {
  /** Entries of version v for threads below `stride`: arena[v * stride …]. Read-only for others, and moved by `absorb`. */
  arena = new Uint32Array(64 * 8);
  stride = 8;
  private kernel: JoinKernel | undefined;
  /** Entries for threads from FLAT up; only then does `hasTails` hold. */
  private tails: (Tail | undefined)[] = [];
  private hasTails = false;
  private counts = new Uint32Array(64);
  private free = new Uint32Array(64);
  private freeCount = 0;
  /** Versions 0 … used - 1 were handed out at some time. */
  private used = 1;

  /** Makes room for this many threads. */
  grow(threads: number): void {
    if (threads > FLAT) this.hasTails = true;
    let stride = this.stride;
    while (stride < threads && stride < FLAT) stride *= 2;
    if (stride === this.stride) return;
    const old = this.arena;
    this.arena = this.newArena(this.counts.length, stride);
    for (let v = 0; v < this.used; v++) this.arena.set(old.subarray(v * this.stride, (v + 1) * this.stride), v * stride);
    this.stride = stride;
  }

  /** What version v knows of thread u. */
  time(v: Version, u: number): number {
    return u < FLAT ? this.arena[v * this.stride + u]! : this.tailTime(v, u);
  }

  share(v: Version): Version {
    if (v !== BOTTOM) this.counts[v]!++;
    return v;
  }

  drop(v: Version): void {
    if (v === BOTTOM) return;
    if (--this.counts[v]! > 0) return;
    if (this.hasTails) this.tails[v] = undefined;
    this.free[this.freeCount++] = v;
  }

  /**
   * v ⊔ w with the entry of u set to `time`, which must be the newest of u that either knows. Consumes the caller's share of v
   * and leaves w alone. One pass over the threads.
   */
  absorb(v: Version, w: Version, u: number, time: number): Version {
    const alone = v !== BOTTOM && this.counts[v] === 1;
    const into = alone ? v : this.allocate();
    const { arena, stride } = this;
    const a = v * stride;
    const b = w * stride;
    const to = into * stride;
    if (v === BOTTOM || v === w || w === BOTTOM) {
      const from = v === BOTTOM ? b : a;
      if (from !== to) arena.copyWithin(to, from, from + stride);
    } else {
      this.join(a, b, to);
    }
    if (u < FLAT) arena[to + u] = time;
    if (this.hasTails) this.tails[into] = this.joinTails(this.tails[v] ?? EMPTY, this.tails[w] ?? EMPTY, u, time);
    if (!alone) this.drop(v);
    return into;
  }

  /** Sets an entry of a version that only the caller holds. Entries beyond the arena are left alone. */
  set(v: Version, u: number, time: number): void {
    if (u < FLAT) this.arena[v * this.stride + u] = time;
  }

  /** How many versions are alive, for measurements. */
  get live(): number {
    return this.used - 1 - this.freeCount;
  }

  private allocate(): Version {
    if (this.freeCount > 0) {
      const v = this.free[--this.freeCount]!;
      this.counts[v] = 1;
      return v;
    }
    if (this.used === this.counts.length) {
      this.counts = grown(this.counts, this.used * 2);
      this.free = grown(this.free, this.used * 2);
      this.arena = this.largerArena(this.used * 2);
    }
    this.counts[this.used] = 1;
    return this.used++;
  }

  private newArena(versions: number, stride: number): Uint32Array<ArrayBuffer> {
    this.kernel = stride < KERNEL_FROM ? undefined : joinKernel(versions * stride * 4);
    if (this.kernel === undefined) return new Uint32Array(versions * stride);
    return new Uint32Array(this.kernel.memory.buffer as ArrayBuffer, 0, versions * stride);
  }

  /** The arena with room for more versions. */
  private largerArena(versions: number): Uint32Array<ArrayBuffer> {
    const { kernel, stride } = this;
    if (kernel !== undefined && growKernel(kernel, versions * stride * 4))
      return new Uint32Array(kernel.memory.buffer as ArrayBuffer, 0, versions * stride);
    const larger = this.newArena(versions, stride);
    larger.set(this.arena);
    return larger;
  }

  private join(a: number, b: number, to: number): void {
    const { arena, stride, kernel } = this;
    if (kernel !== undefined) kernel.join(a * 4, b * 4, to * 4, stride * 4);
    else
      for (let i = 0; i < stride; i++) {
        // max(x, y) without a branch that the processor would guess wrong every other time. Times are below 2^31.
        const x = arena[a + i]!;
        const less = (x - arena[b + i]!) | 0;
        arena[to + i] = x - (less & (less >> 31));
      }
  }

  private tailTime(v: Version, u: number): number {
    const chunk = this.tails[v]?.[(u - FLAT) >>> 8];
    return chunk === undefined ? 0 : chunk[(u - FLAT) & (CHUNK - 1)]!;
  }

  private joinTails(a: Tail, b: Tail, u: number, time: number): Tail {
    let joined = a;
    if (a !== b) {
      const length = Math.max(a.length, b.length);
      const chunks = new Array<Uint32Array | undefined>(length);
      for (let i = 0; i < length; i++) chunks[i] = joinChunks(a[i], b[i]);
      joined = chunks;
    }
    if (u < FLAT) return joined;
    const index = (u - FLAT) >>> 8;
    const at = (u - FLAT) & (CHUNK - 1);
    const old = joined[index];
    if (old !== undefined && old[at]! >= time) return joined;
    const chunk = old === undefined ? new Uint32Array(CHUNK) : old.slice();
    chunk[at] = time;
    const chunks = joined.slice();
    while (chunks.length < index) chunks.push(undefined);
    chunks[index] = chunk;
    return chunks;
  }
}

/** The larger entries of both; one of the two itself where it dominates, so that equal knowledge stays shared. */
function joinChunks(a: Uint32Array | undefined, b: Uint32Array | undefined): Uint32Array | undefined {
  if (a === b || b === undefined) return a;
  if (a === undefined) return b;
  let aNewer = false;
  let bNewer = false;
  for (let i = 0; i < CHUNK; i++) {
    const x = a[i]!;
    const y = b[i]!;
    if (x > y) aNewer = true;
    else if (y > x) bNewer = true;
  }
  if (!bNewer) return a;
  if (!aNewer) return b;
  const joined = new Uint32Array(CHUNK);
  for (let i = 0; i < CHUNK; i++) joined[i] = Math.max(a[i]!, b[i]!);
  return joined;
}
