// run, record and assemble as a user calls them: whose streams, whose exit status, and what happens when there is nothing to record.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { all, sample } from '../runs.ts';
import { counter, mutex } from './programs.ts';
import { folder, foretrace, root, start } from './run.ts';

function program(text: string): { cwd: string; file: string } {
  const cwd = folder();
  writeFileSync(join(cwd, 'app.cjs'), text);
  return { cwd, file: 'app.cjs' };
}

const TWO_THREADS = `const { Worker } = require('node:worker_threads');
const cells = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker('require("node:worker_threads").workerData[0]++', { eval: true, workerData: cells });
`;

describe('run', () => {
  test('answers 1 for a race and 0 for none', () => {
    expect(foretrace(['run', counter]).status).toBe(1);
    expect(foretrace(['run', mutex]).status).toBe(0);
  });

  test('keeps standard input, output and arguments, also those that look like ours', () => {
    const { cwd, file } = program(`${TWO_THREADS}process.stdin.pipe(process.stdout); console.log(process.argv.slice(2).join());`);
    const { status, stdout } = foretrace(['run', '-q', 'node', file, '--quiet', '-o', 'x', '--', '--format'], {
      cwd,
      input: 'in\n',
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^--quiet,-o,x,--,--format\nin\nno race/);
  });

  test('answers with the status of a program that fails, and says so', () => {
    const { cwd, file } = program(`${TWO_THREADS}cells[0]++; process.exitCode = 7;`);
    const { status, stderr } = foretrace(['run', file], { cwd });
    expect(status).toBe(7);
    expect(stderr).toContain('the program exited with status 7');
  });

  const signals = [
    ['SIGKILL', 137, /^no race or deadlock in what was seen, which is not all \(partial\) ·/],
    ['SIGTERM', 143, /^no race or deadlock ·/],
    ['SIGSEGV', 139, /^no race or deadlock in what was seen, which is not all \(partial\) ·/],
  ] as const;
  test.each(sample(signals, 3))('says what %s did, as a shell does, and whether it cut the run', (signal, expected, verdict) => {
    const { cwd, file } = program(`${TWO_THREADS}worker.on('exit', () => process.kill(process.pid, '${signal}'));`);
    const { status, stdout, stderr } = foretrace(['run', '--trace', 't.ftrace', file], { cwd });
    expect(status).toBe(expected);
    expect(stderr).toContain(`the program was ended by ${signal}`);
    expect(stdout).toMatch(verdict);
    expect(foretrace(['analyze', 't.ftrace'], { cwd }).status).toBe(signal === 'SIGTERM' ? 0 : 3);
  });

  test.each([
    [['--trace', 'nowhere/t.ftrace'], 'FILE_UNWRITABLE'],
    [['--format', 'html=nowhere/races.html'], 'FILE_UNWRITABLE'],
    [['--output', '.'], 'FILE_UNWRITABLE'],
    [['--baseline', 'nowhere.json'], 'FILE_UNREADABLE'],
    [['--suppressions', 'nowhere'], 'FILE_UNREADABLE'],
    [['--source-root', 'nowhere'], 'FILE_UNREADABLE'],
  ])('a file that %s cannot use stops it before the program starts', (options, code) => {
    const { cwd, file } = program("require('node:fs').writeFileSync('ran', '');");
    const { status, stderr } = foretrace(['run', ...options, file], { cwd, startsNothing: true });
    expect(stderr).toContain(`error ${code}`);
    expect(status).toBe(2);
    expect(readdirSync(cwd)).toEqual([file]);
  });

  test('ends a program that hangs, and answers 1', () => {
    const file = join(root, 'test/record-node/programs/inversion-of-main.deadlock.mjs');
    const { status, stdout, stderr } = foretrace(['run', '--trace', 't.ftrace', file], { cwd: folder() });
    expect(status, stderr).toBe(1);
    expect(stderr).toContain('foretrace: deadlock: every thread waits');
    expect(stdout).toContain('observed by hang');
    expect(stdout).not.toContain('partial');
  });

  test('has something to say of one thread that hangs', () => {
    const { cwd, file } = program('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
    const { status, stdout, stderr } = foretrace(['run', file], { cwd });
    expect(status, stderr).toBe(1);
    expect(stderr).not.toContain('nothing to compare');
    expect(stdout).toContain('and nobody is left who could wake it');
  });

  test.runIf(all)('does not call a program clean that hung while it was watched', () => {
    const file = join(root, 'test/record-node/programs/inversion-of-main.deadlock.mjs');
    const { status, stdout, stderr } = foretrace(['run', '--live', file], { cwd: folder() });
    expect(stderr).toContain('foretrace: deadlock: every thread waits');
    expect(stderr).toContain('partial: ');
    expect(stdout).toContain('(partial)');
    expect(status).not.toBe(0);
  });

  test('keeps the trace of the last run with races, for explain', () => {
    const cwd = folder();
    const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
    const before = foretrace(['explain', 'R1'], { cwd, env });
    expect(before.stderr).toContain('error USAGE: there is no last run of this project');
    expect(before.status).toBe(2);
    expect(foretrace(['run', '--fail-on', 'never', counter], { cwd, env }).status).toBe(0);
    expect(foretrace(['run', mutex], { cwd, env }).status).toBe(0);
    const { status, stdout } = foretrace(['explain', 'R1', '--source-root', join(counter, '..')], { cwd, env });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^The last run of this project: .*counter\.cjs, \d{4}-.* UTC\n\nrace {2}counter\[0\] \(Int32\)/);
    expect(stdout).toContain('Orders in this run');
    expect(foretrace(['explain'], { cwd, env }).stderr).toContain("missing required argument 'ID'");
  });

  test.each(sample(['SIGTERM', 'SIGINT'], 2))('leaves the program to end itself on %s, and reports then', async (signal) => {
    const { cwd, file } = program(`${TWO_THREADS}cells[0]++;
process.on('${signal}', () => process.exit(0));
setInterval(() => {}, 1000);
worker.on('exit', () => console.log('ready'));`);
    const child = start(['run', file], cwd);
    let output = '';
    child.stdout!.on('data', (bytes) => {
      if (output === '') child.kill(signal);
      output += bytes;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(output).toContain('race  ');
    expect(status).toBe(1);
  });

  test.runIf(all)('an interrupt after the program has ended leaves no logs behind', () => {
    const { cwd, file } = program(`${TWO_THREADS}cells[0]++;`);
    // It comes when the trace has been opened, which is written beside its name until it is whole.
    const hook = join(cwd, 'hook.cjs');
    writeFileSync(
      hook,
      `const fs = require('node:fs');
const { openSync } = fs;
fs.openSync = (path, ...rest) => {
  const descriptor = openSync(path, ...rest);
  if (String(path).includes('/.trace.ftrace')) process.kill(process.pid, 'SIGINT');
  return descriptor;
};
require('node:module').syncBuiltinESMExports();`,
    );
    const env = { TMPDIR: cwd, NODE_OPTIONS: `--require=${hook}` };
    const { status } = foretrace(['run', '-q', '--format', 'json=x.json', file], { cwd, env });
    expect(status).toBe(130);
    expect(readdirSync(cwd).sort()).toEqual([file, 'hook.cjs']);
  });

  test.runIf(all)('a process that still runs when the program has ended makes the result partial', () => {
    const { cwd, file } = program(`const { spawn } = require('node:child_process');
const daemon = spawn(process.execPath, ['daemon.cjs'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
daemon.stdout.once('data', () => process.exit());`);
    // It ends with its folder, and so with the test.
    writeFileSync(
      join(cwd, 'daemon.cjs'),
      `${TWO_THREADS}const { existsSync, writeSync } = require('node:fs');
worker.on('exit', () => writeSync(1, 'ready'));
setInterval(() => existsSync('daemon.cjs') || process.exit(), 20);`,
    );
    const { status, stdout, stderr } = foretrace(['run', file], { cwd });
    expect(stderr).toContain('the process still runs: what it does later is missing');
    expect(stdout).toContain('in what was seen');
    expect(status).toBe(3);
  });

  test('so does one that has recorded nothing yet, but not a helper that no recorder is in', () => {
    const { cwd, file } = program(`const { spawn } = require('node:child_process');
spawn(...JSON.parse(process.argv[2]), { detached: true, stdio: 'ignore' }).unref();`);
    writeFileSync(
      join(cwd, 'daemon.cjs'),
      `setInterval(() => require('node:fs').existsSync('daemon.cjs') || process.exit(), 20);`,
    );
    const left = (...words: readonly [string, string[]]) => foretrace(['run', file, JSON.stringify(words)], { cwd });
    const { status, stderr } = left(process.execPath, ['daemon.cjs']);
    expect([stderr, status]).toEqual([expect.stringContaining('still runs: what it does later is missing'), 3]);
    expect(left('sh', ['-c', 'while [ -e daemon.cjs ]; do sleep 0.1; done']).status).toBe(0);
  });

  test.runIf(all)('writes reports into files and keeps the trace', () => {
    const cwd = folder();
    const formats = ['--format', 'text', '--format', 'json=races.json', '--format', 'sarif=races.sarif'];
    expect(foretrace(['run', ...formats, '--trace', 't.ftrace', counter], { cwd }).status).toBe(1);
    expect(readdirSync(cwd).sort()).toEqual(['races.json', 'races.sarif', 't.ftrace']);
    expect(foretrace(['analyze', 't.ftrace'], { cwd }).status).toBe(1);
    expect(foretrace(['check', 't.ftrace'], { cwd }).status).toBe(0);
  });

  test('follows child processes, a report for each that has two threads', () => {
    const { cwd, file } = program(`const { execFileSync } = require('node:child_process');
for (let i = 0; i < 2; i++) execFileSync(process.execPath, [${JSON.stringify(counter)}]);`);
    const { status, stdout, stderr } = foretrace(['run', '--format', 'jsonl', file], { cwd });
    expect(status).toBe(1);
    expect(stdout.match(/"claim":"observed"/g)!.length).toBeGreaterThanOrEqual(2);
    expect(stderr).toContain('--format jsonl=FILE keeps them apart');
  });

  test('stops at --max-events, and says so', () => {
    const { stderr, status } = foretrace(['run', '--max-events', '50', counter]);
    expect(stderr).toContain('recording stopped at --max-events');
    expect([1, 3]).toContain(status);
  });
});

describe('nothing to record', () => {
  test.each([
    ['a program that is not there', ['run', './nothing-here'], 'PROGRAM_NOT_STARTED'],
    ['a file of this folder without ./', ['run', 'here'], 'PROGRAM_NOT_STARTED'],
    ['a line of shell', ['run', 'echo 1 && echo 2'], 'PROGRAM_NOT_STARTED'],
    ['a program that does not record', ['run', 'true'], 'NOTHING_RECORDED'],
    ['no program', ['run'], 'USAGE'],
    ['no program behind the options', ['record', '-o', 't.ftrace', '--'], 'USAGE'],
    ['a trace of another format', ['record', '-o', 't.std', 'true'], 'USAGE'],
    ['a folder that is no recording', ['assemble', '.', 't.ftrace'], 'NOTHING_RECORDED'],
    ['a folder that is not there', ['assemble', 'nowhere', 't.ftrace'], 'FILE_UNREADABLE'],
    ['an option that we do not have', ['run', '--nois', 'true'], 'USAGE'],
  ])('%s is one clear line', (_, args, code) => {
    const cwd = folder();
    writeFileSync(join(cwd, 'here'), '');
    const { status, stdout, stderr } = foretrace(args, { cwd, startsNothing: true });
    expect(stderr).toMatch(new RegExp(`^foretrace: error ${code}: .+\n(?:  hint: .+\n)?$`));
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test.skipIf('typescript' in process.features)('TypeScript on a Node that does not run it', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'app.ts'), 'const x: number = 1;');
    const { status, stderr } = foretrace(['run', 'app.ts'], { cwd });
    expect(stderr).toMatch(/^foretrace: error PROGRAM_NOT_STARTED: app\.ts: .+\n {2}hint: .+tsx.+\n$/);
    expect(status).toBe(2);
  });

  test('a program with one thread is said to be one', () => {
    const cwd = folder();
    const { status, stderr } = foretrace(['run', '--format', 'json=none.json', 'node', '-e', '1'], { cwd });
    expect(stderr).toContain('one thread');
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 'none.json'), 'utf8')).findings).toEqual([]);
  });
});

