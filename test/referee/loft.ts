// FF_race and LOFT_race as printed: figure 2, figure 6 and the rules of FastTrack, typed in line by line over plain arrays, each mend of the
// figures a switch. What the figures leave out (volatiles, reader locks) is made of their own steps. Names are the document's.

import { Op } from '../../src/trace/operation.ts';
import { events, modelOf, type Trace } from '../../src/trace/trace.ts';
import type { Pair } from './observed-races.ts';

/**
 * `start`: C_t is 1 for t and 0 elsewhere, not 1 everywhere. `lastLock`: whatever else than a lock teaches a thread something empties its
 * lastLock. `acquire`: lastLock(t) = m does not make the acquire of m removable, as section 4.1 says. `round`: a barrier has a clock for each
 * round, and not one for ever. `tick`: whoever arrives at a barrier increments its clock.
 */
export const repairs = ['start', 'lastLock', 'acquire', 'round', 'tick'] as const;
export type Repair = (typeof repairs)[number];

export interface Printed {
  readonly pairs: readonly Pair[];
  /** Comparisons and assignments of whole vectors at acquires and releases. */
  readonly operations: number;
  /** The log of section 5.3, by FF's or LOFT's rule; the races are its last lines of each access. */
  readonly log: readonly string[];
}

type VC = number[];
interface ThreadState {
  C: VC;
  Lock: number | undefined;
  n: number;
}
interface LockState {
  L: VC;
  Tid: number | undefined;
  /** Transparent to the algorithms: how often its holder has it. */
  depth: number;
}
interface Epoch {
  readonly thread: number;
  readonly time: number;
  readonly position: number;
}
interface Shadow {
  W?: Epoch | undefined;
  R?: Epoch | Epoch[] | undefined;
}

