// From a run to a decision: several traces in one report, baselines that are kept, what is new and gone, the last run of a project.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { recommended } from '../../src/detectors/index.ts';
import { all } from '../runs.ts';
import { counter } from './programs.ts';
import { foretrace, root } from './run.ts';

const cwd = mkdtempSync(join(tmpdir(), 'foretrace-daily-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, lines: readonly string[]): void => writeFileSync(join(cwd, name), `${lines.join('\n')}\n`);
write('one.std', ['A|w(x)|a.c:1 (f)', 'B|w(x)|b.c:2 (g)', 'A|w(y)|a.c:3 (f)', 'B|w(y)|b.c:4 (g)']);
write('two.std', ['B|w(x)|b.c:2 (g)', 'A|w(x)|a.c:1 (f)', 'A|w(z)|a.c:5 (f)', 'B|r(z)|b.c:6 (g)']);
write('clean.std', ['A|w(x)|a.c:1']);
const run = (...args: string[]) => foretrace(args, { cwd });
const json = (name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8'));

describe('several traces', () => {
  test('make one report, and what both have is told once, with the names of both', () => {
    const { status } = run('analyze', 'one.std', 'two.std', '--format', 'json=both.json');
    expect(status).toBe(1);
    const { traces, findings, detectors } = json('both.json');
    expect(traces.map(({ file }: { file: string }) => file)).toEqual(['one.std', 'two.std']);
    expect(
      findings.map(({ id, variable, processes, trace }: Record<string, unknown>) => [id, variable, processes, trace]),
    ).toEqual([
      ['R1', 'x', ['one.std', 'two.std'], 0],
      ['R2', 'y', ['one.std'], 0],
      ['R3', 'z', ['two.std'], 1],
    ]);
    expect(detectors.map(({ trace }: { trace: number }) => trace)).toEqual([
      ...recommended.map(() => 0),
      ...recommended.map(() => 1),
    ]);
  });

  test('may be a folder; one without traces is an error', () => {
    mkdirSync(join(cwd, 'runs'), { recursive: true });
    mkdirSync(join(cwd, 'nothing'), { recursive: true });
    for (const name of ['one.std', 'two.std']) cpSync(join(cwd, name), join(cwd, 'runs', name));
    expect(run('analyze', 'runs').stdout).toMatch(/^3 races · 2 traces, /m);
    expect(run('analyze', 'nothing')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no trace in this folder'),
    });
  });

  test('a file alone is analysed', () => {
    expect(run('clean.std')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^no race or deadlock · /) });
  });
});

test('a baseline merges traces and reports, is updated, listed and pruned', () => {
  run('analyze', 'two.std', '--format', 'json=two.json');
  expect(run('baseline', 'one.std', 'two.json', '-o', 'known.json').stderr).toContain('3 findings');
  expect(run('analyze', 'one.std', 'two.std', '--baseline', 'known.json')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^no new race or deadlock, 3 in the baseline/),
  });
  expect(run('baseline', 'one.std', '--update', 'known.json').stderr).toContain('3 findings, 0 new');
  const unseen = run('baseline', '--update', 'known.json', '--unseen', '1').stdout;
  expect(unseen).toMatch(/^[0-9a-f]{16} {2}z {2}a\.c:5 \(f\) ↔ b\.c:6 \(g\) {2}not seen for 1 update\n$/);
  expect(run('baseline', '--update', 'known.json', '--prune', '1').stderr).toContain('2 findings, 0 new, 1 dropped');
  expect(json('known.json')).toMatchObject({ version: 2, updates: 2, findings: [{ seen: 2 }, { seen: 2 }] });
  for (const args of [['baseline'], ['baseline', '--prune', '2']]) expect(run(...args).status).toBe(2);
});

