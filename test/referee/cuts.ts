// All cuts of blocks that some correct reordering has, by search over all of them: for every two accesses of a block and every access of
// another thread that no order of whole blocks puts between them, all states. Exponential; for small traces only.

import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import type { Cut } from '../../src/witness/cut.ts';
import { enabled, type Program, program, READS, started, WRITES } from './correct-reorderings.ts';

const KINDS = ['RWR', 'RWW', 'WWR', 'WRW'];
const NEVER = -1;

const isAccess = (op: number): boolean => READS.includes(op) || WRITES.includes(op);

/** Every three accesses that would be a cut in this order; blocks are the outermost. */
export function threes(trace: Trace): Cut[] {
  const all = [...events(trace)];
  const blockOf = all.map(() => NEVER);
  const depths = new Map<number, number>();
  const begins = new Map<number, number>();
  for (const { position, thread, op } of all) {
    const depth = depths.get(thread) ?? 0;
    if (op === Op.begin && depth === 0) begins.set(thread, position);
    if (op === Op.begin) depths.set(thread, depth + 1);
    if (op === Op.end && depth > 0) depths.set(thread, depth - 1);
    if ((depths.get(thread) ?? 0) > 0) blockOf[position] = begins.get(thread)!;
  }
  const found: Cut[] = [];
  for (const own of all)
    for (const index of all) {
      const begin = blockOf[own.position]!;
      if (begin === NEVER || begin !== blockOf[index.position] || own.position >= index.position) continue;
      for (const cut of all) {
        const three = [own, cut, index];
        if (cut.thread === own.thread || !three.every(({ op, target }) => isAccess(op) && target === own.target)) continue;
        if (!KINDS.includes(three.map(({ op }) => (WRITES.includes(op) ? 'W' : 'R')).join(''))) continue;
        found.push({ begin, own: own.position, cut: cut.position, index: index.position });
      }
    }
  return found;
}

interface State {
  readonly next: number[];
  readonly last: number[];
  /** Whether the other has come in, and whether it saw something else, so that nobody knows what it does then. */
  readonly phase: 'before' | 'in' | 'strange';
}

/** Whether some correct reordering has the cut; undefined if there are more than `limit` states. */
export function isReachable(trace: Trace, cut: Cut, limit: number): boolean | undefined {
  const p = program(trace);
  const place = (e: number): { t: number; n: number } => {
    const t = p.threads.findIndex((list) => list.some(({ position }) => position === e));
    return { t, n: p.index[e]! };
  };
  const [own, other, index] = [place(cut.own), place(cut.cut), place(cut.index)];
  const first: State = { next: p.threads.map(() => 0), last: Array<number>(p.variables).fill(NEVER), phase: 'before' };
  const seen = new Set<string>();
  const stack = [first];
  while (stack.length > 0) {
    const state = stack.pop()!;
    if (state.next[index.t] === index.n && state.phase !== 'before') return true;
    for (let t = 0; t < p.threads.length; t++) {
      if (state.phase === 'strange' && t === other.t) continue;
      if (t === index.t && state.next[t] === index.n) continue;
      const isOther = t === other.t && state.next[t] === other.n;
      // Too early, or too late to come in.
      if (isOther && state.next[own.t]! <= own.n) continue;
      for (const after of steps(p, state, t, isOther)) {
        const key = `${after.next.join()};${after.last.join()};${after.phase}`;
        if (seen.has(key)) continue;
        if (seen.size >= limit) return undefined;
        seen.add(key);
        stack.push(after);
      }
    }
  }
  return false;
}

/** The states after the next event of a thread. */
function steps(p: Program, { next, last, phase }: State, t: number, isOther: boolean): State[] {
  const event = p.threads[t]![next[t]!];
  if (event === undefined || !started(p, next, t)) return [];
  const moved = next.with(t, next[t]! + 1);
  if (!enabled(p, next, last, event)) return isOther && READS.includes(event.op) ? [{ next: moved, last, phase: 'strange' }] : [];
  const written = WRITES.includes(event.op) ? last.with(event.target, event.position) : last;
  return [{ next: moved, last: written, phase: isOther ? 'in' : phase }];
}

/** Whether a schedule is a correct reordering that has the cut and ends with it: event by event, as the search above. */
export function isCutBy(trace: Trace, cut: Cut, schedule: readonly number[]): boolean {
  const p = program(trace);
  let next = p.threads.map(() => 0);
  let last = Array<number>(p.variables).fill(NEVER);
  for (const [step, e] of schedule.entries()) {
    const event = p.threads.flat().find(({ position }) => position === e)!;
    const t = event.thread;
    if (p.threads[t]![next[t]!] !== event || !started(p, next, t)) return false;
    const isLast = !schedule.slice(step + 1).some((later) => p.threads[t]!.some(({ position }) => position === later));
    const isFree = READS.includes(event.op) && isLast && (e === cut.cut || e === cut.index);
    if (!isFree && !enabled(p, next, last, event)) return false;
    if (WRITES.includes(event.op)) last = last.with(event.target, e);
    next = next.with(t, next[t]! + 1);
  }
  const order = [cut.begin, cut.own, cut.cut, cut.index].map((e) => schedule.indexOf(e));
  return order.every((step, i) => step >= 0 && (i === 0 || step > order[i - 1]!)) && schedule.at(-1) === cut.index;
}