export function printed(trace: Trace, method: 'ff' | 'loft', repaired: readonly Repair[] = repairs): Printed {
  const n = trace.symbols.threads.size;
  const zeros = (): VC => Array.from({ length: n }, () => 0);
  const has = (repair: Repair): boolean => repaired.includes(repair);
  const threads = Array.from({ length: n }, (_, t): ThreadState => {
    const C = Array.from({ length: n }, (_, i) => (i === t || !has('start') ? 1 : 0));
    return { C, Lock: undefined, n: 0 };
  });
  const locks = new Map<number, LockState>();
  const clocks = new Map<string, VC>();
  const waiting = new Map<number, number>();
  const shadows = new Map<number, Shadow>();
  const rounds = { open: new Map<number, string>(), of: new Map<number, string>(), count: 0 };
  const pairs: Pair[] = [];
  const log: string[] = [];
  let operations = 0;

  const lock = (m: number): LockState => {
    if (!locks.has(m)) locks.set(m, { L: zeros(), Tid: undefined, depth: 0 });
    return locks.get(m)!;
  };
  const clock = (name: string): VC => {
    if (!clocks.has(name)) clocks.set(name, zeros());
    return clocks.get(name)!;
  };
  const join = (into: VC, from: VC): void => {
    for (const [i, time] of from.entries()) into[i] = Math.max(into[i]!, time);
  };
  const inc = (t: number): number => threads[t]!.C[t]!++;
  const learn = (t: number, from: VC): void => {
    join(threads[t]!.C, from);
    if (has('lastLock')) threads[t]!.Lock = undefined;
  };
  const line = (t: number, does: string, m: number): number =>
    log.push(`${trace.symbols.threads.name(t)} ${does} ${trace.symbols.locks.name(m)}`);

  function acquire(t: number, m: number): void {
    const { C } = threads[t]!;
    const { L, Tid } = lock(m);
    const isLast = method === 'loft' && (Tid === t || (!has('acquire') && threads[t]!.Lock === m));
    if (!isLast) {
      operations++;
      join(C, L);
    }
    threads[t]!.n++;
    if (!(isLast && threads[t]!.Lock === m && threads[t]!.n === 1)) line(t, 'acq', m);
    if (clocks.has(`readers ${m}`)) learn(t, clock(`readers ${m}`));
  }

  function release(t: number, m: number): void {
    const state = threads[t]!;
    const held = lock(m);
    const isSame = method === 'loft' && state.Lock === m && state.n === 1;
    if (isSame) held.L[t] = state.C[t]!;
    else {
      operations++;
      held.L = [...state.C];
    }
    if (!(isSame && held.Tid === t)) line(t, 'rel', m);
    inc(t);
    state.n = 0;
    state.Lock = m;
    held.Tid = t;
    clocks.delete(`readers ${m}`);
  }

  function barrier(op: number, t: number, b: number): void {
    if (op === Op.barrierEnter) {
      const round = has('round') ? (rounds.open.get(b) ?? `round ${++rounds.count}`) : `barrier ${b}`;
      rounds.open.set(b, round);
      rounds.of.set(t, round);
      join(clock(round), threads[t]!.C);
      if (has('tick')) inc(t);
    } else {
      const round = rounds.of.get(t)!;
      if (rounds.open.get(b) === round) rounds.open.delete(b);
      learn(t, clock(round));
    }
  }

  function synchronisation(op: number, t: number, target: number): void {
    const { C } = threads[t]!;
    switch (op) {
      case Op.acquire:
        if (lock(target).depth === 0) acquire(t, target);
        lock(target).depth = waiting.get(t) ?? lock(target).depth + 1;
        waiting.delete(t);
        break;
      case Op.release:
        if (--lock(target).depth === 0) release(t, target);
        break;
      case Op.wait:
        waiting.set(t, lock(target).depth);
        lock(target).depth = 0;
        release(t, target);
        break;
      case Op.fork:
        join(threads[target]!.C, C);
        inc(t);
        break;
      case Op.join:
        learn(t, threads[target]!.C);
        break;
      case Op.volatileRead:
        learn(t, clock(`volatile ${target}`));
        break;
      case Op.volatileWrite:
        if (modelOf(trace) === 'java') join(clock(`volatile ${target}`), C);
        else clocks.set(`volatile ${target}`, [...C]);
        inc(t);
        break;
      case Op.acquireShared:
        learn(t, lock(target).L);
        break;
      case Op.releaseShared:
        join(clock(`readers ${target}`), C);
        inc(t);
        break;
      case Op.barrierEnter:
      case Op.barrierExit:
        barrier(op, t, target);
        break;
    }
  }

  function access(op: number, t: number, x: number, position: number): void {
    const { C } = threads[t]!;
    if (!shadows.has(x)) shadows.set(x, {});
    const shadow = shadows.get(x)!;
    const now: Epoch = { thread: t, time: C[t]!, position };
    const isNow = (e: Epoch | undefined): boolean => e?.thread === t && e.time === now.time;
    const precedes = (e: Epoch | undefined): boolean => e === undefined || e.time <= C[e.thread]!;
    const check = (e: Epoch | undefined): void => {
      if (!precedes(e)) pairs.push([e!.position, position]);
    };
    const { W, R } = shadow;
    if (op === Op.write) {
      if (isNow(W)) return;
      check(W);
      for (const e of Array.isArray(R) ? R : [R]) check(e);
      if (Array.isArray(R)) shadow.R = undefined;
      shadow.W = now;
    } else if (Array.isArray(R)) {
      if (R.some(isNow)) return;
      check(W);
      shadow.R = [...R.filter((e) => e.thread !== t), now];
    } else {
      if (isNow(R)) return;
      check(W);
      shadow.R = precedes(R) ? now : [R!, now];
    }
  }

  for (const { position, op, thread, target } of events(trace)) {
    if (op === Op.alloc) shadows.delete(target);
    else if (op > Op.write) synchronisation(op, thread, target);
    else access(op, thread, target, position);
  }
  return { pairs: pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]), operations, log };
}
