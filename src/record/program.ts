// Runs the user's program as if we were not there: its own standard streams, signals and exit status. Or apart, with what it prints taken down.

import { spawn } from 'node:child_process';
import { closeSync, existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { extname } from 'node:path';
import { InputError } from '../base/error.ts';
import { quote } from '../base/quote.ts';
import { type StartedProgram, windowsProgram } from './windows-command.ts';

const TYPED = ['.ts', '.mts', '.cts'];
const SCRIPTS = ['.js', '.mjs', '.cjs', ...TYPED];

const IS_WINDOWS = process.platform === 'win32';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Ending {
  /** What a shell would say: the exit status, or 128 and the number of the signal that ended it. */
  readonly status: number;
  readonly signal: NodeJS.Signals | null;
  /** Of the process that was started. */
  readonly pid: number;
  /** It took longer than it had. */
  readonly isLate?: boolean;
}

/** How a program runs that shall not be heard. */
export interface Apart {
  /** A descriptor that it reads as its standard input; it is empty if there is none. */
  readonly input: number | undefined;
  /** What it prints: 1 for its standard output, 2 for its errors. */
  take(stream: 1 | 2, bytes: Buffer): void;
  /** Milliseconds after which it is ended. */
  readonly limit: number;
}

/** How long streams that a grandchild keeps open are waited for. */
const REST_OF_OUTPUT_MS = 500;

/** Ours, nothing, or a file by its descriptor, which is closed for us. */
export type StandardInput = 'inherit' | 'ignore' | number;

export function runProgram(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  apart?: Apart,
  input: StandardInput = 'inherit',
): Promise<Ending> {
  const line = commandLine(words);
  // Whom the program must not outlive: our own death may be one that leaves us no time to say so.
  const env = { ...environment, FORETRACE_PARENT: String(process.pid) };
  const { command, args, ...options } = started(line, environment);
  const child = spawn(command, args, {
    ...options,
    stdio: apart === undefined ? [input, 'inherit', 'inherit'] : [apart.input ?? 'ignore', 'pipe', 'pipe'],
    env,
    // A group of its own: who runs out of time may be a shell, and what it started must end with it.
    detached: apart !== undefined && !IS_WINDOWS,
  });
  const send = (signal: NodeJS.Signals): void => {
    if (apart === undefined || IS_WINDOWS) child.kill(signal);
    else sendToGroup(child.pid, signal);
  };
  if (typeof input === 'number') closeSync(input);
  child.stdout?.on('data', (bytes: Buffer) => apart!.take(1, bytes));
  child.stderr?.on('data', (bytes: Buffer) => apart!.take(2, bytes));
  let isLate = false;
  const limit =
    apart &&
    setTimeout(() => {
      isLate = true;
      send('SIGKILL');
    }, apart.limit);
  // A terminal sends Ctrl-C to the program as well, if it is of our group; what is sent to us alone is handed on. Either way the program decides.
  const hear = (signal: NodeJS.Signals): void => {
    // Windows has three that end a program, and no other; a closed console is told as SIGHUP.
    if (apart !== undefined || signal !== 'SIGINT' || !hasTerminal()) send(IS_WINDOWS ? 'SIGTERM' : signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return new Promise((resolve, reject) => {
    const done = (settle: () => void): void => {
      clearTimeout(limit);
      for (const signal of SIGNALS) process.off(signal, hear);
      settle();
    };
    child.on('error', (error: NodeJS.ErrnoException) => done(() => reject(notStarted(line[0]!, error))));
    child.on('exit', (code, signal) => {
      const status = code ?? 128 + constants.signals[signal!];
      const settle = (): void => done(() => resolve({ status, signal, pid: child.pid!, ...(isLate ? { isLate } : {}) }));
      if (apart === undefined) settle();
      else {
        child.on('close', settle);
        setTimeout(settle, REST_OF_OUTPUT_MS).unref();
      }
    });
  });
}

function sendToGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, signal);
  } catch {
    // They are over.
  }
}

function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

function started(line: readonly string[], env: NodeJS.ProcessEnv): StartedProgram {
  if (!IS_WINDOWS) return { command: line[0]!, args: line.slice(1) };
  return windowsProgram(line, env, process.cwd(), (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** `foretrace run app.js` is `foretrace run node app.js`. */
function commandLine(words: readonly string[]): readonly string[] {
  const [first] = words;
  if (first === undefined || !SCRIPTS.includes(extname(first)) || !existsSync(first)) return words;
  if (TYPED.includes(extname(first)) && !runsTypeScript())
    throw new InputError(
      'PROGRAM_NOT_STARTED',
      { file: first },
      `Node ${process.versions.node} does not run TypeScript`,
      `compile it (source maps are followed), or try foretrace run npx tsx ${first}, or Node 22.18 or later`,
    );
  return [process.execPath, ...words];
}

/** From 22.18 on by itself; before, if something that NODE_OPTIONS loads does. */
function runsTypeScript(): boolean {
  const { typescript } = process.features as { typescript?: string | false };
  return Boolean(typescript) || (process.env['NODE_OPTIONS'] ?? '') !== '';
}

function notStarted(command: string, error: NodeJS.ErrnoException): InputError {
  const missing = SCRIPTS.includes(extname(command)) ? 'there is no such file' : 'there is no such program';
  const reasons: Record<string, string> = { ENOENT: missing, EACCES: 'it is not executable' };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return new InputError('PROGRAM_NOT_STARTED', {}, `${quote(command)} cannot be started: ${reason}`, hint(command));
}

function hint(command: string): string {
  if (SCRIPTS.includes(extname(command))) return 'check the path';
  if (!command.includes('/') && existsSync(command)) return `for the file in this folder, say ./${command}`;
  if (/\s/.test(command)) return 'for a line of shell: foretrace run sh -c "…"; else each argument is a word of its own';
  return 'as in a shell: a program on the PATH, or ./program';
}
