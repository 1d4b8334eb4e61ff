// What each command does, as a user calls it.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { all } from '../runs.ts';
import { folder, foretrace, root, shell, start } from './run.ts';

const race = join(root, 'traces/race/read-after-unlock.std');

describe('analyze', () => {
  test('prints the race, and answers by the status', () => {
    const { status, stdout, stderr } = foretrace(['analyze', race]);
    expect(stdout).toContain('race  buffer');
    expect(stdout).toMatch(/1 {2}write .+ event 9\n/);
    expect(stdout).toMatch(/2 {2}read .+ event 11\n/);
    expect([status, stderr]).toEqual([1, '']);
  });

  test('--fail-on decides what is a failure', () => {
    expect(foretrace(['analyze', race, '--fail-on', 'observed']).status).toBe(1);
    expect(foretrace(['analyze', race, '--fail-on', 'never']).status).toBe(0);
    expect(foretrace(['analyze', race, '--detector', 'eraser', '--fail-on', 'observed']).status).toBe(0);
  });

  test('--output writes the report to a file, without colours', () => {
    const cwd = folder();
    const { status, stdout } = foretrace(['analyze', race, '--color', 'always', '--output', 'report.txt'], { cwd });
    expect([status, stdout]).toEqual([1, '']);
    expect(readFileSync(join(cwd, 'report.txt'), 'utf8')).toMatch(/^race {2}buffer/);
  });

  test('names an unknown detector and the nearest known', () => {
    const { status, stderr } = foretrace(['analyze', race, '--detector', 'fastrack']);
    expect(stderr).toContain('did you mean fasttrack?');
    expect(status).toBe(2);
  });

  test('json is the same bytes every time', () => {
    const [first, second] = [0, 1].map(() => foretrace(['analyze', race, '--format', 'json']).stdout);
    expect(first).toBe(second);
    expect(Object.keys(JSON.parse(first!))).toEqual(['version', 'trace', 'traces', 'detectors', 'findings', 'tests', 'leftOut']);
  });
});

describe('show', () => {
  test('prints a table that analyze reads', () => {
    const { status, stdout } = shell(`foretrace show ${race} | foretrace analyze - --format json`);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      trace: { events: 12 },
      findings: [{ first: { index: 9 }, second: { index: 11 } }],
    });
  });

  test('chooses events, and keeps their positions', () => {
    const rows = (...args: string[]): string[] =>
      foretrace(['show', race, ...args])
        .stdout.trimEnd()
        .split('\n')
        .slice(1);
    expect(rows('--from', '9', '--to', '10').map((row) => row.trim().split(/\s+/).slice(0, 2))).toEqual([
      ['9', 'w(buffer)'],
      ['10', 'rel(m)'],
    ]);
    expect(rows('--variable', 'buffer')).toHaveLength(3);
    expect(rows('--variable', 'buffer', '--thread', 'reader')).toHaveLength(1);
  });

  test('shows a broken trace as it is, and names what is not there', () => {
    expect(foretrace(['show', join(root, 'traces/broken/fork-twice.std')]).stdout.split('\n')).toHaveLength(4);
    const { status, stderr } = foretrace(['show', race, '--thread', 'readr']);
    expect(stderr).toContain('did you mean "reader"?');
    expect(status).toBe(2);
  });

  test('refuses a table that is too wide before it prints any of it', () => {
    const input = Array.from({ length: 5000 }, (_, i) => `T${i}|w(x)|1\n`).join('');
    for (const args of [[], ['--clocks']]) {
      const { status, stdout, stderr } = foretrace(['show', '-', ...args], { input });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('FORMAT_CANNOT_EXPRESS');
    }
    expect(foretrace(['show', '-', '--to', '2'], { input }).stdout.split('\n')).toHaveLength(5);
  });

  test('says that nothing was chosen', () => {
    const { status, stdout, stderr } = foretrace(['show', race, '--from', '99']);
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toContain('no event is chosen');
  });

  test('refuses a range that ends before it begins', () => {
    expect(foretrace(['show', race, '--from', '5', '--to', '4'])).toMatchObject({ status: 2, stdout: '' });
  });

  test('escapes what a terminal would obey', () => {
    const { stdout } = foretrace(['show', '-'], { input: 'T1|w(a\x1b[31mb)|x\u202ey\n' });
    expect(stdout).toContain('w(a\\u001b[31mb)');
    expect(stdout).toContain('x\\u202ey');
  });
});

