// Runs foretrace while the world around it fails: programs to record, a library that makes calls of the system fail (shim.c), and disks
// that are really full, where the tests may mount one.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { foretrace, type Outcome, start } from '../cli/run.ts';

const here = import.meta.dirname;
export const RACE: string = join(here, 'programs/race.mjs');
export const FINE: string = join(here, 'programs/fine.mjs');

/** What lives as long as the process: the library and the compiled programs. */
const kept = mkdtempSync(join(tmpdir(), 'foretrace-faults-'));
process.on('exit', () => rmSync(kept, { recursive: true, force: true }));

function keptFile(name: string, make: (path: string) => Outcome): string {
  const path = join(kept, name);
  if (readdirSync(kept).includes(name)) return path;
  const { status, stderr } = make(path);
  if (status !== 0) throw new Error(stderr);
  return path;
}

function shim(): string {
  const gcc = (path: string) =>
    spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', path, join(here, 'shim.c'), '-ldl'], { encoding: 'utf8' });
  return keptFile('shim.so', gcc);
}

/** A program of programs/, compiled for recording. */
export function compiled(name: string): string {
  return keptFile(name, (path) => foretrace(['cc', '-g', '-O1', '-pthread', join(here, 'programs', `${name}.c`), '-o', path]));
}

export interface Fault {
  readonly call: 'write' | 'open' | 'rename';
  /** A part of the path. */
  readonly path: string;
  readonly at: number;
  readonly error: 'ENOSPC' | 'EIO' | 'EMFILE' | 'EDQUOT';
  readonly once?: boolean;
}

export function faulty({ call, path, at, error, once: only = false }: Fault): Record<string, string> {
  return {
    LD_PRELOAD: shim(),
    FAULT_CALL: call,
    FAULT_PATH: path,
    FAULT_AT: String(at),
    FAULT_ERRNO: String(constants.errno[error]),
    ...(only ? { FAULT_ONCE: '1' } : {}),
  };
}

/** The names in a folder in which another process makes and removes things: what goes while it is read is left out. */
export function namesIn(place: string): string[] {
  try {
    return readdirSync(place, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Starts foretrace with its temporary files in `place`, and ends it by the signal as soon as the names there look like this. */
export async function endedWhen(
  ready: (names: string[], pid: number) => boolean,
  { args, place, signal }: { readonly args: string[]; readonly place: string; readonly signal: NodeJS.Signals },
): Promise<{ readonly status: number | null; readonly signal: NodeJS.Signals | null }> {
  const child = start(args, place, { TMPDIR: place });
  const closed = once(child, 'close');
  while (child.exitCode === null && !ready(namesIn(place), child.pid!)) await new Promise((resolve) => setImmediate(resolve));
  child.kill(signal);
  await closed;
  return { status: child.exitCode, signal: child.signalCode };
}

/** A folder for temporary files, which must be empty when the test is over. */
export function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'foretrace-fault-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A small disk, or undefined where none may be mounted. */
export function disk(size: string): string | undefined {
  const path = temporary();
  const place = join(path, 'disk');
  mkdirSync(place);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', place]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', place]));
  return place;
}

/** What was left of runs: recordings of runs that are over. */
export function leftovers(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('foretrace-run-'));
}

/** A run of a racy program may miss the race only if it says that it did not see all of the run. */
export function expectHonest({ status, stderr, stdout }: Outcome): void {
  const said = `status ${status}\n${stderr}`;
  expect([1, 2, 3], said).toContain(status);
  if (status === 3) expect(stderr).toMatch(/^foretrace: partial: /m);
  if (status === 2) expect(stderr).toMatch(/^foretrace: error [A-Z_]+: /m);
  expect(stderr).not.toContain('internal error');
  if (status === 1) expect(stdout).toMatch(/^race /m);
}
