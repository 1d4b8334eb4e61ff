// Looks for a schedule after which given events come next, the two of a race or those of a deadlock, by depth-first search over states that
// are visited once. Threads go only as far as something needs them: what must come before the events, and the releases of locks that stand in the way of that.
// Steps that take nothing from anybody are not branched on. Exact within its window as long as the budget lasts, but for a section that has
// to end and needs for that what must come before it begins: that it has to end must be known, as saturation.ts tells it, before it begins.

import type { Meter } from '../../base/meter.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../trace/operation.ts';
import { NOTHING } from '../sync-preserving/critical-sections.ts';
import type { Ideals } from '../sync-preserving/ideals.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';
import { NOBODY } from './parked.ts';
import { NOWHERE, State } from './state.ts';
import type { WindowOrder } from './window-order.ts';

/** What a search takes in bytes: for an event of its window, for a state that it saw, and beside its row for a change of the needs. */
const PER_EVENT = 128;
const PER_STATE = 256;
const PER_NEED = 256;

/** What takes a look at all threads, a choice or a change of the needs, costs a step for 2 to the power of so many of them. */
const THREADS_PER_STEP = 4;

export type Outcome = 'found' | 'none' | 'out of budget';

/** Later than every choice. */
const NEVER = Number.MAX_SAFE_INTEGER;

interface Frame {
  /** The place of the last choice in their order. */
  tried: number;
  /** How many steps were taken when the frame was made. */
  readonly depth: number;
}

export class Search {
  readonly state: State;
  /** Steps that all searches took together. */
  spent = 0;
  private readonly meter: Meter;
  private readonly trace: TraceIndex;
  private readonly must: Ideals;
  private readonly wider: Uint32Array;
  /** What must come before what in the window at hand. */
  private readonly order: WindowOrder;
  /** Thread → the end that it must not pass: the place of its event of the goal. */
  private readonly ends = new Map<number, number>();
  /** What was needed before, and at how many steps that changed. */
  private readonly needs: { readonly depth: number; readonly need: Uint32Array; readonly bytes: number }[] = [];
  /** Whether a way was not followed for want of memory. */
  private starved = false;
  /** Notify → the waits that it ended. */
  private readonly sleepers: Map<number, number[]>;
  /** Threads whose next step may have become free. */
  private readonly awake: number[] = [];

  constructor(must: Ideals, order: WindowOrder, meter: Meter) {
    this.meter = meter;
    this.must = must;
    this.trace = must.trace;
    this.state = new State(this.trace);
    this.wider = new Uint32Array(must.stride);
    this.order = order;
    this.sleepers = sleepersOf(this.trace);
  }

  /** From `base`, done in the order of the trace, to the end of `need`, so that the events of the goal come next. Memory is budget, too. */
  run(goal: readonly number[], base: Uint32Array, need: Uint32Array, budget: number): Outcome {
    const before = this.meter.used;
    let events = 0;
    for (let t = 0; t < need.length; t++) events += need[t]! - base[t]!;
    this.starved = !this.meter.take(events * PER_EVENT);
    const outcome = this.starved ? 'none' : this.begin(goal, base, need, budget);
    this.meter.give(this.meter.used - before);
    return outcome === 'none' && this.starved ? 'out of budget' : outcome;
  }

  private begin(goal: readonly number[], base: Uint32Array, need: Uint32Array, budget: number): Outcome {
    const { state, trace } = this;
    this.ends.clear();
    for (const e of goal) this.ends.set(trace.columns.threads[e]!, trace.index[e]!);
    this.needs.length = 0;
    state.start(base);
    const limit = this.spent + budget;
    for (let t = 0; t < need.length; t++) {
      this.spent += need[t]! - base[t]!;
      if (!state.require(t, need[t]!)) return 'none';
    }
    return this.settleAll() ? this.explore(limit) : 'none';
  }

  private explore(limit: number): Outcome {
    const { state } = this;
    const seen = new Set<number>();
    const frames: Frame[] = [];
    for (;;) {
      this.takeFree();
      if (this.spent > limit) return 'out of budget';
      if (!seen.has(state.key)) {
        if (!this.meter.take(PER_STATE)) return 'out of budget';
        seen.add(state.key);
        if (state.left === 0) return 'found';
        frames.push({ tried: -1, depth: state.steps.length });
      }
      while (!this.advance(frames)) {
        if (frames.length === 0) return 'none';
        if (this.spent > limit) return 'out of budget';
      }
    }
  }