test('stats counts, for people and programs', () => {
  expect(foretrace(['stats', race]).stdout).toMatch(/^events +12 /);
  const report = JSON.parse(foretrace(['stats', race, '--format', 'json']).stdout);
  expect(report).toMatchObject({
    version: 1,
    format: 'std',
    events: 12,
    operations: { read: 2, write: 4, acquire: 3, release: 3 },
    threads: [{ name: 'writer' }, { name: 'reader' }],
    hottestLocks: [{ name: 'm', acquires: 3 }],
  });
});

describe('convert', () => {
  test('goes to the native format and back, packed too', () => {
    const cwd = folder();
    expect(foretrace(['convert', race, 'a.ftrace'], { cwd }).status).toBe(0);
    expect(foretrace(['convert', 'a.ftrace', 'a.std.gz'], { cwd })).toMatchObject({
      status: 0,
      stderr: '12 events, native to std\n',
    });
    const events = readFileSync(race, 'utf8').split('\n').slice(1).join('\n');
    expect(gunzipSync(readFileSync(join(cwd, 'a.std.gz'))).toString()).toBe(events);
    expect(foretrace(['convert', '-', '-', '--to', 'std', '-q'], { input: readFileSync(join(cwd, 'a.ftrace')) }).stdout).toBe(
      events,
    );
  });

  test('leaves nothing behind where it fails', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'bad.std'), 'T1|w(x)|1\nT1|rel(m)|2\n');
    expect(foretrace(['convert', 'bad.std', 'out.ftrace'], { cwd }).status).toBe(2);
    expect(readdirSync(cwd)).toEqual(['bad.std']);
  });

  test('asks for a format that it cannot guess', () => {
    expect(foretrace(['convert', race, 'out.xyz']).stderr).toMatch(
      /^foretrace: error USAGE: out.xyz: .+\n {2}hint: name it with --to/,
    );
    expect(foretrace(['convert', race, '-']).status).toBe(2);
    expect(foretrace(['convert', race, 'no/such/folder/out.std']).stderr).toContain(
      'error FILE_UNWRITABLE: no/such/folder/out.std',
    );
  });
});

test('--cycle asks for deadlocks of two threads at least', () => {
  const { status, stderr } = foretrace(['analyze', '--cycle', '0', 'traces/deadlock/inversion.std']);
  expect(stderr).toMatch(/^foretrace: error USAGE: --cycle cannot be "0"/);
  expect(status).toBe(2);
});

