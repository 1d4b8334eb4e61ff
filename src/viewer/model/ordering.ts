// Why two events are ordered: the chain of edges from one to the other; and why they are not: where the path breaks off. By the one
// happens-before, walked back from the later event. O(rows) for a question that somebody asked with a click.

import { type Hop, lastBefore } from '../../findings/order.ts';
import type { Columns } from '../../trace/columns.ts';
import { type OrderKind, orderKind } from '../../trace/hand-overs.ts';
import { Op } from '../../trace/operation.ts';
import type { Row } from './view-trace.ts';

export interface Edge {
  readonly kind: 'program' | OrderKind;
  readonly from: Row;
  readonly to: Row;
}

export interface Ordered {
  readonly ordered: true;
  /** From the earlier event to the later one, each edge where the one before it ends. */
  readonly chain: readonly Edge[];
}

/** The path that would have to be there. */
export interface Unordered {
  readonly ordered: false;
  readonly first: Row;
  readonly second: Row;
  /** What the later event knows of the other's thread: the chain from its last event that is before, which is earlier than `first`. */
  readonly known: readonly Edge[];
  /** The first thing after `first` by which its thread hands anything on, and who takes that, when: too late, or never. */
  readonly handsOver: Row | undefined;
  readonly takenBy: Row | undefined;
}

export function whyOrdered(columns: Columns, one: Row, other: Row): Ordered | Unordered {
  const [first, second] = one < other ? [one, other] : [other, one];
  const { threads } = columns;
  if (threads[first] === threads[second])
    return { ordered: true, chain: first === second ? [] : [{ kind: 'program', from: first, to: second }] };
  const before = lastBefore(columns, second, threads[first]!);
  if (before !== undefined && before.last >= first) return { ordered: true, chain: chain(columns, first, before.hops, second) };
  const known = before === undefined ? [] : chain(columns, before.last, before.hops, second);
  return { ordered: false, first, second, known, ...breakOff(columns, first) };
}

/** Hand-overs and the program order between them. */
function chain(columns: Columns, first: Row, hops: readonly Hop[], second: Row): Edge[] {
  const edges: Edge[] = [];
  let at = first;
  for (const { from, to } of hops) {
    if (from !== at) edges.push({ kind: 'program', from: at, to: from });
    edges.push({ kind: kindOf(columns, from, to), from, to });
    at = to;
  }
  if (at !== second) edges.push({ kind: 'program', from: at, to: second });
  return edges;
}

/** What an arrow between two rows stands for. */
export function kindOf({ ops, threads, targets }: Columns, from: Row, to: Row): OrderKind {
  return orderKind({ op: ops[from]!, target: targets[from]! }, { op: ops[to]!, thread: threads[to]! });
}

/** What hands over, and what takes it. */
const TAKERS: ReadonlyMap<number, readonly number[]> = new Map<number, readonly number[]>([
  [Op.release, [Op.acquire, Op.acquireShared]],
  [Op.wait, [Op.acquire, Op.acquireShared]],
  [Op.releaseShared, [Op.acquire]],
  [Op.volatileWrite, [Op.volatileRead]],
  [Op.barrierEnter, [Op.barrierExit]],
]);

function breakOff({ length, ops, threads, targets }: Columns, first: Row): Pick<Unordered, 'handsOver' | 'takenBy'> {
  const thread = threads[first]!;
  let handsOver = first + 1;
  while (handsOver < length && !(threads[handsOver] === thread && (TAKERS.has(ops[handsOver]!) || ops[handsOver] === Op.fork)))
    handsOver++;
  if (handsOver === length) return { handsOver: undefined, takenBy: undefined };
  const target = targets[handsOver]!;
  const takes = (row: Row): boolean =>
    ops[handsOver] === Op.fork
      ? threads[row] === target
      : threads[row] !== thread && targets[row] === target && TAKERS.get(ops[handsOver]!)!.includes(ops[row]!);
  let takenBy = handsOver + 1;
  while (takenBy < length && !takes(takenBy)) takenBy++;
  return { handsOver, takenBy: takenBy === length ? undefined : takenBy };
}
