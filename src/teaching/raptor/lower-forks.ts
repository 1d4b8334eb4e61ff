// Forks and joins as critical sections with conflicting accesses on locks and variables of their own, the way the paper lowers them. The
// section of a thread that is forked comes right before its first event, that of a thread that ends right before its join.

import { Op } from '../../trace/operation.ts';

export type Step = (op: number, t: number, target: number, position: number) => void;

/** Ids of locks and variables from here on stand for the forks and joins of threads; every join of a thread has one of its own. */
const INVENTED = 0x4000_0000;
const ANOTHER = 2 ** 32;

/** What an invented id stands for; undefined for others. */
export function invented(id: number): { kind: 'fork' | 'join'; thread: number } | undefined {
  if (id < INVENTED) return undefined;
  const rest = (id - INVENTED) % ANOTHER;
  return { kind: rest % 2 === 0 ? 'fork' : 'join', thread: Math.floor(rest / 2) };
}

export function lowerForks(step: Step): Step {
  /** Threads that are forked and have not done anything yet. */
  const fresh = new Set<number>();
  let joins = 0;
  const section = (t: number, op: number, target: number, position: number): void => {
    step(Op.acquire, t, target, position);
    step(op, t, target, position);
    step(Op.release, t, target, position);
  };
  const begin = (t: number, position: number): void => {
    if (fresh.delete(t)) section(t, Op.read, INVENTED + 2 * t, position);
  };
  return (op, t, target, position) => {
    begin(t, position);
    if (op === Op.fork) {
      section(t, Op.write, INVENTED + 2 * target, position);
      fresh.add(target);
    } else if (op === Op.join) {
      begin(target, position);
      const id = INVENTED + 2 * target + 1 + ANOTHER * joins++;
      section(target, Op.write, id, position);
      section(t, Op.read, id, position);
    } else step(op, t, target, position);
  };
}
