// A program that is watched while it runs: what a user sees of it.

import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sidesOf } from '../../src/findings/finding.ts';
import { carriedTrace, openedPage, type ViewFinding } from '../../src/viewer/model/opened.ts';
import { rowsAt } from '../../src/viewer/model/view-trace.ts';
import { all } from '../runs.ts';
import { folder, foretrace, start } from './run.ts';

/** Two workers that count under a lock until standard input ends, and, if they are to, one more without it. */
const APP = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
if (isMainThread) {
  const shared = new Int32Array(new SharedArrayBuffer(64));
  const racy = process.argv[2] === 'racy';
  for (const i of [0, 1]) new Worker(__filename, { workerData: { shared, racy } });
  process.stdin.resume().on('end', () => Atomics.store(shared, 9, 1));
  console.log('runs');
} else {
  const { shared, racy } = workerData;
  const turn = () => {
    for (let i = 0; i < 20; i++) {
      while (Atomics.compareExchange(shared, 8, 0, 1) !== 0) Atomics.wait(shared, 8, 1, 10);
      shared[0]++;
      Atomics.store(shared, 8, 0);
      Atomics.notify(shared, 8, 1);
    }
    if (racy) shared[1]++;
    if (Atomics.load(shared, 9) === 0) setTimeout(turn, 1);
  };
  turn();
}
`;

/** Two workers, each with its own; then the end. */
const ENDS = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
if (isMainThread) {
  const shared = new Int32Array(new SharedArrayBuffer(64));
  let over = 0;
  for (const i of [0, 1]) new Worker(__filename, { workerData: { shared, i } }).on('exit', () => { if (++over === 2) LAST; });
} else for (let k = 0; k < 100; k++) workerData.shared[workerData.i]++;
`;

function place(): { cwd: string; env: Record<string, string> } {
  const cwd = folder();
  writeFileSync(join(cwd, 'package.json'), '{}');
  writeFileSync(join(cwd, 'app.cjs'), APP);
  // Its own temporary folder: other tests have runs, too.
  return { cwd, env: { XDG_CACHE_HOME: cwd, TMPDIR: cwd } };
}

/** A run that can be waited for. */
function watched(args: readonly string[], { cwd, env }: ReturnType<typeof place>) {
  const child = start(['run', '--live', ...args], cwd, env);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece;
      child.emit('more');
    });
  const over = once(child, 'close');
  return {
    async until(isThere: (output: string) => boolean): Promise<void> {
      while (!isThere(text.stdout + text.stderr))
        await Promise.race([once(child, 'more'), over.then(() => Promise.reject(new Error(text.stdout + text.stderr)))]);
    },
    async end(): Promise<{ status: number; stdout: string; stderr: string }> {
      child.stdin!.end();
      const [status] = (await over) as [number];
      return { status, ...text };
    },
  };
}

/** The variables of the first finding's events, where the page has them. */
async function shownIn(path: string): Promise<string[]> {
  const [, data] = / id="data">(.*?)<\/script>/s.exec(readFileSync(path, 'utf8'))!;
  const page = openedPage(data!);
  const [{ finding, part }] = page.findings as [ViewFinding];
  const { columns, symbols, ...trace } = (await carriedTrace(page.data, part))!;
  const positions = sidesOf(finding).map(({ index }) => index);
  return [...rowsAt({ columns, symbols, ...trace }, positions)].map((row) => symbols.variables.name(columns.targets[row]!));
}

