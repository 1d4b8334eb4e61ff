// Reports, suppressions, baselines and explanations, as a user calls them.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recommended } from '../../src/detectors/index.ts';
import { sample } from '../runs.ts';
import { folder, foretrace, root, shell } from './run.ts';

const race = join(root, 'traces/race/read-after-unlock.std');
const moved = join(root, 'traces/race/critical-section-goes-first.std');

/** Two races: on x, observed; on y, which an atomic flag orders and a lockset detector suspects. */
const TWO = [
  'T0|fork(T1)|main.c:1',
  'T0|w(x)|main.c:2',
  'T1|r(x)|sub/worker.c:3',
  'T0|w(y)|main.c:5',
  'T0|vw(flag)|main.c:6',
  'T1|vr(flag)|sub/worker.c:12',
  'T1|w(y)|sub/worker.c:13',
  '',
].join('\n');

/** A folder with that trace. */
function home(): string {
  const cwd = folder();
  writeFileSync(join(cwd, 'run.std'), TWO);
  return cwd;
}

const read = (cwd: string, file: string): string => readFileSync(join(cwd, file), 'utf8');
const both = ['-d', 'shb', '-d', 'lockset'];

describe('--format', () => {
  test('writes several reports in one run', () => {
    const cwd = home();
    const formats = ['json', 'jsonl', 'sarif', 'github', 'markdown', 'html'].flatMap((id) => ['--format', `${id}=out.${id}`]);
    const { status, stdout } = foretrace(['analyze', 'run.std', '-f', 'text', ...formats], { cwd });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^race {2}x {2}happened in this run/);
    expect(JSON.parse(read(cwd, 'out.json')).findings).toHaveLength(1);
    expect(JSON.parse(read(cwd, 'out.sarif')).runs[0].results).toHaveLength(1);
    expect(read(cwd, 'out.jsonl').trimEnd().split('\n')).toHaveLength(3 + recommended.length);
    expect(read(cwd, 'out.github')).toMatch(/^::error file=sub\/worker.c,line=3,/);
    expect(read(cwd, 'out.markdown')).toMatch(/^# foretrace: 1 race/);
    expect(read(cwd, 'out.html')).toContain('<script type="application/json" id="data">');
  });

  test('takes -o for the one without a file, and a = in the name of a file', () => {
    const cwd = home();
    foretrace(['analyze', 'run.std', '-f', 'json', '-f', 'text=a=b.txt', '-o', 'out'], { cwd });
    expect(JSON.parse(read(cwd, 'out')).version).toBe(1);
    expect(read(cwd, 'a=b.txt')).toMatch(/^race/);
  });

  test.each([
    ['two for standard output', ['-f', 'text', '-f', 'json']],
    ['two for one file', ['-f', 'text=a', '-f', 'json=a']],
    ['a file without a name', ['-f', 'json=']],
    ['-o with nothing to write', ['-f', 'json=a', '-o', 'b']],
    ['an unknown format', ['-f', 'jsn=a']],
  ])('refuses %s', (_name, args) => {
    const { status, stdout, stderr } = foretrace(['analyze', race, ...args], { cwd: folder() });
    expect(stderr).toContain('error USAGE');
    expect([status, stdout]).toEqual([2, '']);
  });

  test('github appends to the step summary', () => {
    const cwd = home();
    writeFileSync(join(cwd, 'summary.md'), 'before\n');
    foretrace(['analyze', 'run.std', '-f', 'github'], { cwd, env: { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') } });
    expect(read(cwd, 'summary.md')).toMatch(/^before\n# foretrace: 1 race/);
  });
});

describe('suppressions', () => {
  test('are read from the working directory, and leave out and count', () => {
    const cwd = home();
    writeFileSync(join(cwd, '.foretrace-suppressions'), 'race variable x  # known\nrace location nowhere/**  # gone\n');
    const { status, stdout, stderr } = foretrace(['analyze', 'run.std'], { cwd });
    expect(stdout).toMatch(/^no race or deadlock, 1 suppressed/);
    expect(stderr).toContain('.foretrace-suppressions:2: no finding fits location nowhere/**');
    expect(status).toBe(0);
    expect(foretrace(['analyze', 'run.std', '-q'], { cwd }).stderr).toBe('');
  });

  test('of a file that is not there, or not right, say where', () => {
    const cwd = home();
    expect(foretrace(['analyze', 'run.std', '--suppressions', 'none'], { cwd }).stderr).toContain('FILE_UNREADABLE: none');
    writeFileSync(join(cwd, 'bad'), '# fine\nrace variabel x  # reason\n');
    const { status, stderr } = foretrace(['analyze', 'run.std', '--suppressions', 'bad'], { cwd });
    expect(stderr).toContain('error SUPPRESSION_BAD_RULE: bad:2:6:');
    expect(status).toBe(2);
  });
});

test('a baseline leaves only what is new', () => {
  const cwd = home();
  expect(foretrace(['baseline', 'run.std', '-d', 'shb', '-o', 'known.json'], { cwd })).toMatchObject({
    status: 0,
    stderr: '1 finding\n',
  });
  expect(foretrace(['analyze', 'run.std', '-d', 'shb', '--baseline', 'known.json'], { cwd }).status).toBe(0);
  const { status, stdout } = foretrace(['analyze', 'run.std', ...both, '--baseline', 'known.json', '--fail-on', 'suspected'], {
    cwd,
  });
  expect(stdout).toMatch(/^race {2}y.+1 race, 1 in the baseline/s);
  expect(status).toBe(1);
  writeFileSync(join(cwd, 'known.json'), '{}');
  expect(foretrace(['analyze', 'run.std', '--baseline', 'known.json'], { cwd }).stderr).toContain('BASELINE_BAD');
});

test('the exit status is decided by what is selected, shown or not', () => {
  const cwd = home();
  const status = (...args: string[]): number | null => foretrace(['analyze', 'run.std', ...both, ...args], { cwd }).status;
  expect(status('--max-races', '0')).toBe(1);
  expect(status('--max-races', '0', '--error-exitcode', '66')).toBe(66);
  expect(status('--min-count', '2')).toBe(0);
  expect(status('--fail-on', 'never')).toBe(0);
  writeFileSync(join(cwd, '.foretrace-suppressions'), 'race variable x  # known\n');
  expect(status()).toBe(0);
  expect(status('--fail-on', 'suspected')).toBe(1);
});

test('a partial result is no clean one, whatever findings count for; findings come first', () => {
  const analyze = (...args: string[]) => foretrace(['analyze', moved, '-d', 'predict', ...args]);
  for (const failOn of ['observed', 'predicted', 'suspected', 'never']) {
    const { status, stderr } = analyze('--budget', '0', '--fail-on', failOn);
    expect(status, failOn).toBe(3);
    expect(stderr).toMatch(
      /^foretrace: partial: predict decided 0 % of 1 candidate pairs that need a search and left 1 of them, at 1 access, undecided/m,
    );
    expect(analyze('--fail-on', failOn).status, failOn).toBe(['predicted', 'suspected'].includes(failOn) ? 1 : 0);
  }
  expect(analyze('-d', 'lockset-pairs', '--budget', '0', '--fail-on', 'suspected').status).toBe(1);
});

test.each(['30s', '5m', '500ms', '1h', '2'])('a budget of %s is a time', (budget) => {
  expect(foretrace(['analyze', moved, '-d', 'predict', '--budget', budget]).status).toBe(1);
});

test.each(['long', '', '-1', '5 days', '1e3s'])('%o is no time', (budget) => {
  const { status, stderr } = foretrace(['analyze', moved, '--budget', budget]);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^foretrace: error USAGE: --budget cannot be /)]);
});

describe('--source-root', () => {
  test('shows lines of files inside, and of no others', () => {
    const cwd = folder();
    for (const name of ['in', 'in/sub', 'out']) mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, 'in/main.c'), 'one\n  two <b>\n');
    writeFileSync(join(cwd, 'out/secret'), 'password\n');
    symlinkSync('../out/secret', join(cwd, 'in/link'));
    const places = [
      'main.c:2',
      'sub/../main.c:1',
      '../out/secret:1',
      'link:1',
      join(cwd, 'out/secret:1'),
      join(cwd, 'in/main.c:2'),
    ];
    const trace = places.flatMap((place, i) => [`A${i}|w(v${i})|${place}`, `B${i}|w(v${i})|${place}`, '']).join('\n');
    writeFileSync(join(cwd, 'run.std'), trace.replace(/\n+/g, '\n'));
    const { stdout } = foretrace(['analyze', 'run.std', '--source-root', 'in', '-f', 'text', '-f', 'html=out.html'], { cwd });
    expect(stdout.match(/\| two <b>\n/g)).toHaveLength(4);
    expect(stdout.match(/\| one\n/g)).toHaveLength(2);
    expect(stdout + read(cwd, 'out.html')).not.toContain('password');
    expect(read(cwd, 'out.html')).toContain('two \\u003cb>');
  });

  test('must be a folder', () => {
    expect(foretrace(['analyze', race, '--source-root', race]).stderr).toContain('FILE_UNREADABLE');
  });
});

