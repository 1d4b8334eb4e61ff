// Whether a block was cut: of the events that a schedule has run, an access of the block, one of another thread and one more of the block,
// all of one memory cell, that no order of whole blocks gives.

import type { Columns } from '../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../trace/operation.ts';
import type { Facts } from './facts.ts';

export interface Cut {
  /** The first event of the block. */
  readonly begin: number;
  /** Its two accesses, and the one of another thread between them. */
  readonly own: number;
  readonly cut: number;
  readonly index: number;
}

/** What the block, the other and the block again do to one cell, where neither order of the two explains it. */
const UNSERIALISABLE: ReadonlySet<string> = new Set(['RWR', 'RWW', 'WWR', 'WRW']);

/** Why the three are no cut, or undefined if they are; `stepOf` gives the step of an event, or less than 0 if it did not come. */
export function noCut(cut: Cut, trace: Columns, { cells }: Facts, stepOf: (e: number) => number): string | undefined {
  const { ops, threads, length } = trace;
  const three = [cut.own, cut.cut, cut.index];
  const strange = [cut.begin, ...three].find((e) => !(Number.isInteger(e) && e >= 0 && e < length));
  if (strange !== undefined) return `the trace has no event ${strange}`;
  if (three.some((e) => ACCESS_KINDS[ops[e]!] === NO_ACCESS)) return 'the three events are not all accesses';
  if (new Set(three.map((e) => cells[e])).size > 1) return 'the three accesses are not of one variable';
  if (threads[cut.own] !== threads[cut.index]) return 'the first and the last access are not of the same thread';
  if (threads[cut.cut] === threads[cut.own]) return 'the access between them is of the same thread';
  if (!isOneBlock(cut, trace)) return 'the first and the last access are not of the block';
  if (!UNSERIALISABLE.has(three.map((e) => (isWrite(ops[e]!) ? 'W' : 'R')).join('')))
    return 'an order of whole blocks explains them';
  const [first, between, last] = three.map(stepOf);
  if (!(first! >= 0 && first! < between! && between! < last!)) return 'the three accesses do not come in this order';
  return undefined;
}

/** The cuts that a schedule may end with, of each kind one or two: for who has the schedule alone. */
export function cutsAtEnd({ ops, threads, targets }: Columns, schedule: Uint32Array): Cut[] {
  const index = schedule.at(-1);
  const begin = index === undefined ? undefined : beginOf(index, ops, threads);
  if (index === undefined || begin === undefined) return [];
  const same = schedule.filter((e) => ACCESS_KINDS[ops[e]!] !== NO_ACCESS && targets[e] === targets[index]);
  const cuts: Cut[] = [];
  for (const isOwnWrite of [false, true]) {
    const at = same.findIndex((e) => threads[e] === threads[index] && e > begin && e < index && isWrite(ops[e]!) === isOwnWrite);
    const isCut = (e: number) => threads[e] !== threads[index] && isWrite(ops[e]!) !== (isOwnWrite && isWrite(ops[index]!));
    const others = at < 0 ? [] : same.slice(at).filter(isCut);
    for (const cut of new Set([...others.slice(0, 1), ...others.slice(-1)])) cuts.push({ begin, own: same[at]!, cut, index });
  }
  return cuts;
}

/** Where the outermost block begins that an event is in. */
function beginOf(index: number, ops: Uint8Array, threads: Uint32Array): number | undefined {
  let depth = 0;
  let begin: number | undefined;
  for (let e = 0; e < index; e++) {
    if (threads[e] !== threads[index]) continue;
    if (ops[e] === Op.begin && depth++ === 0) begin = e;
    else if (ops[e] === Op.end && depth > 0) depth--;
  }
  return depth > 0 ? begin : undefined;
}

/** Whether the thread does not leave the block between its begin and the last access, and the first is in it. */
function isOneBlock({ begin, own, index }: Cut, { ops, threads }: Columns): boolean {
  if (ops[begin] !== Op.begin || threads[begin] !== threads[index] || !(begin < own && own < index)) return false;
  let depth = 0;
  for (let e = begin; e < index; e++) {
    if (threads[e] !== threads[begin]) continue;
    if (ops[e] === Op.begin) depth++;
    else if (ops[e] === Op.end && --depth === 0) return false;
  }
  return true;
}
