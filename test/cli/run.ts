// Runs the built program as a user does, in a folder of its own. `shell`, `start` and some commands have a process of
// their own; other command lines share one that stays (see resident.mjs).

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { residentRun } from './resident.ts';

export const root: string = join(import.meta.dirname, '../..');
const main = inject('main');

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Another built program. */
  readonly main?: string;
  /** Stdout and stderr as a terminal shows them, both in `stdout`. */
  readonly merged?: boolean;
  /** It says something before it starts a program, or instead: the process that stays will do. */
  readonly startsNothing?: boolean;
}

/** Colours are off and lines as long as they like unless the test says otherwise: the developer's own environment must not matter. */
function environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NO_COLOR, FORCE_COLOR, COLUMNS, ...env } = process.env;
  return { ...env, ...extra };
}

/**
 * Commands whose programs share the streams of the process, those that ask which environment they were started with, and the one that collects the
 * garbage of the process forty times, which takes ten times as long in one that stays.
 */
export const needsProcess: ReadonlySet<string | undefined> = new Set([
  'run',
  'record',
  'cc',
  'c++',
  'rustc',
  'cargo',
  'doctor',
  'fleet',
  'status',
  'compare',
  'confirm',
  'replay',
]);

export function foretrace(args: readonly string[], options: RunOptions = {}): Outcome {
  const {
    cwd = root,
    input = '',
    env,
    merged = false,
    main: program = main,
    startsNothing = !needsProcess.has(args[0]),
  } = options;
  if (startsNothing) return residentRun(main, { args, cwd, env: environment(env), input, merged });
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    input,
    env: environment(env),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

/** Runs a line of bash in which `foretrace` is the built program. */
export function shell(line: string, { cwd = root, env, merged = false }: RunOptions = {}): Outcome {
  const script = `${merged ? 'exec 2>&1\n' : ''}${line}`;
  const path = `${join(main, '../../../bin')}${delimiter}${process.env['PATH']}`;
  // Node's pipes look like a network to bash, which would run the developer's ~/.bashrc.
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    cwd,
    env: environment({ PATH: path, ...env }),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The program as a running process, for tests that interrupt it. */
export function start(args: readonly string[], cwd: string, env?: Readonly<Record<string, string>>): ReturnType<typeof spawn> {
  return spawn(process.execPath, [main, ...args], { cwd, env: environment(env) });
}

/** An empty folder that goes away with the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'foretrace-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