  /** Takes the next choice of the topmost frame. False if that was impossible, or if there is none: then the frame is gone. */
  private advance(frames: Frame[]): boolean {
    const frame = frames.at(-1);
    if (frame === undefined) return false;
    this.back(frame.depth);
    const t = this.choose(frame);
    if (t < 0) {
      frames.pop();
      return false;
    }
    this.take(t);
    return this.settle(t);
  }

  private take(t: number): void {
    const e = this.state.nextEvent(t);
    this.spent++;
    this.state.take(t);
    this.wake(e, t);
  }

  private back(depth: number): void {
    const { state, needs } = this;
    this.awake.length = 0;
    while (state.steps.length > depth) {
      while (needs.length > 0 && needs.at(-1)!.depth >= state.steps.length) this.restoreNeed();
      state.untake();
    }
  }

  private restoreNeed(): void {
    const { need, bytes } = this.needs.pop()!;
    this.meter.give(bytes);
    for (let t = 0; t < need.length; t++) this.state.unrequire(t, need[t]!);
  }

  /** Takes all steps that take nothing from anybody. */
  private takeFree(): void {
    const { state, awake } = this;
    const { next, need } = state;
    for (let t = awake.pop(); t !== undefined; t = awake.pop())
      while (next[t]! < need[t]! && this.isFree(state.nextEvent(t), t)) this.take(t);
  }

  /** Those whose next event may be possible now that thread t did event e, or free now that it did. */
  private wake(e: number, t: number): void {
    const { columns, cells, threadStart } = this.trace;
    const { parked, next } = this.state;
    const op = columns.ops[e]!;
    this.awake.push(t);
    if (ACCESS_KINDS[op] !== NO_ACCESS) this.wakeList(cells[e]!);
    else if (op !== Op.acquire && op !== Op.acquireShared && op !== Op.release && op !== Op.releaseShared) {
      this.wakeList(parked.elsewhere);
      if (op === Op.fork) this.awake.push(columns.targets[e]!);
    }
    // Somebody may wait for its end.
    if (next[t] === threadStart[t + 1]! - threadStart[t]!) this.wakeList(parked.elsewhere);
  }

  private wakeList(list: number): void {
    const { heads, following } = this.state.parked;
    for (let t = heads[list]!; t !== NOBODY; t = following[t]!) this.awake.push(t);
  }

  private wakeAll(): void {
    this.awake.length = 0;
    for (let t = this.state.next.length - 1; t >= 0; t--) this.awake.push(t);
  }

  private isFree(e: number, t: number): boolean {
    const { state } = this;
    const op = this.trace.columns.ops[e]!;
    if (op === Op.acquire || op === Op.acquireShared || !this.isEnabled(e, t)) return false;
    return ACCESS_KINDS[op] === NO_ACCESS || !isWrite(op) || !state.isRead(e);
  }

  /**
   * The next thread to try of those that can go on and must: in the order of the trace, but who takes a lock for good last. One at a time:
   * most frames are left after the first. -1 if there is none left.
   */
  private choose(frame: Frame): number {
    const { ahead, need } = this.state;
    const { columns } = this.trace;
    const tried = frame.tried;
    this.spent += ahead.length >>> THREADS_PER_STEP;
    let least = NEVER;
    let chosen = -1;
    for (let t = 0; t < ahead.length; t++) {
      const e = ahead[t]!;
      // Who takes a lock for good comes later by as much as the trace is long.
      if (e >= least || e === NOWHERE || e + columns.length <= tried || !this.isEnabled(e, t)) continue;
      const op = columns.ops[e]!;
      const forGood = (op === Op.acquire || op === Op.acquireShared) && this.staysOpen(e, need[t]!);
      const order = forGood ? e + columns.length : e;
      if (order <= tried || order >= least) continue;
      least = order;
      chosen = t;
    }
    frame.tried = least;
    return chosen;
  }

  private staysOpen(e: number, need: number): boolean {
    const { sections, held } = this.trace;
    const s = sections.chainSections[held[e]!]!;
    return sections.positions[s] === e && (sections.releases[s] === 0 || sections.releases[s]! > need);
  }

  private isEnabled(e: number, t: number): boolean {
    const { state, trace } = this;
    const { columns, index, forks, sources, arrivals, threadStart } = trace;
    if (index[e] === 1 && forks[t] !== 0 && !state.done(forks[t]! - 1)) return false;
    if (!this.order.isReady(t, index[e]!, state.next)) return false;
    switch (columns.ops[e]) {
      case Op.read:
      case Op.volatileRead:
      case Op.relaxedRead:
        return state.sees(e);
      case Op.write:
      case Op.volatileWrite:
      case Op.relaxedWrite:
        return !state.awaited(e);
      case Op.acquire:
        return (sources[e] === 0 || state.done(sources[e]! - 1)) && state.lockIsFree(e, t);
      case Op.acquireShared:
        return state.lockIsFree(e, t);
      case Op.join: {
        const child = columns.targets[e]!;
        if (forks[child] !== 0 && !state.done(forks[child]! - 1)) return false;
        return state.next[child] === threadStart[child + 1]! - threadStart[child]!;
      }
      case Op.notify:
        return (this.sleepers.get(e) ?? []).every((wait) => state.done(wait) || !this.goesOn(wait));
      case Op.barrierEnter:
      case Op.barrierExit:
        return (arrivals.get(e) ?? []).every((a) => state.done(a));
    }
    return true;
  }

