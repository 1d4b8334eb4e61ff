// Runs and programs that are killed, runs beside each other, and little memory: a right result, or one that says what it lacks, and
// nothing that stays in the folder of temporary files.

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processMark } from '../../src/base/process-mark.ts';
import { folder, foretrace, shell, start } from '../cli/run.ts';
import { all as everything } from '../runs.ts';
import { compiled, endedWhen, expectHonest, FINE, leftovers, RACE, temporary } from './faults.ts';

describe('a program that is killed', () => {
  const killed = (program: string, ...args: string[]) => {
    const { stderr } = foretrace(['run', program, ...args], { env: { TMPDIR: temporary() } });
    return stderr;
  };

  it('of C is recorded up to there', () => {
    const stderr = killed(compiled('fine'), '1000', '9');
    expect(stderr).toContain('the program was ended by SIGKILL');
    expect(stderr).toContain('the recording is incomplete: it was ended by SIGKILL');
    expect(stderr).toContain('of 3 threads');
  });

  it('of Node.js may have done more than was recorded', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'kill.mjs'), KILLED);
    const { status, stderr } = foretrace(['run', 'kill.mjs'], { cwd, env: { TMPDIR: temporary() } });
    expect(stderr).toContain('the program was ended by SIGKILL');
    expect(stderr).toContain('the recording is incomplete: it was ended by SIGKILL');
    expect(status).toBe(128 + 9);
  });

  it('as one of several makes the result partial', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'kill.mjs'), KILLED);
    const { status, stderr } = foretrace(['run', 'sh', '-c', `${process.execPath} kill.mjs; ${process.execPath} ${FINE}`], {
      cwd,
    });
    expect(stderr).toContain('the recording is incomplete: its main thread has no end');
    expect(status).toBe(3);
  });

  it('before it recorded anything is no reason to lose the others', () => {
    const raw = join(temporary(), 'raw');
    expect(foretrace(['run', '--raw', raw, RACE]).status).toBe(1);
    // The first thing that a process does is to make its folder.
    mkdirSync(join(raw, 'process-1'));
    writeFileSync(join(raw, 'process-1/about'), 'version 1\nruntime node\npid 1\n');
    const { status, stderr } = foretrace(['assemble', raw, join(folder(), 't.ftrace')]);
    expect(stderr).toContain('partial: nothing was recorded of some processes');
    expect(status).toBe(3);
  });
});

/** Another process kills it: it has no time for a last word. */
const KILLED = `import { spawnSync } from 'node:child_process';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
if (isMainThread) {
  const shared = new SharedArrayBuffer(8);
  const worker = new Worker(new URL(import.meta.url), { workerData: shared });
  worker.on('message', () => spawnSync('kill', ['-9', String(process.pid)]));
} else {
  Atomics.add(new Int32Array(workerData), 0, 1);
  (await import('node:worker_threads')).parentPort.postMessage('ready');
}`;

describe('foretrace that is killed', () => {
  /** Kills a run when its folder of temporary files looks like this, and runs again. */
  async function killWhen(ready: (names: string[]) => boolean, args: string[]): Promise<void> {
    const place = temporary();
    await endedWhen(ready, { args: ['run', ...args], place, signal: 'SIGKILL' });
    const outcome = foretrace(['run', ...args], { cwd: place, env: { TMPDIR: place } });
    expectHonest(outcome);
    expect(outcome.status).toBe(1);
    expect(leftovers(place)).toEqual([]);
  }

  const phases: [string, (names: string[]) => boolean][] = [
    ['recording', (names) => names.some((name) => /thread-0\.raw$/.test(name))],
    ['assembling', (names) => names.some((name) => name.includes('.trace.ftrace.'))],
    ['analysing', (names) => names.some((name) => name.endsWith('/trace.ftrace'))],
    ...(everything ? [['starting', (names: string[]) => names.length > 0] as [string, (names: string[]) => boolean]] : []),
  ];
  it.each(phases)('while %s leaves nothing behind for longer than the next run', async (_, ready) => {
    await killWhen(ready, [RACE]);
  });

  it('has its folder removed by nobody while it lives', () => {
    const place = temporary();
    const mark = processMark();
    const others = [`foretrace-run-${mark}-abc`, `foretrace-run-${mark.replace(/^[0-9a-f]+/, 'abcdef')}-abc`, 'foretrace-run-x'];
    const gone = `foretrace-run-${mark.replace(/\d+$/, '1')}-abc`;
    for (const name of [...others, gone]) mkdirSync(join(place, name));
    expect(foretrace(['run', RACE], { env: { TMPDIR: place } }).status).toBe(1);
    expect(readdirSync(place).sort()).toEqual(others.sort());
  });
});

it('two runs at once do not disturb each other', async () => {
  const place = temporary();
  const children = [RACE, FINE, RACE].map((program) => start(['run', program], place, { TMPDIR: place, XDG_CACHE_HOME: place }));
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]));
  expect(codes).toEqual([1, 0, 1]);
  expect(readdirSync(place)).toEqual(['foretrace']);
});

it('in a folder that is gone says so, or does without', () => {
  const { stdout, stderr } = shell(
    `mkdir gone && cd gone && rmdir ../gone && { foretrace run ${RACE}; echo "status $?"; foretrace run ${compiled('race')}; echo "status $?"; }`,
    { cwd: folder() },
  );
  expect(stderr).not.toContain('internal error');
  expect(stdout).toContain('status 2\n');
  expect(stdout).toContain('status 1\n');
});

it('with little memory does not call the run clean', () => {
  const place = temporary();
  const { status, stderr } = shell(`NODE_OPTIONS=--max-old-space-size=16 foretrace run ${RACE}`, { env: { TMPDIR: place } });
  expect(status, stderr).not.toBe(0);
  // Whatever became of that run, the next one is right.
  expect(foretrace(['run', RACE], { env: { TMPDIR: place } }).status).toBe(1);
  expect(leftovers(place)).toEqual([]);
});

it('keeps nothing in the current folder when there is no home', () => {
  const cwd = folder();
  const env = { HOME: '', XDG_CACHE_HOME: '', TMPDIR: temporary() };
  expect(foretrace(['run', RACE], { cwd, env }).status).toBe(1);
  expect(readdirSync(cwd)).toEqual([]);
  expect(existsSync(join(env.TMPDIR, `foretrace-${process.getuid!()}`, 'last-runs'))).toBe(true);
  rmSync(cwd, { recursive: true });
});
