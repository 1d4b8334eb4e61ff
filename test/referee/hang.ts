// Who waits for whom at the end of a trace, from the definitions: a thread waits if its last event says so, for those who hold the lock that it
// wants, or for the thread whose end it wants; and for ever if that leads back to it, or if it is said to be stuck and waits for nobody who waits.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';

const WAITS: readonly number[] = [Op.request, Op.requestJoin, Op.wait, Op.barrierEnter];

export interface Hang {
  /** Thread → the event at which it waits. */
  readonly waiting: ReadonlyMap<number, Event>;
  /** Whether the first cannot go on without the second, which waits as well. */
  needs(thread: number, other: number): boolean;
  /** Threads that wait for themselves in the end. */
  readonly cyclic: ReadonlySet<number>;
  /** Threads that nobody is left for. */
  readonly lonely: ReadonlySet<number>;
}

export function hangOf(trace: Trace): Hang {
  const all = [...events(trace)];
  const waiting = new Map<number, Event>();
  const stuck = new Set<number>();
  for (const thread of new Set(all.map((event) => event.thread))) {
    const own = all.filter((event) => event.thread === thread);
    const said = own.at(-1)!.op === Op.stuck;
    const last = own.filter(({ op }) => op !== Op.stuck).at(-1);
    if (last === undefined || !WAITS.includes(last.op)) continue;
    waiting.set(thread, last);
    if (said) stuck.add(thread);
  }
  const needs = (thread: number, other: number): boolean => {
    const event = waiting.get(thread);
    if (event === undefined || !waiting.has(other)) return false;
    if (event.op === Op.requestJoin) return event.target === other;
    return event.op === Op.request && holds(all, other, event.target);
  };
  const threads = [...waiting.keys()];
  const leads = (from: number, to: number, by: readonly number[]): boolean =>
    needs(from, to) || by.some((next) => needs(from, next) && leads(next, to, without(by, next)));
  const cyclic = new Set(threads.filter((thread) => leads(thread, thread, without(threads, thread))));
  const lonely = new Set(threads.filter((thread) => stuck.has(thread) && !threads.some((other) => needs(thread, other))));
  return { waiting, needs, cyclic, lonely };
}

const without = (list: readonly number[], one: number): number[] => list.filter((other) => other !== one);

/** In any way: nobody gets a lock alone that another has. */
function holds(all: readonly Event[], thread: number, lock: number): boolean {
  let depth = 0;
  let shares = 0;
  for (const { op, thread: t, target } of all) {
    if (t !== thread || target !== lock) continue;
    if (op === Op.acquire) depth++;
    else if (op === Op.release) depth--;
    else if (op === Op.wait) depth = 0;
    else if (op === Op.acquireShared) shares++;
    else if (op === Op.releaseShared) shares--;
  }
  return depth > 0 || shares > 0;
}
