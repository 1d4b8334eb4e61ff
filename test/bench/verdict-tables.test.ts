// What is counted of verdicts, and the tables, files and pages that it becomes.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withTables } from '../../bench/performance-page.ts';
import type { Suite, Table } from '../../bench/suite.ts';
import { timeLeft } from '../../bench/time-left.ts';
import { countsOf, type JudgedProgram, precision, recall } from '../../bench/verdicts/count.ts';
import { keepVerdicts, verdictFiles } from '../../bench/verdicts/files.ts';
import { outcomeOf, strongest, type Verdict } from '../../bench/verdicts/judge.ts';
import type { Label } from '../../bench/verdicts/labels.ts';
import { causeTable, countTable, listTable, type SuiteVerdicts, singleTable } from '../../bench/verdicts/tables.ts';
import { byReport, tools } from '../../bench/verdicts/tools.ts';

function program(name: string, label: Label, a: Verdict['outcome'], b?: Verdict['outcome'], cause?: string): JudgedProgram {
  const verdict = (outcome: Verdict['outcome']): Verdict => ({ outcome, seconds: 1.5 });
  return {
    name,
    label,
    ...(cause !== undefined && { cause }),
    verdicts: { a: verdict(a), ...(b !== undefined && { b: verdict(b) }) },
  };
}

const programs = [
  program('p1', 'race', 'race', 'race'),
  program('p2', 'race', 'race', 'silent'),
  program('p3', 'race', 'silent', 'silent', 'simd'),
  program('p4', 'race', 'partial', 'failed'),
  program('p5', 'ok', 'silent', 'race'),
  program('p6', 'ok', 'silent'),
  program('p7', 'ok', 'not ended', 'not built'),
];

const verdicts: SuiteVerdicts = {
  suite: 'Suite',
  tools: [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
    { id: 'c', title: 'C', missing: 'c is not on the PATH' },
  ],
  programs,
  all: 9,
  unlabelled: 3,
  how: '-O1, four threads',
  hasCauses: true,
};

test('verdicts are counted by their labels', () => {
  const a = countsOf('a', programs);
  expect(a.of).toEqual({
    found: ['p1', 'p2'],
    missed: ['p3', 'p4'],
    'false alarm': [],
    'rightly silent': ['p5', 'p6'],
    'did not end': ['p7'],
    'did not compile': [],
  });
  expect([a.partial, a.seconds, precision(a), recall(a)]).toEqual([1, 10.5, 1, 0.5]);
  const b = countsOf('b', programs);
  expect(b.of).toEqual({
    found: ['p1'],
    missed: ['p2', 'p3'],
    'false alarm': ['p5'],
    'rightly silent': [],
    'did not end': ['p4'],
    'did not compile': ['p7'],
  });
  expect([b.partial, precision(b), recall(b)]).toEqual([0, 1 / 2, 1 / 3]);
  const none = countsOf('c', programs);
  expect([none.seconds, precision(none), recall(none)]).toEqual([0, null, null]);
});

test('a row for each tool, what can show by itself, and what is not there', () => {
  const { title, columns, rows, notes } = countTable(verdicts);
  expect(title).toBe('Verdicts on Suite');
  expect(rows).toEqual([
    ['A', 2, 2, 0, 2, 1, 0, '1.00', '0.50', '0.67', 10.5],
    ['B', 1, 2, 1, 0, 1, 1, '0.50', '0.33', '0.50', 9],
    ['C', 'not there', null, null, null, null, null, null, null, null, null],
  ]);
  for (const row of rows) expect(row).toHaveLength(columns.length);
  expect(notes[0]).toBe('7 of 9 programs, 4 with a race; -O1, four threads.');
  expect(notes).toContain('C is not there: c is not on the PATH.');
  expect(notes).toContain('A said of 1 of its silences that they are partial.');
  expect(notes).toContain('Files without a label are left out: 3.');
  const plain = countTable({ ...verdicts, all: 7, hasCauses: false });
  expect(plain.rows[1]).toEqual(['B', 1, 2, 1, 0, 1, 1, '0.50', '0.33', 9]);
  for (const row of plain.rows) expect(row).toHaveLength(plain.columns.length);
  expect(plain.notes[0]).toMatch(/^7 programs, 4 with/);
});

test('races by cause, and who was not right', () => {
  expect(causeTable(verdicts).rows).toEqual([
    ['none: they can show', 3, 2, 1],
    ['simd', 1, 0, 0],
  ]);
  expect(listTable(verdicts).rows.map(([name]) => name)).toEqual(['p2', 'p3', 'p4', 'p5', 'p7']);
  expect(listTable(verdicts).rows[0]).toEqual(['p2', 'race', null, 'found', 'missed']);
});

