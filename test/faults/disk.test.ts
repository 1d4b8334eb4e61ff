// Disks that are full, or fail: what was recorded is analysed, the cause is told, and less than the whole run is never called clean.

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, foretrace, type Outcome, shell } from '../cli/run.ts';
import { all as everything } from '../runs.ts';
import { compiled, disk, expectHonest, type Fault, FINE, faulty, leftovers, RACE, temporary } from './faults.ts';

const programs: [string, (kind: 'race' | 'fine') => string][] = [
  ['Node.js', (kind) => (kind === 'race' ? RACE : FINE)],
  ['C', (kind) => compiled(kind)],
];

/** As much as the disk takes, not half of it. */
const UNBOUNDED = ['--max-events', '1000000000'];

/** The program, or the like of it, with more events than a small disk takes. */
function long(program: string): string[] {
  if (program !== FINE) return [program, '2000000'];
  const path = join(folder(), 'long.mjs');
  writeFileSync(
    path,
    `import { isMainThread, Worker, workerData } from 'node:worker_threads';
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  for (const own of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { cells, own } });
} else for (let i = 0; i < 300000; i++) workerData.cells[workerData.own] = i;
`,
  );
  return [path];
}

/** The first answer that is meant, or the last one. */
function firstOf(runs: readonly (() => Outcome)[], isMeant: (outcome: Outcome) => boolean): Outcome {
  let outcome = runs[0]!();
  for (const next of runs.slice(1)) if (!isMeant(outcome)) outcome = next();
  return outcome;
}

describe.each(programs)('a recording of %s', (_, program) => {
  function run(kind: 'race' | 'fine', fault: Omit<Fault, 'path'>): Outcome & { left: string[] } {
    const place = temporary();
    // Not the tool itself: what it needs is another test's.
    const env = { TMPDIR: place, ...faulty({ ...fault, path: '/process-' }) };
    return { ...foretrace(['run', program(kind)], { env }), left: readdirSync(place) };
  }

  const faults: [Fault['error'], Fault['call'], number][] = [
    ['ENOSPC', 'write', 1],
    ['ENOSPC', 'write', 4],
    ['ENOSPC', 'write', 6],
    ['EIO', 'write', 5],
    ['EMFILE', 'open', 5],
    ...(everything
      ? [2, 3, 7, 8, 9, 10, 12, 15].map((n): [Fault['error'], Fault['call'], number] => ['ENOSPC', 'write', n])
      : []),
    ...(everything ? [1, 2, 3, 4, 6, 7, 8].map((n): [Fault['error'], Fault['call'], number] => ['EMFILE', 'open', n]) : []),
  ];
  it.each(faults)('with %s from %s %i on: a race is found, or the run is not called clean', (error, call, at) => {
    const outcome = run('race', { call, at, error });
    expectHonest(outcome);
    expect(outcome.left).toEqual([]);
  });

  it.each(faults.filter(([, call]) => call === 'write'))('with %s from %s %i on: no race is made up', (error, call, at) => {
    expect([2, 3]).toContain(run('fine', { call, at, error }).status);
  });

  it('tells the cause where it still can', () => {
    // Which write has records in it is up to the schedule: some write an end for now, and lose nothing.
    const runs = [6, 7, 8, 9].map((at) => () => run('fine', { call: 'write', at, error: 'EDQUOT', once: true }));
    const { status, stderr } = firstOf(runs, ({ stderr }) => stderr.includes('foretrace: recording stops (EDQUOT)'));
    expect(stderr).toContain('partial: the recording is incomplete: recording stopped because the quota of the disk was used up');
    expect(status).toBe(3);
  });

  it('on a full disk is analysed as far as it goes, now and later', ({ skip }) => {
    const place = disk('260k');
    if (place === undefined) skip('a small disk can be mounted by root only');
    const raw = join(place!, 'raw');
    const args = program('fine') === FINE ? [] : ['200000'];
    const { status, stderr, stdout } = foretrace(['run', ...UNBOUNDED, '--raw', raw, program('fine'), ...args]);
    expect(stderr).toContain('recording stopped because the disk was full');
    expect(stderr).not.toContain('--max-events');
    expect(status, stdout).toBe(3);
    const trace = join(folder(), 't.ftrace');
    const assembled = foretrace(['assemble', raw, trace]);
    expect(assembled.stderr).toContain('recording stopped because the disk was full');
    expect(assembled.status).toBe(3);
    const analyzed = foretrace(['analyze', trace]);
    expect(analyzed.stderr).toContain('partial: the recording is incomplete: recording stopped because the disk was full');
    expect(analyzed.status, analyzed.stdout).toBe(3);
  });

  it('needs no more of a full disk than the recording takes', ({ skip }) => {
    const place = disk('260k');
    if (place === undefined) skip('a small disk can be mounted by root only');
    const args = program('fine') === FINE ? [] : ['200000'];
    const { status, stderr } = foretrace(['run', ...UNBOUNDED, program('fine'), ...args], { env: { TMPDIR: place! } });
    expect(stderr).toContain('partial: the recording is incomplete: recording stopped because the disk was full');
    expect(status).toBe(3);
    expect(readdirSync(place!)).toEqual([]);
  });

  it('takes half of what is free, and says so then, now and later', ({ skip }) => {
    const place = disk('4m');
    if (place === undefined) skip('a small disk can be mounted by root only');
    const raw = join(place!, 'raw');
    const { status, stderr } = foretrace(['run', '--raw', raw, ...long(program('fine'))]);
    expect(stderr).toContain('partial: the recording is incomplete: recording stopped at 2.1 MB, half of the room that was free');
    expect(status).toBe(3);
    const { stderr: later } = foretrace(['assemble', raw, join(folder(), 't.ftrace')]);
    expect(later).toContain('recording stopped at 2.1 MB, half of the room that was free');
  });

  it('of a process that may only write short files stops there', () => {
    const args = program('fine') === FINE ? '' : '200000';
    const place = temporary();
    const { status, stderr } = shell(`ulimit -f 100; foretrace run ${program('fine')} ${args}`, { env: { TMPDIR: place } });
    expect(stderr).toContain('(ulimit -f)');
    expect(stderr).toContain('foretrace: recording stops (EFBIG)');
    expect(status).toBe(3);
  });

  it('is nobody else’s to read', () => {
    const raw = join(temporary(), 'raw');
    expect(foretrace(['run', '--raw', raw, program('race')]).status).toBe(1);
    const names = readdirSync(raw, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'trace.ftrace');
    const all = names.map((name) => join(raw, name));
    expect(all.length).toBeGreaterThan(4);
    for (const path of [raw, ...all]) {
      const status = statSync(path);
      expect([path, status.mode & 0o777]).toEqual([path, status.isDirectory() ? 0o700 : 0o600]);
    }
  });
});

