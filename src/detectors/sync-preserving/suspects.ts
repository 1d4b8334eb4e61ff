// Which variables a predictor must look at, found while the trace goes by: those with two accesses that conflict, have no lock in
// common, and of which the first need not come before the second in every schedule (program order, forks, joins, barriers, and the
// write that a read saw). No other pair can race, and most traces have none: then no index of the trace is built. Errs on the side of
// suspicion only. FastTrack's shadow with lock sets: O(1) per access while accesses are ordered, O(those kept) otherwise; 32
// bytes per variable, 12 per access kept beside the last ones.

import { grown } from '../../base/grown.ts';
import { HappensBefore } from '../../clocks/happens-before.ts';
import { HeldSets } from '../../clocks/held-sets.ts';
import { BOTTOM, FLAT } from '../../clocks/versions.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ACCESS_KINDS, NO_ACCESS, Op } from '../../trace/operation.ts';
import { ATOMICALLY, FULL, GOES, GuardedAccesses, NOBODY, RACES, STAYS, WRITES } from './guarded-accesses.ts';

/*
 * The shadow of variable x: eight words from x << SHIFT on.
 *
 *   0 1 2   its last write    time, thread, guard
 *   3 4 5   its last read     the same; time 0 if there was none since the last write that makes up for it
 *   6       what the writer knew at its last write: a version
 *   7       its other accesses that still matter: a list, NOBODY, or SUSPECT
 *
 * Times are positions plus one; what a thread knows of another is the time of its last event that must come before.
 * A guard is the lock set of an access × 4, and its kind: WRITES, ATOMICALLY.
 */
const SHIFT = 3;
const READ = 3;
const TIME = 0;
const THREAD = 1;
const GUARD = 2;
const VERSION = 6;
const OTHERS = 7;
const SUSPECT = 0xffff_ffff;

/** One part in so many of the memory, and no more, is taken to find out. */
const PART = 8;
/** What a lock set takes in bytes. */
const LOCKSET = 24;

export class Suspects {
  /** The most bytes that it took. */
  memory = 0;
  private readonly most: number;
  private readonly hb = new HappensBefore();
  private readonly held = new HeldSets();
  private readonly others = new GuardedAccesses(this.hb, this.held.locksets);
  private shadow = new Uint32Array(0);
  private threads = 0;
  private found = 0;
  private gaveUp = false;

  /** `memory` is what its detector may take in all. */
  constructor(memory: number) {
    this.most = memory / PART;
  }

  /** True if nothing in the trace can race. */
  get none(): boolean {
    return this.found === 0 && !this.gaveUp;
  }

  /** Per variable: 1 if it is suspect. Undefined if all are, because it would have taken too much to find out. */
  variables(): Uint8Array | undefined {
    if (this.gaveUp) return undefined;
    return Uint8Array.from({ length: this.shadow.length >>> SHIFT }, (_, x) =>
      this.shadow[(x << SHIFT) + OTHERS] === SUSPECT ? 1 : 0,
    );
  }

  block(block: EventBlock): void {
    if (this.gaveUp || !this.hasRoom(block)) return;
    // In spans, so that the loop is compiled whole: see epoch-analysis.ts.
    for (let from = 0; from < block.length && !this.gaveUp; from += 1024)
      this.span(block, from, Math.min(from + 1024, block.length));
  }

  private hasRoom(block: EventBlock): boolean {
    const words = block.bounds.variables << SHIFT;
    const larger = words <= this.shadow.length ? 0 : Math.max(words, this.shadow.length * 2);
    if (block.bounds.threads > FLAT) this.giveUp();
    if (this.gaveUp || !this.mayTake(4 * larger)) return false;
    if (larger > 0) this.shadow = grown(this.shadow, larger);
    this.hb.grow(block);
    this.held.grow(block);
    // Each thread knows itself: the loop below asks nobody else.
    for (; this.threads < block.bounds.threads; this.threads++) this.hb.learn(this.threads, BOTTOM, this.threads, 0);
    return true;
  }

  /** False, and the end of the matter, if that much more is too much. */
  private mayTake(more: number): boolean {
    const { shadow, hb, held, others } = this;
    const bytes = shadow.byteLength + others.bytes + hb.versions.arena.byteLength + LOCKSET * held.locksets.count + more;
    if (bytes > this.most) this.giveUp();
    else this.memory = Math.max(this.memory, bytes);
    return !this.gaveUp;
  }

  private giveUp(): void {
    this.gaveUp = true;
    this.shadow = new Uint32Array(0);
  }

