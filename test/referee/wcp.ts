// Weak-causally-precedes as the least fixed point of its published rules (Kini, Mathur, Viswanathan 2017) over a matrix of events:
// (a) a release comes before a later access under the same lock that conflicts with one in its critical section,
// (b) two releases of a lock are ordered as soon as any events of their critical sections are, (c) happens-before before or after
// keeps the order. Accesses race if neither this order nor that of threads, forks and joins has them. Volatiles and barriers are as forks and
// joins; readers of a lock against its writers as rule (a), whatever they access. Cubic and worse.

import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { causalBase, close, compose, conflicting, matrix } from './causal-base.ts';
import type { Pair } from './correct-reorderings.ts';

export function wcpPairs(trace: Trace): Pair[] {
  const { list, sections, hb, edges } = causalBase(trace);
  const hard = matrix(list.length);
  const wcp = matrix(list.length);
  for (const a of list)
    for (const b of list) if (a.position < b.position && a.thread === b.thread) hard[a.position]![b.position] = true;
  for (const [from, to] of edges) {
    const [a, b] = [list[from]!.op, list[to]!.op];
    const byReaders = b === Op.acquireShared ? a === Op.release || a === Op.wait : a === Op.releaseShared && b === Op.acquire;
    (byReaders ? wcp : hard)[from]![to] = true;
  }
  close(hard);
  for (const s of sections)
    for (const q of sections) {
      if (s.lock !== q.lock || s.release < 0 || s.release >= q.acquire) continue;
      for (const e of q.members) if (s.members.some((d) => conflicting(list[d]!, list[e]!))) wcp[s.release]![e] = true;
    }
  for (let grown = true; grown; ) {
    compose(hb, wcp);
    grown = false;
    for (const s of sections)
      for (const q of sections) {
        if (s.lock !== q.lock || s.release < 0 || q.release < 0 || s.release >= q.acquire || wcp[s.release]![q.release]) continue;
        if (!s.members.some((d) => q.members.some((e) => wcp[d]![e]))) continue;
        wcp[s.release]![q.release] = true;
        grown = true;
      }
  }
  const pairs: Pair[] = [];
  for (const a of list)
    for (const b of list)
      if (a.position < b.position && conflicting(a, b) && !hard[a.position]![b.position] && !wcp[a.position]![b.position])
        pairs.push([a.position, b.position]);
  return pairs;
}
