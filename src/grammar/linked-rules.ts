// The rules that Sequitur keeps as rings of nodes, each through its guard, as the columns of a grammar.

import { COUNT, GUARD, NEXT, VALUE } from './digrams.ts';
import type { Slp } from './slp.ts';

/** The start rule. */
export const START = 0;

/** `guards`: of every rule that is in use. */
export function columns(nodes: Int32Array, guards: Int32Array, terminals: number): Slp {
  const { order, size } = inOrder(nodes, guards);
  const names = new Int32Array(guards.length);
  for (let r = 0; r < order.length; r++) names[order[r]!] = r;
  const starts = new Uint32Array(order.length + 1);
  const symbols = new Uint32Array(size);
  const counts = new Float64Array(size);
  let at = 0;
  for (let r = 0; r < order.length; r++) {
    const guard = guards[order[r]!]!;
    for (let n = nodes[guard + NEXT]!; n !== guard; n = nodes[n + NEXT]!) {
      const value = nodes[n + VALUE]!;
      symbols[at] = value < 0 ? terminals + names[~value]! : value;
      counts[at++] = nodes[n + COUNT]!;
    }
    starts[r + 1] = at;
  }
  return { terminals, starts, symbols, counts };
}

/** Rules after all that they use, the start rule last; and how many items they have. */
function inOrder(nodes: Int32Array, guards: Int32Array): { order: number[]; size: number } {
  const order: number[] = [];
  const seen = new Uint8Array(guards.length);
  const stack = [nodes[guards[START]! + NEXT]!];
  const path = [START];
  let size = 0;
  seen[START] = 1;
  while (path.length > 0) {
    const n = stack[stack.length - 1]!;
    if (nodes[n + COUNT] === GUARD) {
      order.push(path.pop()!);
      stack.pop();
      continue;
    }
    size++;
    stack[stack.length - 1] = nodes[n + NEXT]!;
    const rule = ~nodes[n + VALUE]!;
    if (rule < 0 || seen[rule] === 1) continue;
    seen[rule] = 1;
    path.push(rule);
    stack.push(nodes[guards[rule]! + NEXT]!);
  }
  return { order, size };
}
