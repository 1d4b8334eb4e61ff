// What threads waited for when the recording ended. It stands at the end of the trace: whoever waits does nothing more, and whether he
// waits for somebody who waits himself is known only then.

import { Op } from '../../trace/operation.ts';
import { Raw, STUCK, Wanted } from '../format.ts';
import type { EventOutput } from './event-output.ts';
import type { Locks } from './locks.ts';
import type { Semaphores } from './semaphores.ts';

/** The last record of a thread that waits. */
export interface Request {
  readonly thread: number;
  readonly extra: number;
  /** The period of what it is for, or the thread whose end it is for. */
  readonly target: number;
  /** The lock that it is for, where that was an atomic. */
  readonly lifted?: number | undefined;
  readonly location: number;
}

interface Objects {
  readonly locks: Locks;
  readonly semaphores: Semaphores;
}

/** Tells of all requests. */
export function tellRequests(requests: readonly Request[], { locks, semaphores }: Objects, output: EventOutput): void {
  const asleep = new Set(requests.filter(({ extra }) => isInside(extra)).map(({ thread }) => thread));
  for (const { extra, target } of requests) {
    if ((extra & 0xff) !== Wanted.token) continue;
    const holder = semaphores.holder(target);
    // Nobody acquires a lock amid a wait.
    if (holder !== undefined && !asleep.has(holder.thread) && !locks.isTaken(locks.lock(target)))
      locks.event(Raw.acquire, target, holder.thread, holder.location);
  }
  for (const request of requests) tell(request, locks, output);
}

/** Whether its thread has begun to wait by an event of its own. */
function isInside(extra: number): boolean {
  const wanted = extra & 0xff;
  return wanted === Wanted.waking || wanted === Wanted.others;
}

function tell({ thread, extra, target, lifted, location }: Request, locks: Locks, output: EventOutput): void {
  const wanted = extra & 0xff;
  if (wanted === Wanted.end) {
    output.add(Op.requestJoin, thread, target, location);
    return;
  }
  const isStuck = (extra & STUCK) !== 0;
  // A word that is no lock anybody may notify.
  if (wanted === Wanted.word && !isStuck && lifted === undefined) return;
  const lock = lifted ?? locks.lock(target);
  // Readers wait for a writer that has the lock. One that wants it holds them up as well, but only if the lock is made so.
  if (wanted === Wanted.share && !isStuck && !locks.isTaken(lock)) return;
  if (!isInside(extra)) output.add(Op.request, thread, lock, location);
  if (isStuck) output.add(Op.stuck, thread, lock, location);
}
