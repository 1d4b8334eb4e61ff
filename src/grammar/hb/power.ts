// The order of B^k from that of B^j for a small j. Appending one more copy changes less and less: as soon as it only moves the times by
// the ticks of one copy and leaves the inputs as they are, it does so for ever, and the rest is a multiplication. Threads and locks
// keep what they know, so that this happens after at most as many copies as there are entities; mostly it is two or three. If only one
// thread acts it is two: in the second copy the thread hands over all that it will ever learn from before.

import type { Order } from './order.ts';
import type { HbSummary } from './summary.ts';

/** Appends copies; it keeps the room that this takes. */
export class Copies {
  /** Per thread: how often one copy hands its clock to others. */
  readonly ticks: Float64Array;
  private words = new Float64Array(0);
  private nodes = new Int32Array(0);

  constructor(threads: number) {
    this.ticks = new Float64Array(threads);
  }

  /** Appends copies to an order that holds two of them, until it holds `times`. */
  append(order: Order, summary: HbSummary, times: number): void {
    const { ticks } = this;
    const { clocks, nodes } = order;
    const { outputs, threads } = summary;
    for (let t = 0; t < ticks.length; t++) ticks[t] = 0;
    for (let i = 0; i < threads.length; i++) ticks[threads[i]!] = summary.ticks[i]!;
    if (threads.length === 1) {
      moveOn(order, outputs, ticks, times - 2);
      return;
    }
    const size = clocks.touched.length * clocks.width;
    if (size > this.words.length) this.words = new Float64Array(size * 2);
    if (outputs.length > this.nodes.length) this.nodes = new Int32Array(outputs.length * 2);
    for (let copies = 2; copies < times; copies++) {
      for (let i = 0; i < size; i++) this.words[i] = clocks.words[i]!;
      for (let o = 0; o < outputs.length; o++) this.nodes[o] = nodes[outputs[o]!]!;
      order.evaluate(summary);
      order.take(summary);
      if (copies + 1 < times && isSettled(order, outputs, this.words, this.nodes, ticks)) {
        moveOn(order, outputs, ticks, times - copies - 1);
        return;
      }
    }
  }
}

function isSettled({ clocks, nodes }: Order, outputs: Int32Array, words: Float64Array, was: Int32Array, ticks: Float64Array) {
  for (let o = 0; o < outputs.length; o++) {
    const row = clocks.rowOf(outputs[o]!);
    for (let t = 0; t < clocks.width; t++) {
      const time = words[row + t]!;
      if (clocks.words[row + t] !== (time === 0 ? 0 : time + ticks[t]!)) return false;
    }
    if (nodes[outputs[o]!] !== was[o]) return false;
  }
  return true;
}

function moveOn({ clocks }: Order, outputs: Int32Array, ticks: Float64Array, copies: number): void {
  for (const u of outputs) {
    const row = clocks.rowOf(u);
    for (let t = 0; t < clocks.width; t++) if (clocks.words[row + t]! > 0) clocks.words[row + t]! += ticks[t]! * copies;
  }
}
