// ZipTrack's sets of a chunk, from their definitions (Kini, Mathur, Viswanathan 2018, section 3). Entities are threads, then locks.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { happensBefore } from './happens-before.ts';

export interface Sets {
  af(u: number): number[];
  bl(u: number): number[];
  alwr(x: number): number[];
  bfwr(x: number): number[];
  alrd(t: number, x: number): number[];
  bfrd(t: number, x: number): number[];
}

export function setsByDefinition(chunk: Trace): Sets {
  const all = [...events(chunk)];
  const before = happensBefore(chunk);
  const threads = chunk.symbols.threads.size;
  const ordered = (e: Event, f: Event) => e === f || before[f.position]![e.position] === 1;
  /** What an event makes its entities known to: its thread, a thread that it forks, a lock that it releases. */
  const giving = ({ op, thread, target }: Event) => [
    thread,
    ...(op === Op.fork ? [target] : []),
    ...(op === Op.release ? [threads + target] : []),
  ];
  const taking = ({ op, thread, target }: Event) => [
    thread,
    ...(op === Op.join ? [target] : []),
    ...(op === Op.acquire ? [threads + target] : []),
  ];
  const set = (members: number[]) => [...new Set(members)].sort((a, b) => a - b);
  const afterAny = (some: Event[]) => set(all.filter((f) => some.some((e) => ordered(e, f))).flatMap(giving));
  const after = (e?: Event) => (e === undefined ? [] : afterAny([e]));
  const beforeSet = (e?: Event) => (e === undefined ? [] : set(all.filter((f) => ordered(f, e)).flatMap(taking)));
  const isWrite = (x: number) => (e: Event) => e.op === Op.write && e.target === x;
  const isRead = (t: number, x: number) => (e: Event) => e.op === Op.read && e.thread === t && e.target === x;
  return {
    // Not only the first of them: two threads may join one, and neither join is after the other.
    af: (u) => afterAny(all.filter((e) => taking(e).includes(u))),
    bl: (u) => beforeSet(all.findLast((e) => giving(e).includes(u) && (u < threads || e.op === Op.release))),
    alwr: (x) => after(all.findLast(isWrite(x))),
    bfwr: (x) => beforeSet(all.find(isWrite(x))),
    alrd: (t, x) => after(all.findLast(isRead(t, x))),
    bfrd: (t, x) => beforeSet(all.find(isRead(t, x))),
  };
}
