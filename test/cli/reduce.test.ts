// `reduce` and `track` as a user runs them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { all } from '../runs.ts';
import { folder, foretrace, root } from './run.ts';

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

test('a report on a reduced trace tells no locks, and that other schedules were not looked at', () => {
  const racy = '# foretrace: preserves=happens-before\nA|acq(m)|a.c:1\nA|w(x)|a.c:2\nA|rel(m)|a.c:3\nB|w(x)|b.c:1\n';
  const { status, stdout } = foretrace(['analyze', '-', '--detector', 'shb'], { input: racy });
  expect(status).toBe(1);
  expect(stdout).toContain('write  in A  holding (not known)  a.c:2');
  expect(stdout).toContain('     nothing orders the two in this run\n');
  expect(stdout).toContain('1 race in this run (the trace is reduced, and other schedules were not looked at)');
  const { traces, findings } = JSON.parse(
    foretrace(['analyze', '-', '--detector', 'shb', '--format', 'json'], { input: racy }).stdout,
  );
  expect(traces[0].reduced).toBe(true);
  expect(findings[0].first).toMatchObject({ locks: [], locksUnknown: true });
});

test('run --reduce looks for the races of the run, and says what it does not look for', () => {
  const cwd = join(root, 'test/record-node/programs');
  const { status, stdout, stderr } = foretrace(['run', '--reduce', 'runs', 'barrier-missing.race.mjs'], { cwd });
  expect(stderr).toContain('(shb, hb-atomics), not what another schedule would do');
  expect(stderr).toMatch(/--reduce runs: of the \d+ synchronisation events that were recorded \d+ stay/);
  expect(stdout).toContain('in this run (the trace is reduced, and other schedules were not looked at)');
  expect([0, 1]).toContain(status);
});

test('run --reduce starts no program for what cannot be', () => {
  const refused = (args: readonly string[]) =>
    foretrace(['run', '--reduce', 'loft', ...args, 'never.js'], { startsNothing: true });
  expect(refused(['--detector', 'predict'])).toMatchObject({ status: 2, stderr: expect.stringContaining('TRACE_REDUCED') });
  expect(refused(['--live'])).toMatchObject({ status: 2, stderr: expect.stringContaining('--live looks at locks') });
});

test.runIf(all)('record --reduce leaves a trace that says so', () => {
  const cwd = folder();
  const program = join(root, 'test/record-node/programs/barrier-missing.race.mjs');
  expect(foretrace(['record', '--reduce', 'loft', '-o', 't.ftrace', '--', process.execPath, program], { cwd }).status).toBe(0);
  expect(foretrace(['convert', 't.ftrace', 't.std'], { cwd }).status).toBe(0);
  expect(readFileSync(join(cwd, 't.std'), 'utf8')).toContain('preserves=happens-before');
  expect(foretrace(['analyze', 't.ftrace', '--detector', 'predict'], { cwd }).stderr).toContain('TRACE_REDUCED');
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
  const access = (thread: string) => `${thread}|w(x)|RTThread.hxx:19\n`;
  const input = locks('0', 'm', 22) + locks('0', 'n', 1) + locks('0', 'm', 6) + access('0') + locks('1', 'k', 1) + access('1');
  const pairs = ['0 m', '0 n', '0 m', '1 k'].map((pair) => pair.split(' '));
  const lines = pairs.flatMap(([t, lock]) => ['acquires', 'releases'].map((did) => `Thread ${t} [${did}] a lock ${lock}.\n`));
  const race = 'Data race at: RTThread.hxx:19.\n';
  expect(foretrace(['track', '-', '--log', 'paper'], { input }).stdout).toBe(lines.join('') + race);
  const full = foretrace(['track', '-', '--log', 'paper', '--method', 'ff'], { input }).stdout;
  expect(full.split('\n')).toHaveLength(62);
  expect(full.endsWith(`a lock k.\n${race}`)).toBe(true);
});
