// Whether threads wait for each other's locks for ever, in a state that a schedule led to. Only what is so whatever the threads do next
// counts: an acquire by its own holder and one that was only tried wait for nobody.

import type { Columns } from '../trace/columns.ts';
import { Op } from '../trace/operation.ts';
import type { Facts } from './facts.ts';
import type { Replay } from './replay.ts';

/** Why the acquires of the cycle do not wait for each other, or undefined if they do. `text` names an event. */
export function noDeadlock(
  cycle: readonly number[],
  trace: Columns,
  facts: Facts,
  state: Replay,
  text: (e: number) => string,
): string | undefined {
  const { ops, threads, targets, length } = trace;
  if (cycle.length < 2) return 'a deadlock has at least two threads';
  const strange = cycle.find((e) => !(Number.isInteger(e) && e >= 0 && e < length));
  if (strange !== undefined) return `the trace has no event ${strange}`;
  if (new Set(cycle.map((e) => threads[e])).size < cycle.length) return 'two events of the cycle are of the same thread';
  if (new Set(cycle.map((e) => targets[e])).size < cycle.length) return 'two events of the cycle want the same lock';
  for (const [i, e] of cycle.entries()) {
    const holder = threads[cycle[(i + 1) % cycle.length]!]!;
    if (ops[e] !== Op.acquire && ops[e] !== Op.acquireShared) return `${text(e)} is no acquire`;
    if (facts.order[e] !== state.progress[threads[e]!]) return `${text(e)} is not the next event of its thread`;
    if (isTried(trace, e)) return `${text(e)} does not wait for ever`;
    if (!state.locks.keepsOut(targets[e]!, holder, ops[e] === Op.acquireShared))
      return `${text(e)} is not kept out by the next thread of the cycle`;
  }
  return undefined;
}

function isTried({ ops, threads, targets }: Columns, e: number): boolean {
  let previous = e - 1;
  while (previous >= 0 && threads[previous] !== threads[e]) previous--;
  return previous >= 0 && ops[previous] === Op.try && targets[previous] === targets[e];
}