  /** Whether the thread of a wait must go on after it, or is to stand before the acquire that ends it. */
  private goesOn(wait: number): boolean {
    const { index, columns } = this.trace;
    const t = columns.threads[wait]!;
    return this.state.need[t]! > index[wait]! || this.ends.get(t) === index[wait]! + 1;
  }

  /**
   * Makes thread t, if it holds a lock which others still need, go on to its release. False if that cannot be. Only who just took a lock is
   * asked: others stay as they were, since what is still needed grows with the needs alone.
   */
  private settle(t: number): boolean {
    const asked = this.askFor(t);
    return asked === 'more' ? this.settleAll() : asked === 'enough';
  }

  /** The same for all threads, until nobody has to go on any further. */
  private settleAll(): boolean {
    const { next } = this.state;
    for (let again = true; again; ) {
      again = false;
      for (let t = 0; t < next.length; t++) {
        const asked = this.askFor(t);
        if (asked === 'too much') return false;
        if (asked === 'more') again = true;
      }
    }
    this.wakeAll();
    return true;
  }

  /** Whether thread t goes far enough, as it is or because it was made to. */
  private askFor(t: number): 'enough' | 'more' | 'too much' {
    const { state, trace } = this;
    const { sections } = trace;
    let more = false;
    for (let c = trace.heldAfter(t, state.next[t]!); c !== NOTHING; c = sections.chainRests[c]!) {
      const s = sections.chainSections[c]!;
      const release = sections.releases[s]!;
      if ((release !== 0 && release <= state.need[t]!) || !this.isWanted(s, t)) continue;
      if (release === 0 || !this.widen(t, release)) return 'too much';
      more = true;
    }
    return more ? 'more' : 'enough';
  }

  /** True if another thread must still take the lock of section s in a way that s keeps out. */
  private isWanted(s: number, t: number): boolean {
    const { sections, sectionIndex } = this.trace;
    const { next, need } = this.state;
    const lock = sections.locks[s]!;
    const end = sectionIndex.groupStart[lock + 1]!;
    for (let g = sectionIndex.groupStart[lock]!; g < end; g++) {
      const u = sectionIndex.groupThreads[g]!;
      if (u === t || need[u] === next[u]) continue;
      const last = sectionIndex.last(g, need[u]!, sections.shared[s] === 1);
      if (last >= 0 && sections.acquires[last]! > next[u]!) return true;
    }
    return false;
  }

  /** Thread t must do its first n events too, and all that they need. False if an event of the goal is among that, or it is too late. */
  private widen(t: number, n: number): boolean {
    const { state, wider, must, ends, needs } = this;
    this.spent += wider.length >>> THREADS_PER_STEP;
    wider.set(state.need);
    must.include(wider, t, n);
    for (const [u, end] of ends) if (wider[u]! >= end) return false;
    let events = 0;
    for (let u = 0; u < wider.length; u++) events += wider[u]! - state.need[u]!;
    const bytes = PER_NEED + state.need.byteLength + events * PER_EVENT;
    if (!this.meter.take(bytes)) {
      this.starved = true;
      return false;
    }
    needs.push({ depth: state.steps.length, need: state.need.slice(), bytes });
    let possible = true;
    for (let u = 0; u < wider.length; u++) if (wider[u]! > state.need[u]!) possible = state.require(u, wider[u]!) && possible;
    return possible;
  }
}

function sleepersOf({ columns, sources, threadEvents, threadStart, index }: TraceIndex): Map<number, number[]> {
  const sleepers = new Map<number, number[]>();
  for (let e = 0; e < columns.length; e++) {
    if (columns.ops[e] !== Op.acquire || sources[e] === 0) continue;
    const notify = sources[e]! - 1;
    const wait = threadEvents[threadStart[columns.threads[e]!]! + index[e]! - 2]!;
    const others = sleepers.get(notify);
    if (others === undefined) sleepers.set(notify, [wait]);
    else others.push(wait);
  }
  return sleepers;
}
