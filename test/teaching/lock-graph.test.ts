// The lock graph as a picture.

import { expect, test } from 'vitest';
import { LockGraph } from '../../src/teaching/lock-graph.ts';
import { parse } from '../referee/litmus.ts';

function dot(text: string): string {
  const trace = parse(text);
  const graph = new LockGraph();
  for (const block of trace.blocks) graph.block(block);
  return graph.dot(trace.symbols);
}

test('arrows say who took what under what, and cycles are red', () => {
  expect(
    dot(
      `T1|acq(a)|p:1\nT1|acq(b)|p:2\nT1|acq(c)|p:3\nT1|rel(c)\nT1|rel(b)\nT1|rel(a)\nT2|acq(b)\nT2|acq(a)\nT2|rel(a)\nT2|acq(c)`,
    ),
  ).toBe(`digraph locks {
  node [shape=box];
  "a" -> "b" [label="T1 at p:2", color=red];
  "a" -> "c" [label="T1 at p:3"];
  "b" -> "c" [label="T1 at p:3 and others"];
  "b" -> "a" [label="T2", color=red];
}
`);
});

test('readers among themselves are dashed', () => {
  expect(dot('T1|racq(a)\nT1|racq(b)')).toContain('"a" -> "b" [label="T1", style=dashed];');
});

test('names stay inside their quotes', () => {
  expect(dot('T1|acq("x" -> y\\)\nT1|acq(b)')).toContain('  "\\"x\\" -> y\\\\" -> "b" [label="T1"];');
});
