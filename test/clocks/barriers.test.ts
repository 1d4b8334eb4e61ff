// Who keeps clocks of rounds must give them back: a run with a million rounds would otherwise keep them all.

import { expect, test } from 'vitest';
import { HappensBefore } from '../../src/clocks/happens-before.ts';
import { CausalOrder } from '../../src/detectors/cp/causal-order.ts';
import { Edges } from '../../src/detectors/goldilocks/edges.ts';
import { WeakOrder } from '../../src/detectors/wcp/weak-order.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';

const THREADS = ['A', 'B', 'C'];

/** Threads meet again and again; the first to leave is already back when the last leaves. */
function meetings(rounds: number): EventBlock {
  const builder = new TraceBuilder();
  for (const t of THREADS) builder.add(t, Op.barrierEnter, 'b');
  for (let i = 0; i < rounds; i++) for (const t of THREADS) builder.add(t, Op.barrierExit, 'b').add(t, Op.barrierEnter, 'b');
  return builder.trace().blocks[0]!;
}

const weak = new WeakOrder();
const causal = new CausalOrder(() => {});
const hb = new HappensBefore();

test.each([
  ['happens-before', hb, hb.versions],
  ['weak causally-precedes', weak, weak.hb.versions],
  ['causally-precedes', causal, causal.hb.versions],
])('%s frees what a round gathered when the last has left', (_, order, versions) => {
  const block = meetings(500);
  order.grow(block);
  for (let i = 0; i < block.length; i++) order.step(block.ops[i]!, block.threads[i]!, block.targets[i]!);
  // At most three clocks of each thread and of the two rounds that are not over.
  expect(versions.live).toBeLessThanOrEqual(3 * (THREADS.length + 2));
});

test('Goldilocks uses the element of a round again when the last has left', () => {
  const edges = new Edges({ edge: () => {} });
  const block = meetings(500);
  edges.grow(block);
  for (let i = 0; i < block.length; i++) edges.step(block.ops[i]!, block.threads[i]!, block.targets[i]!);
  expect(edges.bound).toBeLessThanOrEqual(2 * (THREADS.length + 2));
});