test('every verdict is kept, for machines and for people', () => {
  expect(singleTable(verdicts).rows.slice(2, 6)).toEqual([
    ['p3', 'race', 'simd', 'missed', 'missed'],
    ['p4', 'race', null, 'missed (partial)', 'did not end'],
    ['p5', 'ok', null, 'rightly silent', 'false alarm'],
    ['p6', 'ok', null, 'rightly silent', null],
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-verdicts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = verdictFiles(folder, 'test/a suite', true);
  keepVerdicts(path, verdicts);
  expect(readdirSync(folder).toSorted()).toEqual(['verdicts-test-a-suite-quick.json', 'verdicts-test-a-suite-quick.md']);
  expect(JSON.parse(readFileSync(`${path}.json`, 'utf8'))).toMatchObject({ version: 1, suite: 'Suite', programs });
  expect(readFileSync(`${path}.md`, 'utf8')).toContain('| p3 | race | simd | missed | missed |');
  expect(verdictFiles(folder, 'x', false)).toBe(join(folder, 'verdicts-x'));
});

test('of several runs a race counts, then a run that ended', () => {
  const of = (...outcomes: Verdict['outcome'][]) => strongest(outcomes.map((outcome) => ({ outcome, seconds: 0 }))).outcome;
  expect(of('not ended', 'race')).toBe('race');
  expect(of('not ended', 'silent', 'partial')).toBe('silent');
  expect(of('failed', 'not ended')).toBe('not ended');
  expect(outcomeOf('race', false)).toBe('race');
  expect([outcomeOf('silent', false), outcomeOf('failed', false)]).toEqual(['not ended', 'not ended']);
  expect(outcomeOf('silent', true)).toBe('silent');
});

test('reports are recognised', () => {
  const said = (id: string, output: string) => tools.find((tool) => tool.id === id)!.said(output, '/nowhere/report.json');
  expect(said('tsan-gcc', '=====\nWARNING: ThreadSanitizer: data race (pid=1)\n')).toBe('race');
  expect(said('tsan-clang', 'WARNING: ThreadSanitizer: heap-use-after-free (pid=1)\n')).toBe('race');
  expect(said('archer', 'WARNING: ThreadSanitizer: thread leak (pid=1)\nthis is a data race\n')).toBe('silent');
  expect(said('tsan-gcc', 'FATAL: ThreadSanitizer: unexpected memory mapping\n')).toBe('failed');
  expect(said('helgrind', '==7== Possible data race during read of size 4\n')).toBe('race');
  expect(said('helgrind', '==7== Thread #1: lock order "0x1 before 0x2" violated\n')).toBe('silent');
  expect(said('drd', '==7== Conflicting store by thread 2 at 0x1 size 4\n')).toBe('race');
  expect(said('drd', "valgrind: the 'impossible' happened:\n")).toBe('failed');
  expect(said('foretrace', 'race')).toBe('failed');
});

test('a report of foretrace tells races, and what is partial', () => {
  const report = (types: readonly string[], complete: boolean) =>
    byReport(JSON.stringify({ findings: types.map((type) => ({ type })), traces: [{ complete: true }, { complete }] }));
  expect(report(['deadlock', 'race'], false)).toBe('race');
  expect(report(['deadlock'], true)).toBe('silent');
  expect(report([], false)).toBe('partial');
});

test('a page gets the tables that it has a place for', () => {
  const table = (title: string, value: number): Table => ({ title, columns: ['x', 'y'], rows: [['$&', value]], notes: [] });
  const marker = (title: string) => `<!-- ${title}: written by \`npm run bench -- some\` -->\n`;
  const page = `before\n\n${marker('Verdicts on A')}old\n<!-- end of Verdicts on A -->\n\nafter ${'`'}$1${'`'}\n`;
  const suite: Suite = { id: 'some', says: '', run: async () => [] };
  const written = withTables(page, suite, [table('Verdicts on A', 5), table('Verdicts on B', 6)]);
  expect(written).toBe(page.replace('old\n', () => '\n**Verdicts on A**\n\n| x | y |\n|---|--:|\n| $& | 5 |\n\n'));
  expect(withTables(written, suite, [table('Verdicts on A', 5)])).toBe(written);
  expect(withTables(page, { ...suite, id: 'other' }, [table('Verdicts on A', 5)])).toBe(page);
});

test('the time that is left', () => {
  expect(timeLeft(0, 10, 5000)).toBe('time left not known yet');
  expect(timeLeft(2, 10, 5000)).toBe('about 20 s left');
  expect(timeLeft(10, 100, 60_000)).toBe('about 9 min left');
});