  private span({ start, ops, threads, targets }: EventBlock, from: number, to: number): void {
    const { hb, held, shadow } = this;
    const { known, versions } = hb;
    const { sets } = held;
    let { arena, stride } = versions;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      const time = start + i + 1;
      if (op <= Op.write) {
        const s = targets[i]! << SHIFT;
        const own = s + READ - op * READ;
        const guard = (sets[2 * t + op]! << 2) | op;
        const row = Math.imul(known[t]!, stride);
        // As in epoch-analysis.ts: after all that was done before, and with the same locks as the access that it takes the place of.
        if (
          shadow[own + GUARD] === guard &&
          shadow[s + OTHERS] === NOBODY &&
          arena[row + shadow[s + THREAD]!]! >= shadow[s + TIME]! &&
          arena[row + shadow[s + READ + THREAD]!]! >= shadow[s + READ + TIME]! &&
          (op === Op.read || shadow[s + READ + TIME] === 0 || shadow[s + READ + GUARD] === guard - 1)
        ) {
          shadow[own + TIME] = time;
          shadow[own + THREAD] = t;
          if (op === Op.write) {
            shadow[s + READ + TIME] = 0;
            if (shadow[s + VERSION] !== known[t]) this.handOver(s, t);
          }
          continue;
        }
        this.access(op, t, s, guard, time);
      } else if (ACCESS_KINDS[op] !== NO_ACCESS) this.atomic(op, t, targets[i]!, time);
      else this.step(op, t, targets[i]!, time);
      // Whoever learns may have moved the clocks.
      ({ arena, stride } = versions);
      if (this.gaveUp) return;
    }
  }
  private atomic(op: number, t: number, variable: number, time: number): void {
    const writes = op & WRITES;
    this.access(writes, t, variable << SHIFT, (this.held.held(t, writes) << 2) | ATOMICALLY | writes, time);
  }

  /** An access that is not settled by comparisons with the last ones. `s` is where the shadow of the variable lies. */
  private access(writes: number, t: number, s: number, guard: number, time: number): void {
    const { shadow } = this;
    if (shadow[s + OTHERS] !== SUSPECT) this.compare(writes, t, s, guard);
    if (writes === 0) this.learn(t, s);
    else if (shadow[s + VERSION] !== this.hb.known[t]) this.handOver(s, t);
    const own = writes === 0 ? s + READ : s;
    shadow[own + TIME] = time;
    shadow[own + THREAD] = t;
    shadow[own + GUARD] = guard;
  }

  /** Compares an access with all that matter, and drops or puts aside those in whose place it comes. */
  private compare(writes: number, t: number, s: number, guard: number): void {
    const { shadow, others } = this;
    const write = this.meets(s, t, guard);
    const read = this.meets(s + READ, t, guard);
    if (write === RACES || read === RACES || (shadow[s + OTHERS] !== NOBODY && !others.pass(shadow[s + OTHERS]!, t, guard))) {
      this.suspect(s);
      return;
    }
    if (shadow[s + OTHERS] !== NOBODY && others.size(shadow[s + OTHERS]!) === 0) this.release(s);
    const replaced = writes === 0 ? read : write;
    const own = writes === 0 ? s + READ : s;
    if (replaced === STAYS) {
      const list = others.add(shadow[s + OTHERS]!, shadow[own + TIME]!, shadow[own + THREAD]!, shadow[own + GUARD]!);
      if (list === FULL) this.suspect(s);
      else shadow[s + OTHERS] = list;
    }
    if (read === GOES) shadow[s + READ + TIME] = 0;
  }

  private meets(slot: number, t: number, guard: number): number {
    const { shadow } = this;
    return this.others.meets(shadow[slot + TIME]!, shadow[slot + THREAD]!, shadow[slot + GUARD]!, t, guard);
  }

  private suspect(s: number): void {
    if (this.shadow[s + OTHERS] !== NOBODY) this.release(s);
    this.shadow[s + OTHERS] = SUSPECT;
    this.found++;
  }

  private release(s: number): void {
    this.others.release(this.shadow[s + OTHERS]!);
    this.shadow[s + OTHERS] = NOBODY;
  }

  /** In every schedule the last write comes before a read that saw it, and so does all that the writer knew. */
  private learn(t: number, s: number): void {
    const { shadow, hb } = this;
    const time = shadow[s + TIME]!;
    const u = shadow[s + THREAD]!;
    if (time !== 0 && !hb.ordered(u, time, t)) hb.learn(t, shadow[s + VERSION]!, u, time);
  }

  private handOver(s: number, t: number): void {
    const { versions, known } = this.hb;
    versions.drop(this.shadow[s + VERSION]!);
    this.shadow[s + VERSION] = versions.share(known[t]!);
  }

  /** Locks guard and do not order: two critical sections may change places. */
  private step(op: number, t: number, target: number, time: number): void {
    const { hb, held } = this;
    switch (op) {
      case Op.fork:
      case Op.barrierEnter:
      case Op.barrierExit:
        hb.times[t] = time;
        hb.step(op, t, target);
        return;
      case Op.join:
        // All that it did was before.
        hb.times[target] = time;
        hb.step(op, t, target);
        return;
      case Op.alloc:
        this.forget(target << SHIFT);
        return;
      default:
        held.step(op, t, target);
        // To give up one lock of many may make as many sets.
        if (op > Op.acquire) this.mayTake(0);
    }
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(s: number): void {
    const { shadow, hb } = this;
    shadow[s + TIME] = shadow[s + READ + TIME] = 0;
    hb.versions.drop(shadow[s + VERSION]!);
    shadow[s + VERSION] = BOTTOM;
    if (shadow[s + OTHERS] !== SUSPECT && shadow[s + OTHERS] !== NOBODY) this.release(s);
  }
}
