// The summary of what a fold holds, in columns.

import type { NodeNames } from '../hb/node-names.ts';
import type { Order } from '../hb/order.ts';
import type { OrderSummary } from '../hb/summary.ts';
import { type Frontier, RACED, RENEWED, STATE } from './frontier.ts';
import { Rows } from './rows.ts';
import type { ChunkSummary } from './summary.ts';
import * as summary from './summary.ts';

export function written(order: Order, frontier: Frontier, names: NodeNames, length: number): ChunkSummary {
  const { inputs, nodes, clocks } = order;
  names.begin(inputs);
  for (const u of clocks.touched) names.of[nodes[u]!] = 1;
  const accesses = writtenAccesses(frontier);
  const { heads } = accesses;
  for (let h = summary.LAST; h < heads.length; h += summary.ROW) names.of[heads[h]!] = 1;
  const writtenOrder = orderSummary(order, names);
  for (let h = summary.LAST; h < heads.length; h += summary.ROW) heads[h] = names.of[heads[h]!]!;
  return { length, ...writtenOrder, ...accesses, races: Int32Array.from(frontier.races) };
}

/** With the nodes of the fold: they have no names yet. */
function writtenAccesses(frontier: Frontier): Omit<ChunkSummary, keyof OrderSummary | 'length' | 'races'> {
  const rows = frontier.sortedRows();
  const variables = new Int32Array(rows.length);
  const states = new Uint8Array(rows.length);
  const [headStarts, tailStarts] = [new Int32Array(rows.length + 1), new Int32Array(rows.length + 1)];
  const [heads, tails] = [new Rows(), new Rows()];
  const openRaces: number[] = [];
  for (let n = 0; n < rows.length; n++) {
    const s = rows[n]!;
    variables[n] = frontier.variableOf(s);
    const openRace = frontier.openRace(s);
    states[n] = stateOf(frontier.rows[s + STATE]!) | (openRace === undefined ? 0 : summary.RACED_OPEN);
    if (openRace !== undefined) openRaces.push(...openRace);
    frontier.writeHeads(s, heads);
    frontier.writeTails(s, tails);
    headStarts[n + 1] = heads.count;
    tailStarts[n + 1] = tails.count;
  }
  const columns = { heads: heads.finish(), tails: tails.finish(), openRaces: Int32Array.from(openRaces) };
  return { variables, states, headStarts, tailStarts, ...columns };
}

function stateOf(state: number): number {
  if ((state & RENEWED) === 0) return 0;
  return (state & RACED) === 0 ? summary.RENEWED : summary.RENEWED | summary.RACED;
}

function orderSummary(order: Order, names: NodeNames): OrderSummary {
  const nodes = names.count(order.inputs);
  const [threads, outputs] = [order.actorCount, order.clocks.touched.length];
  const made = {
    left: new Int32Array(nodes),
    right: new Int32Array(nodes),
    threads: new Int32Array(threads),
    ticks: new Float64Array(threads),
    outputs: new Int32Array(outputs),
    outputNodes: new Int32Array(outputs),
    outputTimes: new Float64Array(outputs * threads),
  };
  order.write(names, made);
  return made;
}
