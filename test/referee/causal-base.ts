// What the definitions of CP and WCP are about, for all operations: critical sections of locks that are held alone, and the orders that are
// no sections of these (forks, joins, volatiles, barriers, readers against writers), which every schedule is taken to keep.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, modelOf, type Trace } from '../../src/trace/trace.ts';
import { synchronises } from './observed-races.ts';

export type Matrix = boolean[][];

/** Outermost sections only: inner ones of a re-entrant lock are no sections. A wait ends one, and the acquire after it begins another. */
export interface Section {
  readonly lock: number;
  readonly thread: number;
  readonly acquire: number;
  /** Positions of the thread's events in it, its acquire and its release among them. */
  readonly members: number[];
  /** -1 if it stays open. */
  release: number;
}

export interface CausalBase {
  /** The events; the target of an access is a piece of memory, of which a variable gets another by every alloc. */
  readonly list: readonly Event[];
  readonly sections: readonly Section[];
  /** Happens-before, closed. */
  readonly hb: Matrix;
  /** Pairs of events of two threads that are ordered by something else than a lock that both hold alone. */
  readonly edges: readonly (readonly [from: number, to: number])[];
}

export function causalBase(trace: Trace): CausalBase {
  const list = withMemory(trace);
  const isJava = modelOf(trace) === 'java';
  const hb = matrix(list.length);
  const edges: [number, number][] = [];
  for (const a of list)
    for (const b of list) {
      if (a.position >= b.position || !synchronises(a, b, list, isJava)) continue;
      hb[a.position]![b.position] = true;
      const alone = b.op === Op.acquire && (a.op === Op.release || a.op === Op.wait);
      if (a.thread !== b.thread && !alone) edges.push([a.position, b.position]);
    }
  close(hb);
  return { list, sections: sectionsOf(list), hb, edges };
}

function withMemory(trace: Trace): Event[] {
  const memory = new Map<number, number>();
  let fresh = trace.symbols.variables.size;
  return Array.from(events(trace), (event) => {
    if (event.op === Op.alloc) memory.set(event.target, fresh++);
    return event.op <= Op.write ? { ...event, target: memory.get(event.target) ?? event.target } : event;
  });
}

function sectionsOf(list: readonly Event[]): Section[] {
  const all: Section[] = [];
  /** Thread and lock → how often it is held, or will be when the wait is over. */
  const depths = new Map<string, number>();
  for (const { op, thread, target, position } of list) {
    const key = `${thread} ${target}`;
    const open = all.filter((section) => section.release < 0 && section.thread === thread);
    const own = open.find(({ lock }) => lock === target);
    for (const section of open) section.members.push(position);
    const depth = depths.get(key) ?? 0;
    if (op === Op.acquire) {
      if (own === undefined) all.push({ lock: target, thread, acquire: position, members: [position], release: -1 });
      if (own !== undefined || depth === 0) depths.set(key, depth + 1);
    }
    if (op === Op.release) depths.set(key, depth - 1);
    if (own !== undefined && (op === Op.wait || (op === Op.release && depth === 1))) own.release = position;
  }
  return all;
}

export function matrix(size: number): Matrix {
  return Array.from({ length: size }, () => Array<boolean>(size).fill(false));
}

/** Adds everything that follows by transitivity; edges go forward in the trace. */
export function close(m: Matrix): Matrix {
  for (let a = m.length - 1; a >= 0; a--)
    for (let b = a + 1; b < m.length; b++) if (m[a]![b]) for (let c = b + 1; c < m.length; c++) if (m[b]![c]) m[a]![c] = true;
  return m;
}

/** Adds what happens-before on either side of an order makes of it. */
export function compose(hb: Matrix, order: Matrix): void {
  const n = hb.length;
  for (let a = n - 1; a >= 0; a--)
    for (let b = a + 1; b < n; b++) {
      if (order[a]![b]) for (let c = b + 1; c < n; c++) if (hb[b]![c]) order[a]![c] = true;
      if (hb[a]![b]) for (let c = b + 1; c < n; c++) if (order[b]![c]) order[a]![c] = true;
    }
}

/** Plain accesses of one piece of memory by two threads, one of them a write. */
export function conflicting(a: Event, b: Event): boolean {
  return a.op <= Op.write && b.op <= Op.write && a.op + b.op > 0 && a.target === b.target && a.thread !== b.thread;
}
