// `reduce` and `track` as a user runs them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { folder, foretrace } from './run.ts';

function sections(thread: string, lock: string, count: number): string {
  return `${thread}|acq(${lock})|1\n${thread}|w(x)|2\n${thread}|rel(${lock})|3\n`.repeat(count);
}

const text = `${sections('A', 'm', 3)}${sections('A', 'own', 2)}${sections('B', 'm', 2)}B|r(x)|9\n`;
const reduced = [
  '# foretrace: preserves=happens-before',
  'A|acq(m)|1',
  'A|w(x)|2',
  'A|w(x)|2',
  'A|w(x)|2',
  'A|rel(m)|3',
  'A|w(x)|2',
  'A|w(x)|2',
  'B|acq(m)|1',
  'B|w(x)|2',
  'B|w(x)|2',
  'B|rel(m)|3',
  'B|r(x)|9',
  '',
].join('\n');

test('a reduced trace says so, in every format, and analyze heeds it', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'whole.std.gz'), gzipSync(text));
  const { status, stdout } = foretrace(['reduce', 'whole.std.gz', 'small.std'], { cwd });
  expect(status).toBe(0);
  expect(readFileSync(join(cwd, 'small.std'), 'utf8')).toBe(reduced);
  const rows = stdout.split('\n').map((row) => row.split(/ {2,}/));
  expect(rows.slice(0, 3)).toEqual([
    ['runs', 'before', 'after'],
    ['events', '22', '12', '54.5 %'],
    ['synchronisation', '14', '4', '28.6 %'],
  ]);
  for (const file of ['small.ftrace', 'small.table']) {
    expect(foretrace(['convert', 'small.std', file], { cwd }).status).toBe(0);
    const refused = foretrace(['analyze', file, '--detector', 'eraser'], { cwd });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('TRACE_REDUCED');
    expect(foretrace(['analyze', file, '--detector', 'eraser', '--force', '--fail-on', 'never'], { cwd }).status).toBe(0);
    expect(foretrace(['analyze', file, '--detector', 'fasttrack'], { cwd }).status).toBe(1);
  }
});

test('from standard input to standard output, with the summary beside it', () => {
  const { status, stdout, stderr } = foretrace(['reduce', '-', '-', '--to', 'std', '--accesses', '--sizes', '--format', 'json'], {
    input: text,
  });
  expect(status).toBe(0);
  expect(stdout).toContain('# foretrace: accesses=first-of-epoch\n');
  const { method, before, after } = JSON.parse(stderr);
  expect(method).toBe('runs');
  expect(before).toMatchObject({ events: 22, bytes: text.length, format: 'std' });
  expect(after).toMatchObject({ synchronisation: 4, bytes: stdout.length });
  expect(after.gzip).toBeGreaterThan(0);
  expect(before.grammar).toBeGreaterThan(after.grammar);
});

test('a broken trace is repaired the same way in both readings', () => {
  const broken = `B|rel(m)|0\n${text}C|rel(own)|4\n`;
  expect(foretrace(['reduce', '-', '-', '--to', 'std'], { input: broken }).status).toBe(2);
  const { status, stdout } = foretrace(['--lenient', 'reduce', '-', '-', '--to', 'std'], { input: broken });
  expect(status).toBe(0);
  expect(stdout.split('\n')).toHaveLength(14);
});

test('track counts for both methods, and checks', () => {
  const { status, stdout } = foretrace(['track', '-', '--check', '--format', 'json'], { input: text });
  expect(status).toBe(0);
  const { checked, methods } = JSON.parse(stdout);
  expect(checked).toBe(true);
  expect(methods[0]).toMatchObject({ method: 'ff', vectorOperations: 14, atLocks: 14, copies: 7 });
  expect(methods[1]).toMatchObject({ method: 'loft', removable: 8, vectorOperations: 6 });
});

test('table VI of the paper with --log paper', () => {
  const locks = (thread: string, lock: string, count: number) =>
    `${thread}|acq(${lock})|1\n${thread}|rel(${lock})|2\n`.repeat(count);
  const input = locks('0', 'm', 22) + locks('0', 'n', 1) + locks('0', 'm', 6) + locks('1', 'k', 1);
  const pairs = ['0 m', '0 n', '0 m', '1 k'].map((pair) => pair.split(' '));
  const lines = pairs.flatMap(([t, lock]) => ['acquires', 'releases'].map((did) => `Thread ${t} [${did}] a lock ${lock}.\n`));
  expect(foretrace(['track', '-', '--log', 'paper'], { input }).stdout).toBe(lines.join(''));
  expect(foretrace(['track', '-', '--log', 'paper', '--method', 'ff'], { input }).stdout.split('\n')).toHaveLength(61);
});
