// What the benchmark keeps and prints, and that a suite can be cut with its rows kept. No clock: a suite ends when it has said something.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runApart } from '../../bench/apart.ts';
import { performancePage } from '../../bench/performance-page.ts';
import { type Machine, Results } from '../../bench/results.ts';
import type { Suite, Table } from '../../bench/suite.ts';

const table = (title: string, ...rows: Table['rows']): Table => ({
  title,
  columns: ['what', 'ns'],
  rows,
  notes: ['best of three'],
});

test('a table that is told again replaces what was there, in its place', () => {
  const results = new Results();
  results.take('reading', table('a', ['x', 1]));
  results.take('reading', table('b'));
  results.take('reading', table('a', ['x', 1], ['y', 2]));
  results.cut('peers', 'its time was over');
  expect(results.all()).toEqual([
    { id: 'reading', tables: [table('a', ['x', 1], ['y', 2]), table('b')] },
    { id: 'peers', tables: [], cut: 'its time was over' },
  ]);
});

test('the page has a table for each, says what is not complete, and what the machine was', () => {
  const suites = [{ id: 'reading', says: 'how fast things are read' } as Suite];
  const machine: Machine = { cpu: 'Z80', cores: 2, memory: 8 * 2 ** 30, node: 'v20.1.0', load: 3.25 };
  const results = [
    { id: 'reading', tables: [table('A | B', ['p|q', 12_345], ['r', null], ['s', 1.5])], cut: 'its time was over' },
    { id: 'peers', tables: [] },
  ];
  const page = performancePage(suites, results, machine, 'the small inputs');
  expect(page).toContain('2 cores (Z80), 8 GB, Node 20.1.0, with a load of 3.3');
  expect(page).toContain(
    [
      '## reading',
      '',
      'How fast things are read.',
      '',
      'Not all of it: its time was over.',
      '',
      '**A | B**',
      '',
      '| what | ns |',
      '|---|--:|',
      '| p\\|q | 12 345 |',
      '| r | – |',
      '| s | 1.50 |',
      '',
      'Best of three.',
    ].join('\n'),
  );
  expect(page).not.toContain('peers');
});

function program(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'suite.cjs');
  writeFileSync(file, text);
  return file;
}

test('a suite that never ends is cut, and what it had told is there', async () => {
  const limit = new AbortController();
  const told: Table[] = [];
  const text: string[] = [];
  const hangs = program(
    `process.send({ progress: 'one' }); process.send({ table: ${JSON.stringify(table('a', ['x', 1]))} }); for (;;);`,
  );
  const listener = {
    progress: (line: string) => text.push(line),
    table: (each: Table) => {
      told.push(each);
      limit.abort();
    },
  };
  expect(await runApart(hangs, [], listener, limit.signal)).toBe('its time was over');
  expect(told).toEqual([table('a', ['x', 1])]);
  expect(text).toEqual(['one']);
});

test('a suite that fails says so, one that ends says nothing', async () => {
  const listener = { progress: () => {}, table: () => {} };
  const { signal } = new AbortController();
  expect(await runApart(program('process.exit(3)'), [], listener, signal)).toBe('it ended with status 3');
  expect(await runApart(program('process.disconnect()'), [], listener, signal)).toBeUndefined();
});