describe('explain', () => {
  test('tells the orders and the witness, and writes a schedule that verify accepts', () => {
    const cwd = folder();
    const { status, stdout } = foretrace(['explain', moved, 'R1', '--schedule', 'race.std'], { cwd });
    expect(stdout).toContain('Happens-before: in this run event 1 is ordered before event 6');
    expect(stdout).toContain('Same lock: no lock is held at both accesses.');
    expect(stdout.match(/^ +Lock: .*$/gm)).toEqual(['  Lock: "m" was first taken by "T1" at a.c:1.']);
    expect(stdout).toMatch(/> {5}1 {12}w\(x\) {4}a\.c:2\n {2}> {5}6 {3}w\(x\)/);
    expect(status).toBe(0);
    expect(foretrace(['verify', moved, '--schedule', 'race.std'], { cwd })).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(join(cwd, 'race.std'), read(cwd, 'race.std').split('\n').slice(1).join('\n'));
    const refused = foretrace(['verify', moved, '--schedule', 'race.std'], { cwd });
    expect(refused.stdout).toMatch(/^no proof: step 0 of 5: /);
    expect(refused.status).toBe(1);
  });

  test('finds by fingerprint, and as the report prints it', () => {
    const [{ fingerprint }] = JSON.parse(foretrace(['analyze', race, '-f', 'json']).stdout).findings;
    for (const id of [fingerprint.slice(0, 6), fingerprint.toUpperCase(), `R1·${fingerprint.slice(0, 6)}`, 'r1'])
      expect(foretrace(['explain', race, id]).status, id).toBe(0);
    for (const id of ['R2', 'R', fingerprint.slice(0, 5), 'ffffff', '']) {
      const { status, stderr } = foretrace(['explain', race, id]);
      expect(stderr, id).toContain('error USAGE');
      expect(status).toBe(2);
    }
  });

  test('searches for a witness where the detectors gave none, and says if there is none', () => {
    const cwd = home();
    const found = foretrace(['explain', 'run.std', 'R1', '-d', 'shb', '--schedule', 'x.std'], { cwd });
    expect(found.stdout).toContain('come side by side');
    expect(foretrace(['verify', 'run.std', '--schedule', 'x.std'], { cwd }).status).toBe(0);
    const id = JSON.parse(foretrace(['analyze', 'run.std', '-d', 'lockset', '-f', 'json'], { cwd }).stdout).findings.find(
      ({ variable }: { variable: string }) => variable === 'y',
    ).id;
    const none = foretrace(['explain', 'run.std', id, '-d', 'lockset', '--schedule', 'y.std'], { cwd });
    expect(none.stdout).toContain('None was found');
    expect(none.stderr).toContain('error USAGE: no schedule was found');
    expect(foretrace(['verify', 'run.std'], { cwd }).stderr).toContain('no schedule is named');
  });
});

