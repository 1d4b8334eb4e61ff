// The order of B^k from that of B^j for a small j. Appending one more copy changes less and less: as soon as it only moves the times by
// the ticks of one copy and leaves the inputs as they are, it does so for ever, and the rest is a multiplication. Threads and locks
// keep what they know, so that this happens after at most as many copies as there are entities; mostly it is two or three.

import type { Order } from './order.ts';
import { type HbSummary, NO_ACCESSES } from './summary.ts';

/** Appends copies to an order that holds `done` of them, until it holds `times`. */
export function appendCopies(order: Order, summary: HbSummary, done: number, times: number): void {
  const alone = { ...summary, accesses: NO_ACCESSES };
  const ticks = new Float64Array(order.clocks.width);
  for (let i = 0; i < summary.threads.length; i++) ticks[summary.threads[i]!] = summary.ticks[i]!;
  const nodes = new Int32Array(summary.outputs.length);
  for (let copies = done; copies < times; copies++) {
    const words = order.clocks.words.slice(0, order.clocks.touched.length * order.clocks.width);
    for (let o = 0; o < nodes.length; o++) nodes[o] = order.nodes[summary.outputs[o]!]!;
    order.evaluate(alone);
    order.take(alone);
    if (copies + 1 < times && isSettled(order, summary.outputs, words, nodes, ticks)) {
      moveOn(order, summary.outputs, ticks, times - copies - 1);
      return;
    }
  }
}

function isSettled(
  { clocks, inputs, nodes }: Order,
  outputs: Int32Array,
  words: Float64Array,
  was: Int32Array,
  ticks: Float64Array,
) {
  for (let o = 0; o < outputs.length; o++) {
    const row = clocks.rowOf(outputs[o]!);
    for (let t = 0; t < clocks.width; t++) {
      const time = words[row + t]!;
      if (clocks.words[row + t] !== (time === 0 ? 0 : time + ticks[t]!)) return false;
    }
    if (!inputs.isEqual(nodes[outputs[o]!]!, was[o]!)) return false;
  }
  return true;
}

function moveOn({ clocks }: Order, outputs: Int32Array, ticks: Float64Array, copies: number): void {
  for (const u of outputs) {
    const row = clocks.rowOf(u);
    for (let t = 0; t < clocks.width; t++) if (clocks.words[row + t]! > 0) clocks.words[row + t]! += ticks[t]! * copies;
  }
}