describe('generate', () => {
  test('gives the same bytes for the same seed', () => {
    const cwd = folder();
    const options = ['generate', '--events', '5000', '--threads', '4'];
    for (const [seed, file] of [
      ['1', 'a.std'],
      ['1', 'b.std'],
      ['2', 'c.std'],
    ] as const)
      expect(foretrace([...options, '--seed', seed, file], { cwd }).status).toBe(0);
    const [a, b, c] = ['a.std', 'b.std', 'c.std'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    expect(a).toBe(b);
    expect(a).not.toBe(c);
    expect(a!.split('\n')).toHaveLength(5001);
  });

  test('has races only where asked', () => {
    const events = all ? 20_000 : 2_000;
    const { status } = shell(`set -o pipefail; foretrace generate --events ${events} --inversions 0 -q - | foretrace analyze -`);
    expect(status).toBe(0);
    expect(shell(`foretrace generate --events ${events} --races 0.1 -q - | foretrace analyze - | tail -1`).stdout).toMatch(
      /^\d+ races/,
    );
  });

  test('refuses what does not fit together', () => {
    const { status, stderr } = foretrace(['generate', '--events', '3', '--threads', '9', '-']);
    expect(stderr).toMatch(/^foretrace: error USAGE: events must be at least/);
    expect(status).toBe(2);
    expect(foretrace(['generate', '--events', '1e99', '-']).stderr).toContain('--events cannot be "1e99"');
    expect(foretrace(['generate', '--races', 'many', '-']).stderr).toContain('a number from 0 to 1');
  });
});

describe('check', () => {
  test('lists all problems up to --max', () => {
    const input = 'T1|rel(m)|1\nT1|w(x)|2\nT2|rel(m)|3\nT2|rel(n)|4\n';
    const all = foretrace(['check', '-'], { input });
    expect(all.stdout.match(/<stdin>:\d+: TRACE_UNMATCHED_RELEASE/g)).toHaveLength(3);
    expect([all.status, all.stderr]).toEqual([2, '']);
    expect(foretrace(['check', '-', '--max', '1'], { input }).stdout).toContain('and 2 more');
    const json = JSON.parse(foretrace(['check', '-', '--format', 'json'], { input }).stdout);
    expect(json).toMatchObject({ wellFormed: false, total: 3, problems: [{ line: 1, event: 0 }, { line: 3 }, { line: 4 }] });
  });

  test('is content with a good trace', () => {
    const { status, stdout } = foretrace(['check', race]);
    expect([status, stdout]).toEqual([0, 'well-formed · 12 events, 2 threads, 1 lock, 2 variables · std\n']);
  });
});

test('the lists come from the registries', async () => {
  const { detectors } = await import('../../src/detectors/index.ts');
  const { formats, writtenFormats } = await import('../../src/formats/index.ts');
  const ids = (list: string): string[] =>
    JSON.parse(foretrace([list, '--format', 'json']).stdout).map(({ id }: { id: string }) => id);
  expect(ids('detectors')).toEqual(detectors.map(({ id }) => id));
  expect(ids('formats')).toEqual([...formats, ...writtenFormats].map(({ id }) => id));
  expect(foretrace(['formats', '--operations']).stdout).toContain('volatile-read  vr(variable)');
});

test('the demo finds its race, and what it says to try next works', () => {
  const cwd = folder();
  const { status, stdout } = foretrace(['demo'], { cwd });
  expect(status).toBe(0);
  expect(stdout).toContain('1 race · ');
  expect(stdout).toMatch(/write .+ event 5\n.+ read .+ event 7\n/);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  const next = [...stdout.matchAll(/^ {2}npx (foretrace .+)\n {6}/gm)].map(([, line]) => line!);
  expect(next).toHaveLength(4);
  if (!all) return;
  // The first is about a program of the user's own.
  const played = shell(next.slice(1).join('\n'), { cwd });
  expect(played.stdout).toMatch(/\d+ races?/);
  expect(played.stderr).not.toContain('error');
});

describe('streams', () => {
  test('a reader that leaves early ends the run quietly', () => {
    const { stdout, stderr } = shell('foretrace generate --events 50_000_000 - -q | head -2; echo "$PIPESTATUS"');
    expect(stdout.trim().split('\n').at(-1)).toBe('0');
    expect(stderr).toBe('');
  });

  test('the verdict survives a reader that leaves early', () => {
    const { stdout } = shell(`foretrace analyze ${race} | true; echo "$PIPESTATUS"`);
    expect(stdout).toBe('1\n');
  });

  // std writes as it goes, a grammar all at the end: both must hear the interrupt.
  test.each(['big.std', 'big.slp'])('an interrupt leaves no half-written %s', async (name) => {
    const cwd = folder();
    const process = start(['generate', '--events', '500_000_000', name], cwd);
    const files = (): string[] => readdirSync(cwd);
    while (files().length === 0 && process.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill('SIGINT');
    const status = await new Promise((resolve) => process.on('exit', resolve));
    expect(status).toBe(130);
    expect(files()).toEqual([]);
    expect(existsSync(join(cwd, name))).toBe(false);
  });
});