describe('where the report cannot go', () => {
  test('a closed pipe is no error, and the verdict stays', () => {
    const cwd = folder();
    const trace = Array.from({ length: 4000 }, (_, i) => `T${i % 2}|w(v${i >> 1})|a.c:${i}\n`).join('');
    writeFileSync(join(cwd, 'many.std'), trace);
    for (const format of sample(['text', 'json', 'html', 'sarif'], 2)) {
      const line = `foretrace analyze many.std -d shb -f ${format} | head -c 100 > /dev/null; echo "\${PIPESTATUS[0]}"`;
      expect(shell(line, { cwd }), format).toMatchObject({ stdout: '1\n', stderr: '' });
    }
  });

  test.each([
    ['a file', 'foretrace analyze run.std -o /dev/full'],
    ['one of several', 'foretrace analyze run.std -f html=/dev/full -f text'],
    ['standard output', 'foretrace analyze run.std > /dev/full'],
    ['an explanation', 'foretrace explain run.std R1 > /dev/full'],
    ['a list', 'foretrace detectors > /dev/full'],
    ['an address', 'foretrace view run.std --no-open > /dev/full'],
  ])('a full disk is an error with a hint: %s', (_name, line) => {
    const { status, stderr } = shell(line, { cwd: home() });
    expect(stderr).toContain('error FILE_UNWRITABLE');
    expect(stderr).not.toContain('internal error');
    expect(status).toBe(2);
  });
});

test('paths with blanks, Unicode and backslashes, and names with control characters, come through', () => {
  const cwd = folder();
  const places = ['C:\\my src\\ü.c:7', 'dir with blank/ü.c:7:2', '12', ''];
  const trace = places.map((place, i) => `A|w(v${i}\x1b[2J)|${place}\nB|w(v${i}\x1b[2J)|${place}\n`).join('');
  writeFileSync(join(cwd, 'a trace ü.std'), trace);
  const { stdout } = foretrace(['analyze', 'a trace ü.std', '-f', 'text', '-f', 'sarif=a b.sarif', '-f', 'html=ü.html'], { cwd });
  expect(stdout).toContain('race  v0\\u001b[2J');
  expect(stdout).not.toContain('\x1b');
  const uris = JSON.stringify(
    JSON.parse(read(cwd, 'a b.sarif')).runs[0].results.map(({ locations }: { locations: unknown }) => locations),
  );
  expect(uris).toContain('file:///C:/my%20src/%C3%BC.c');
  expect(uris).toContain('dir%20with%20blank/%C3%BC.c');
  expect(read(cwd, 'ü.html')).not.toContain('\x1b');
});
