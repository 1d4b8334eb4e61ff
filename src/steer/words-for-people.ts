// What a gate says, in words for people.

import { display } from '../base/quote.ts';
import type { Standing } from './outcome.ts';
import { Cut, type Plan } from './plan.ts';

/** `thread 0.1 before its write of 4 bytes at 0x4040, a.c:7 (f)`; of code that nobody has a name for its site. */
export function standingText(standing: Standing, plan: Plan, place = standing.site): string {
  return display(`thread ${standing.thread} ${standingWords(standing, plan)}, ${place}`);
}

/** `before its write of 4 bytes at 0x4040`. */
export function standingWords({ target, doing, address, bytes }: Standing, plan: Plan): string {
  if (doing === 'acquire') return `before it takes the lock at ${address}`;
  const when = isDone(target, plan) ? 'after' : 'before';
  return `${when} its ${doing.replace('-', ' ')} of ${bytes} ${bytes === 1 ? 'byte' : 'bytes'} at ${address}`;
}

/** Whether the thread of a target has done it when all have met: where a block is cut, the last access is still to come. */
function isDone(target: number, { cuts, order }: Plan): boolean {
  return cuts && (target === Cut.before || (target === Cut.between && order !== 'second'));
}
