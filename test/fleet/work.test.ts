// From traces to findings: the whole way through the program, on both kinds of stores.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { foretrace, root } from '../cli/run.ts';
import { all } from '../runs.ts';
import { fleet } from './run.ts';
import { newFolder, newStore, openStore, sampledKinds } from './stores.ts';

const race = (name: string): string => join(root, `traces/race/${name}.std`);

describe.each(sampledKinds)('%s', (kind) => {
  test('what is added is analysed, once, and listed', async (context) => {
    const store = await newStore(kind, context);
    const add = ['add', race('two-locks'), race('unprotected-counter'), '--project', 'p', '--commit', 'c1', '--branch', 'main'];
    expect(fleet(store, add)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^added .*\nadded .*\n$/) });
    expect(fleet(store, ['status']).stdout).toMatch(/^0 of 2 runs analysed, time left unknown: nobody works\n2 jobs waiting/);
    expect(fleet(store, ['work', '-c', '2'])).toMatchObject({ status: 0, stderr: 'foretrace: 2 jobs done\n' });
    const listed = fleet(store, ['findings', '--format', 'json']);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { state: 'new', runs: 1, project: 'p' },
      { state: 'new', runs: 1, firstCommit: 'c1' },
    ]);
  });

  test.runIf(all)('a later analysis says what it changed', async (context) => {
    const store = await newStore(kind, context);
    const status = () => JSON.parse(fleet(store, ['status', '--format', 'json']).stdout) as { again: object };
    const ids = (): number[] =>
      (JSON.parse(fleet(store, ['findings', '--format', 'json']).stdout) as { id: string }[]).map(({ id }) =>
        Number(id.slice(1)),
      );
    fleet(store, ['add', race('critical-section-goes-first'), race('two-locks'), '--project', 'p', '--commit', 'c']);
    expect(fleet(store, ['work', '--detector', 'shb'])).toMatchObject({ status: 0 });
    expect(status()).toMatchObject({ findings: 1, again: { runs: 0, more: [], less: [] }, secondsLeft: 0 });
    const again = (...settings: string[]): void => {
      expect(fleet(store, ['add', '--again', '--project', 'p']).stdout).toBe('2 runs of p to be analysed again\n');
      expect(fleet(store, ['work', ...settings])).toMatchObject({ status: 0 });
    };
    again('--detector', 'predict', '--budget', '10s');
    // Numbers of findings may have gaps.
    const [known, found] = ids().sort((a, b) => a - b);
    expect(status()).toMatchObject({ findings: 2, again: { runs: 2, more: [found], less: [] } });
    expect(fleet(store, ['status']).stdout).toContain(
      `2 runs analysed again; found only then: R${found}; not found any more: none`,
    );
    // As it was before: nothing is new, and what is not found any more stays.
    again('--detector', 'shb');
    expect(status()).toMatchObject({ findings: 2, again: { runs: 2, more: [], less: [found] } });
    const listed = JSON.parse(fleet(store, ['findings', '--format', 'json']).stdout) as { id: string; runs: number }[];
    expect(listed.map(({ id, runs }) => [id, runs]).sort()).toEqual([`R${known}`, `R${found}`].map((id) => [id, 1]));
  });

  test.runIf(all)('a change fails for what its branch does not have', async (context) => {
    const store = await newStore(kind, context);
    const of = (commit: string, branch: string) => ['--project', 'p', '--commit', commit, '--branch', branch];
    const work = () => expect(fleet(store, ['work'])).toMatchObject({ status: 0 });
    const gate = (env = {}) => fleet(store, ['gate', '--against', 'main', '--project', 'p', '--commit', 'c2'], env);
    expect(gate()).toMatchObject({ status: 2 });
    fleet(store, ['add', race('two-locks'), ...of('c2', 'feature')]);
    expect(gate()).toMatchObject({ status: 3, stderr: expect.stringContaining('not yet analysed') });
    work();
    // Nothing to compare with is no reason to fail, and none to pass.
    expect(gate()).toMatchObject({ status: 3, stderr: expect.stringContaining('no run of main') });
    fleet(store, ['add', race('unprotected-counter'), ...of('c1', 'main')]);
    work();
    const summary = join(newFolder(), 'summary.md');
    const failed = gate({ GITHUB_STEP_SUMMARY: summary });
    expect(failed).toMatchObject({ status: 1, stdout: expect.stringContaining('1 new finding against main') });
    expect(readFileSync(summary, 'utf8')).toBe(failed.stdout);
    expect(fleet(store, ['compare', 'c1', 'c2'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 new, 1 gone, 0 still'),
    });
    const [finding] = JSON.parse(fleet(store, ['findings', '--commit', 'c2', '--format', 'json']).stdout) as [{ id: string }];
    expect(fleet(store, ['ignore', finding.id])).toMatchObject({ status: 2 });
    expect(fleet(store, ['ignore', 'R999', '--reason', 'x'])).toMatchObject({ status: 2 });
    expect(fleet(store, ['ignore', finding.id, '--reason', 'x', '--until', '2020-01-01'])).toMatchObject({ status: 2 });
    expect(fleet(store, ['ignore', finding.id, '--end', '--until', '2999-01-01'])).toMatchObject({ status: 2 });
    expect(fleet(store, ['ignore', finding.id, '--reason', 'so be it'])).toMatchObject({ status: 0 });
    expect(gate()).toMatchObject({ status: 0, stdout: expect.stringContaining('1 new and ignored') });
    expect(fleet(store, ['ignore', finding.id, '--end'])).toMatchObject({ status: 0 });
    expect(gate()).toMatchObject({ status: 1 });
    // A branch of the same name does not make its own findings known, by whatever of its commit it is named.
    fleet(store, ['add', race('third-write'), ...of('c3456', 'main')]);
    // What waits there may have what seems new.
    expect(gate()).toMatchObject({ status: 3, stderr: expect.stringContaining('of main some runs are not yet analysed') });
    work();
    for (const commit of ['c3456', 'c34'])
      expect(fleet(store, ['gate', '--project', 'p', '--commit', commit])).toMatchObject({ status: 1 });
    expect(fleet(store, ['report', '--commit', 'c2', '--format', 'json'])).toMatchObject({ status: 1 });
    expect(fleet(store, ['report', '--commit', 'c9'])).toMatchObject({ status: 3 });
    expect(fleet(store, ['gc']).stderr).toContain('0 traces removed');
  });

  test.runIf(all)('bad and hostile input marks itself, and nothing else', async (context) => {
    const store = await newStore(kind, context);
    const folder = newFolder();
    writeFileSync(join(folder, 'bad.std'), 'this is no trace');
    writeFileSync(
      join(folder, 'names.std'),
      `T1|w(x'); DROP TABLE foretrace.run; --\x1b[31m)|a\u202e:1\nT2|w(x'); DROP TABLE foretrace.run; --\x1b[31m)|b:2\n`,
    );
    const about = ['--project', `p'; --`, '--branch', '\x1b[2J', '--commit', `$(reboot)`];
    expect(fleet(store, ['add', join(folder, '*.std'), race('two-locks'), ...about])).toMatchObject({ status: 0 });
    expect(fleet(store, ['work'])).toMatchObject({ status: 3 });
    const { stdout } = fleet(store, ['findings']);
    expect(stdout).toContain('DROP TABLE');
    expect(stdout).not.toMatch(/[\x1b\u202e]/);
    const status = JSON.parse(fleet(store, ['status', '--format', 'json']).stdout);
    expect(status).toMatchObject({ runs: { done: 2, failed: 1, waiting: 0 }, troubles: [{ name: 'bad.std', state: 'failed' }] });
    // A limit that cannot be kept is tried again, and then told.
    fleet(store, ['add', join(root, 'traces/race/forgotten-join.std'), ...about]);
    expect(fleet(store, ['work', '--max-time', '1ms', '--attempts', '2'])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('it took more than 0.001 s'),
    });
  });

  test.runIf(all)('a report in JSON is taken, and names are redacted where that is asked for', async (context) => {
    const store = await newStore(kind, context);
    const report = join(newFolder(), 'report.json');
    foretrace(['analyze', race('two-locks'), '--format', 'json', '-o', report]);
    fleet(store, ['add', report, race('unprotected-counter'), '--redact', '--project', 'p', '--commit', 'c']);
    expect(fleet(store, ['work'])).toMatchObject({ status: 0 });
    const { database } = await openStore(store);
    const rows = await database.query<{ variable: string; detail: object; places: string[] }>(
      'SELECT variable, places, detail FROM foretrace.finding JOIN foretrace.told ON finding = id',
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/counter|work\.c|main\.c|a\.c|b\.c/);
    expect(JSON.stringify(await database.query('SELECT name FROM foretrace.run'))).not.toContain('std');
  });
});

test('foretrace says how to install the package where it is not', () => {
  const folder = join(newFolder(), 'foretrace');
  mkdirSync(folder);
  const home = join(inject('main'), '../../..');
  cpSync(join(home, 'package.json'), join(folder, 'package.json'));
  cpSync(join(home, 'dist/cli'), join(folder, 'dist/cli'), { recursive: true });
  const { status, stderr } = foretrace(['fleet', 'add', 'x'], { cwd: folder, main: join(folder, 'dist/cli/main.js') });
  expect(status).toBe(2);
  expect(stderr).toContain('npm install foretrace-fleet');
});