describe('record and assemble', () => {
  test('the raw logs give the same trace again', () => {
    const cwd = folder();
    expect(foretrace(['record', '--raw', 'logs', '-o', 'a.ftrace', mutex], { cwd }).status).toBe(0);
    expect(foretrace(['assemble', 'logs', 'b.ftrace'], { cwd }).status).toBe(0);
    const text = (file: string) => foretrace(['convert', '-q', file, '-', '--to', 'std'], { cwd }).stdout;
    expect(text('a.ftrace')).toBe(text('b.ftrace'));
    expect(text('a.ftrace')).toContain('acq(');
  });

  test('the folder for raw logs must be new', () => {
    const { status, stderr } = foretrace(['record', '--raw', '.', mutex], { cwd: folder(), startsNothing: true });
    expect(status).toBe(2);
    expect(stderr).toContain('FILE_UNWRITABLE');
  });

  test.runIf(all)('record answers with the status of the program, whatever races it has', () => {
    const cwd = folder();
    expect(foretrace(['record', counter], { cwd }).status).toBe(0);
    expect(existsSync(join(cwd, 'trace.ftrace'))).toBe(true);
  });

  test.runIf(all)(
    'whoever shows the order of a recorded trace says that accesses were not timed; where none is shown, nobody does',
    () => {
      const cwd = folder();
      const words = 'accesses between synchronisations were not timed';
      foretrace(['record', counter], { cwd });
      foretrace(['record', '-o', 'quiet.ftrace', mutex], { cwd });
      expect(foretrace(['analyze', 'trace.ftrace'], { cwd }).stdout).toContain(words);
      expect(foretrace(['analyze', 'quiet.ftrace'], { cwd }).stdout).not.toContain(words);
      expect(foretrace(['explain', 'trace.ftrace', 'R1'], { cwd }).stdout).toContain(words.slice(1));
      for (const args of [[], ['--clocks']]) {
        const { stdout, stderr } = foretrace(['show', 'trace.ftrace', ...args], { cwd });
        expect(stdout).not.toContain(words);
        expect(stderr).toContain(words);
      }
      expect(foretrace(['show', 'trace.ftrace', '--from', '1000000'], { cwd }).stderr).not.toContain(words);
      expect(foretrace(['show', join(root, 'traces/race/two-locks.std')], { cwd }).stderr).toBe('');
    },
  );
});