describe('run --live', () => {
  test('prints a race while the program runs, and reports it at the end', async () => {
    const { cwd, env } = place();
    const run = watched(['--format', 'json=report.json', '--format', 'html=report.html', '--format', 'text', 'app.cjs', 'racy'], {
      cwd,
      env,
    });
    await run.until((output) => output.includes('shared[1] (Int32)'));
    // What others are told is written now and then: it may be older than what was printed.
    let words = '';
    while (!words.includes('shared[1] (Int32)')) words = foretrace(['status'], { cwd, env }).stdout;
    expect(words).toMatch(/^app\.cjs racy · foretrace \d+ · /);
    expect(words).toMatch(/ {2}1 race\n {2}[0-9a-f]{6} {2}observed race, at least .*shared\[1\] \(Int32\)/);
    const [{ pid, processes }] = JSON.parse(foretrace(['status', '--format', 'json'], { cwd, env }).stdout);
    expect(processes[0].threads).toBe(3);
    process.kill(pid, 'SIGUSR1');
    await run.until((output) => /threads, [\d.]+ MB of logs seen/.test(output));
    const { status, stdout } = await run.end();
    expect(status).toBe(1);
    expect(stdout).toMatch(/1 race in what was seen · \d+ events, 3 threads/);
    const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
    expect(report.findings).toHaveLength(1);
    expect(await shownIn(join(cwd, 'report.html'))).toEqual(['shared[1] (Int32)', 'shared[1] (Int32)']);
    const [, fingerprint] = /id R1·([0-9a-f]{6})/.exec(stdout)!;
    expect(foretrace(['explain', fingerprint!], { cwd, env }).stdout).toContain('shared[1] (Int32)');
    // Nothing is left but what explain needs.
    expect(readdirSync(cwd).filter((name) => name.startsWith('foretrace-'))).toEqual([]);
  });

  test('does not print what a rule leaves out', async () => {
    const { cwd, env } = place();
    writeFileSync(join(cwd, '.foretrace-suppressions'), 'race variable shared*  # approximate\n');
    const run = watched(['app.cjs', 'racy'], { cwd, env });
    await run.until((output) => output.includes('runs'));
    let words = '';
    while (!words.includes('shared[1] (Int32)')) words = foretrace(['status'], { cwd, env }).stdout;
    const { stdout, stderr } = await run.end();
    expect(stdout).toMatch(/, 1 suppressed · /);
    expect(stderr).not.toContain('shared[1]');
  });

  test.runIf(all)('says what it could not be sure of: a lock that is made of an atomic may be had in another order', async () => {
    const { cwd, env } = place();
    const run = watched(['app.cjs'], { cwd, env });
    await run.until((output) => output.includes('runs'));
    const { status, stdout, stderr } = await run.end();
    expect(stdout).toMatch(/no race or deadlock in what was seen, which is not all \(partial\) · \d+ events, 3 threads/);
    expect(stderr).toMatch(/^foretrace: partial: atomics act as locks: .* in windows of 12 MB of logs only\n$/);
    expect(status).toBe(3);
  });

  test('says that there is none, for certain', async () => {
    const { cwd, env } = place();
    // Each has its own.
    writeFileSync(
      join(cwd, 'app.cjs'),
      APP.replace(/ {6}while[^\n]*\n {6}shared\[0\]\+\+;\n[^\n]*\n[^\n]*\n/, '      shared[own]++;\n')
        .replace('{ shared, racy } });', '{ shared, racy, own: i } });')
        .replace('{ shared, racy } = workerData', '{ shared, racy, own } = workerData'),
    );
    const run = watched(['app.cjs'], { cwd, env });
    await run.until((output) => output.includes('runs'));
    const { status, stdout, stderr } = await run.end();
    expect(stdout).toMatch(/no race or deadlock · \d+ events, 3 threads/);
    expect([status, stderr]).toEqual([0, '']);
  });

  test.runIf(all)('says what came to an end before its time', async () => {
    const { cwd, env } = place();
    const ends = (last: string) => writeFileSync(join(cwd, 'app.cjs'), ENDS.replace('LAST', last));
    ends(`process.kill(process.pid, 'SIGKILL')`);
    const killed = foretrace(['run', '--live', 'app.cjs'], { cwd, env });
    expect(killed.stdout).toMatch(/no race or deadlock in what was seen, which is not all \(partial\)/);
    expect(killed.stderr).toContain('partial: it was ended by SIGKILL: what it would have done is missing\n');
    expect(killed.status).toBe(137);
    ends('0');
    const stopped = foretrace(['run', '--live', '--max-events', '20', 'app.cjs'], { cwd, env });
    expect(stopped.stderr).toBe('foretrace: partial: recording stopped at --max-events\n');
    expect(stopped.status).toBe(3);
    const whole = foretrace(['run', '--live', 'app.cjs'], { cwd, env });
    expect([whole.status, whole.stderr]).toEqual([0, '']);
  });

  test('nothing that was recorded is no answer', () => {
    const { cwd, env } = place();
    const { status, stdout, stderr } = foretrace(['run', '--live', 'true'], { cwd, env });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^foretrace: error NOTHING_RECORDED: no process has recorded anything\n/);
  });

  test('has no whole trace to keep', () => {
    const { cwd, env } = place();
    for (const option of ['--trace', '--raw']) {
      const { status, stderr } = foretrace(['run', '--live', option, 't.ftrace', 'app.cjs'], { cwd, env });
      expect(status).toBe(2);
      expect(stderr).toMatch(new RegExp(`^foretrace: error USAGE: ${option} keeps the whole run, and --live does not`));
      expect(existsSync(join(cwd, 't.ftrace'))).toBe(false);
    }
  });

  test('nothing is watched', () => {
    const { cwd, env } = place();
    const { status, stdout, stderr } = foretrace(['status'], { cwd, env });
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toBe('foretrace: nothing is watched now; foretrace run --live PROGRAM watches a program while it runs\n');
    expect(foretrace(['status', '--format', 'json'], { cwd, env }).stdout).toBe('[]\n');
  });
});
