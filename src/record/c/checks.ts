// What recording C and C++ needs, tried out from the compiler to a recorded run: the first thing that fails says what to do.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../base/error.ts';
import { commandLine } from './compile.ts';
import { nativeRecorder } from './recorder.ts';
import { type Compiler, type Environment, findCompiler, type Language } from './toolchain.ts';

export interface Check {
  /** Stable, for scripts. */
  readonly id: string;
  readonly title: string;
  readonly ok: boolean;
  /** What was found, or what is wrong. */
  readonly detail: string;
  /** What to do about it; empty if all is well. */
  readonly hint: string;
}

const PROGRAM = `#include <pthread.h>
#include <stdio.h>
int counter;
void *worker(void *unused) { counter++; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  counter++;
  pthread_join(thread, NULL);
  return counter == 2 ? 0 : puts("lost an update");
}
`;
const HEADERS = 'Debian, Ubuntu: apt-get install libc6-dev';

export function nativeChecks(env: Environment): Check[] {
  if (process.platform !== 'linux') {
    const detail = `recording C and C++ needs Linux; this is ${process.platform}`;
    return [{ id: 'platform', title: 'Linux', ok: false, detail, hint: 'use a Linux machine, container or WSL' }];
  }
  const found = (['c', 'c++'] as const).map((language) => compilerCheck(language, env));
  const [c] = found;
  const checks = found.map(({ check }) => check);
  return c!.compiler === undefined ? checks : [...checks, ...tryOut(c!.compiler, env)];
}

function compilerCheck(language: Language, env: Environment): { check: Check; compiler?: Compiler } {
  const about = { id: language === 'c' ? 'cc' : 'c++', title: `${language === 'c' ? 'C' : 'C++'} compiler` };
  try {
    const compiler = findCompiler(language, env);
    const [program, ...first] = compiler.command;
    const { status, stdout } = spawnSync(program!, [...first, '--version'], { encoding: 'utf8' });
    const ok = status === 0;
    const detail = ok ? `${compiler.command.join(' ')}: ${stdout.split('\n')[0]}` : `${program} --version fails`;
    return { check: { ...about, ok, detail, hint: ok ? '' : 'install it again' }, ...(ok ? { compiler } : {}) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { check: { ...about, ok: false, detail: error.message, hint: error.hint } };
  }
}

/** Compiles, builds the runtime, links, runs and looks at what was recorded; what follows a failure is not tried. */
function tryOut(compiler: Compiler, env: Environment): Check[] {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'foretrace-doctor-'));
    writeFileSync(join(folder, 'try.c'), PROGRAM);
  } catch (error) {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return [temporaryFiles(error)];
  }
  try {
    const checks: Check[] = [];
    for (const step of [headers, runtime, recording]) {
      const check = step(compiler, folder, env);
      checks.push(check);
      if (!check.ok) break;
    }
    return checks;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function temporaryFiles(error: unknown): Check {
  const detail = error instanceof Error ? error.message : String(error);
  return { id: 'temporary', title: 'temporary files', ok: false, detail, hint: 'set TMPDIR to a folder that can be written to' };
}

function headers({ command: [program, ...first] }: Compiler, folder: string): Check {
  const { status, stderr } = spawnSync(program!, [...first, '-fsyntax-only', 'try.c'], { cwd: folder, encoding: 'utf8' });
  const ok = status === 0;
  const detail = ok ? 'pthread.h and stdio.h are there' : firstError(stderr);
  return { id: 'headers', title: 'C library headers', ok, detail, hint: ok ? '' : HEADERS };
}

function runtime(compiler: Compiler, folder: string, env: Environment): Check {
  const about = { id: 'runtime', title: "the recorder's runtime" };
  try {
    const [program, ...args] = commandLine(compiler, ['-pthread', 'try.c', '-o', 'try'], env);
    const { status, stderr } = spawnSync(program!, args, { cwd: folder, encoding: 'utf8' });
    if (status === 0) return { ...about, ok: true, detail: 'compiled, and linked into a program', hint: '' };
    return { ...about, ok: false, detail: firstError(stderr), hint: `does ${program} know -fsanitize=thread?` };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...about, ok: false, detail: error.message, hint: error.hint };
  }
}

function recording(_: Compiler, folder: string, env: Environment): Check {
  const about = { id: 'recording', title: 'a recorded run' };
  const options = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: false };
  const into = join(folder, 'recording');
  const { status, stderr } = spawnSync(join(folder, 'try'), {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...nativeRecorder.environment(into, options, env) },
  });
  const logs =
    status === 0 ? readdirSync(into, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.raw')) : [];
  if (logs.length === 2) return { ...about, ok: true, detail: 'two threads were recorded', hint: '' };
  const detail = status === 0 ? `${logs.length} threads were recorded, not 2` : firstError(stderr);
  return { ...about, ok: false, detail, hint: `is ${tmpdir()} a place that programs may write to and run from?` };
}

function firstError(output: string): string {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.find((line) => /error/i.test(line)) ?? lines[0] ?? 'it fails and says nothing';
}