test('diff says what is new, gone and still there', () => {
  run('baseline', 'one.std', '-o', 'old.json');
  const { status, stdout } = run('diff', 'old.json', 'two.std');
  expect(status).toBe(1);
  expect(stdout.replace(/[0-9a-f]{6}/g, '…')).toBe(
    'new    …  z  a.c:5 (f) ↔ b.c:6 (g)\ngone   …  y  a.c:3 (f) ↔ b.c:4 (g)\nstill  …  x  a.c:1 (f) ↔ b.c:2 (g)\n1 new, 1 gone, 1 still there\n',
  );
  expect(run('diff', 'one.std', 'one.std').status).toBe(0);
  const parsed = JSON.parse(run('diff', 'two.std', 'clean.std', '--format', 'json').stdout);
  expect([parsed.new.length, parsed.gone.length, parsed.still.length]).toEqual([0, 2, 0]);
  expect(run('diff', 'one.std', 'missing.json').status).toBe(2);
});

test('groups are chosen, and keep their numbers when others are left out', () => {
  write('same.std', ['A|w(x)|a.c:1', 'B|w(x)|b.c:2', 'B|r(x)|b.c:3', 'A|w(y)|a.c:9', 'B|w(y)|b.c:9']);
  const ids = (...args: string[]) => run('analyze', 'same.std', '-d', 'hb-pairs', ...args).stdout.match(/(?<=id )R\d+/g);
  expect(ids()).toEqual(['R1', 'R2']);
  expect(ids('--group', 'none')).toEqual(['R1', 'R2', 'R3']);
  write('rules', ['race variable x # known']);
  expect(ids('--suppressions', 'rules')).toEqual(['R2']);
});

describe('the last run', () => {
  test('is kept per project, with all its processes, and explain names it', () => {
    const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
    const [here, there] = ['here', 'there'].map((name) => {
      mkdirSync(join(cwd, name, 'sub'), { recursive: true });
      writeFileSync(join(cwd, name, 'package.json'), '{}');
      return join(cwd, name);
    });
    const twice = `node ${counter} && node ${counter}`;
    const { status, stdout } = foretrace(['run', '--format', 'json=r.json', 'sh', '-c', twice], { cwd: here!, env });
    expect([status, stdout.match(/race/g)]).toEqual([1, null]);
    const { traces, findings } = JSON.parse(readFileSync(join(here!, 'r.json'), 'utf8'));
    expect(traces).toHaveLength(2);
    expect(findings).toHaveLength(1);
    expect(findings[0].processes).toHaveLength(2);
    const told = foretrace(['explain', 'R1'], { cwd: join(here!, 'sub'), env });
    expect(told.status).toBe(0);
    expect(told.stdout).toMatch(/^The last run of this project: sh -c node .* UTC, 2 processes\n\nrace {2}/);
    expect(foretrace(['explain', 'R1'], { cwd: there!, env }).stderr).toContain('there is no last run of this project');
    expect(foretrace(['explain', 'R9'], { cwd: here!, env }).stderr).toContain('name it as foretrace analyze does: R1, or');
    // All of the run count, whichever process had them.
    const other = join(root, 'test/record-node/programs/bulk.race.mjs');
    foretrace(['run', 'sh', '-c', `node ${counter} && node ${other}`], { cwd: here!, env });
    expect(foretrace(['explain', 'R9'], { cwd: here!, env }).stderr).toMatch(/as foretrace analyze does: R1 to R[2-8], or/);
  });

  test.runIf(all)('of a run with --update-baseline shows nothing new the next time', () => {
    const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
    const args = ['run', '--baseline', 'b.json', '--update-baseline', counter];
    const first = foretrace(args, { cwd, env });
    expect(first.status).toBe(1);
    expect(first.stderr).toMatch(/b\.json: \d+ findings?, \d+ new/);
    expect(foretrace(args, { cwd, env })).toMatchObject({ status: 0, stdout: expect.stringContaining('no new race') });
    expect(foretrace(['run', '--update-baseline', counter], { cwd, env }).status).toBe(2);
  });
});
