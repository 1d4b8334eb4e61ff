// The lock graph as a picture: what is drawn, what is left out, and that names stay text.

import { expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { lockOrder } from '../../src/detectors/lock-order/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { lockGraphs } from '../../src/report/html/lock-graph.ts';
import { type DrawnOrder, drawnGraph } from '../../src/report/lock-graph/orders.ts';
import { lockGraphSvg } from '../../src/report/lock-graph/svg.ts';

const order = (held: string, wanted: string): DrawnOrder => ({ held, wanted, by: 'T1' });
const ring = (count: number): DrawnOrder[] => Array.from({ length: count }, (_, i) => order(`m${i}`, `m${(i + 1) % count}`));

test('most arrows go down, and those that go up come first', () => {
  const { locks, orders } = drawnGraph([order('c', 'a'), order('a', 'b'), order('b', 'c'), order('a', 'c'), order('c', 'd')]);
  expect(locks).toEqual(['a', 'b', 'c', 'd']);
  expect(orders[0]).toEqual(order('c', 'a'));
  expect(orders).toHaveLength(5);
});

test('of a large graph, what is part of no cycle is left out and counted', () => {
  const chain = Array.from({ length: 80 }, (_, i) => order(`n${i}`, `n${i + 1}`));
  expect(drawnGraph([...chain, ...ring(3)])).toMatchObject({ locks: ['m0', 'm1', 'm2'], ordersLeftOut: 80, locksLeftOut: 0 });
  expect(drawnGraph(chain.slice(0, 20))).toMatchObject({ ordersLeftOut: 0, locksLeftOut: 0 });
  expect(drawnGraph(ring(100))).toMatchObject({ locksLeftOut: 40 });
  expect(lockGraphSvg([...chain, ...ring(3)]).leftOut).toMatch(/^80 orders of locks are left out/);
});

test('names are text', () => {
  const { text } = lockGraphSvg([order('<b>&"', "'a'"), order("'a'", '<b>&"')]);
  expect(text).not.toContain('<b>');
  expect(text).toContain('&lt;b&gt;&amp;&quot;');
});

test('a page has the orders of all its findings', async () => {
  const step = (t: string, a: string, b: string) =>
    [`acq(${a})`, `acq(${b})`, `rel(${b})`, `rel(${a})`].map((op, i) => `${t}|${op}|${t}.c:${i + 1}`).join('\n');
  const trace = [step('T1', 'a', 'b'), step('T2', 'b', 'a'), step('T3', 'b', 'c'), step('T4', 'c', 'b'), step('T5', 'x', 'a')];
  const result = await analyze(memoryInput('trace.std', trace.join('\n')), {
    detectors: [lockOrder],
  });
  const page = lockGraphs(result);
  expect(page).toContain('1 more nested acquire, told apart by thread, locks and place, is part of no cycle.');
  expect(page.match(/<li><span class="mono">[abc]<\/span> → /g)).toHaveLength(4);
  const without = lockGraphs({ ...result, findings: [] });
  expect(without).not.toContain('id="lock-graph"');
});