it('a process of several that could not be recorded is told of', () => {
  const line = `${process.execPath} ${FINE}; FAULT_CALL=open ${process.execPath} ${FINE}`;
  const env = { ...faulty({ call: 'rename', path: '/about', at: 1, error: 'ENOSPC' }), TMPDIR: temporary() };
  const { status, stderr } = foretrace(['run', 'sh', '-c', line], { env });
  expect(stderr).toContain('partial: nothing was recorded of some processes: recording stopped because the disk was full');
  expect(status).toBe(3);
});

it('without a place for the recording one line says so', () => {
  const { status, stderr } = foretrace(['run', RACE], { env: { TMPDIR: '/nonexistent/folder' } });
  expect(stderr).toMatch(/^foretrace: error FILE_UNWRITABLE: \/nonexistent\/folder: .*\n {2}hint: set TMPDIR .*\n$/);
  expect(status).toBe(2);
});

it('a trace that cannot be written leaves the recording', () => {
  const place = temporary();
  const trace = join(folder(), 't.ftrace');
  const env = { TMPDIR: place, ...faulty({ call: 'rename', path: 't.ftrace', at: 1, error: 'ENOSPC' }) };
  const { status, stderr } = foretrace(['run', '--trace', trace, RACE], { env });
  expect(status).toBe(2);
  expect(stderr).toMatch(/the recording is kept in .*; next: foretrace assemble /);
  expect(leftovers(place)).toEqual([]);
  const [kept] = readdirSync(place);
  expect(foretrace(['assemble', join(place, kept!), trace]).status).toBe(0);
  expect(existsSync(trace)).toBe(true);
  // It is the user's now.
  expect(foretrace(['run', RACE], { env: { TMPDIR: place } }).status).toBe(1);
  expect(readdirSync(place)).toEqual([kept]);
});
