// Pairs of conflicting accesses that some schedule of the threads' events brings side by side, whatever reads see: all schedules are searched, by how far each
// thread is. Locks, forks, joins and barriers count; values do not. And the order of forks, joins and barriers, by reachability. For small traces only.

import { isWrite, Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { enabled, type Pair, type Program, program, READS, started, WRITES } from './correct-reorderings.ts';

const isAccess = ({ op }: Event): boolean => READS.includes(op) || WRITES.includes(op);

export function conflict(a: Event, b: Event): boolean {
  const isAtomic = ({ op }: Event): boolean => op > Op.write;
  return (
    isAccess(a) &&
    isAccess(b) &&
    a.thread !== b.thread &&
    a.target === b.target &&
    (isWrite(a.op) || isWrite(b.op)) &&
    !(isAtomic(a) && isAtomic(b))
  );
}

/** Undefined if there are more than `limit` states. */
export function relaxedPairs(trace: Trace, limit = 200_000): Pair[] | undefined {
  const p = program(trace);
  const found = new Map<string, Pair>();
  const seen = new Set<string>();
  const stack = [p.threads.map(() => 0)];
  while (stack.length > 0) {
    const next = stack.pop()!;
    const ready = p.threads.flatMap((list, t) => (list[next[t]!] !== undefined && started(p, next, t) ? [list[next[t]!]!] : []));
    for (const a of ready)
      for (const b of ready)
        if (a.position < b.position && conflict(a, b))
          found.set(`${a.position}`.concat(` ${b.position}`), [a.position, b.position]);
    for (const event of ready) {
      if (!isAccess(event) && !enabled(p, next, [], event)) continue;
      const after = next.with(event.thread, next[event.thread]! + 1);
      if (seen.has(after.join())) continue;
      if (seen.size >= limit) return undefined;
      seen.add(after.join());
      stack.push(after);
    }
  }
  return [...found.values()];
}

/** Whether the first event is before the second in every schedule, by the order of a thread, forks, joins and barriers alone. */
export function mustBefore(trace: Trace): (a: number, b: number) => boolean {
  const p: Program = program(trace);
  const all = [...events(trace)];
  const before: ReadonlySet<number>[] = [];
  for (const { position, thread, op, target } of all) {
    const direct = [p.threads[thread]![p.index[position]! - 1]?.position];
    if (p.index[position] === 0) direct.push(p.forks.get(thread));
    if (op === Op.join) direct.push(p.threads[target]!.at(-1)?.position);
    if (op === Op.barrierExit) direct.push(...p.arrivals.get(position)!.map((arrival) => arrival.position));
    const known = direct.filter((one) => one !== undefined);
    before.push(new Set(known.flatMap((one) => [one, ...(before[one] ?? [])])));
  }
  return (a, b) => before[b]!.has(a);
}
