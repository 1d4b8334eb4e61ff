// `foretrace cc` and `foretrace c++`: the real compiler, asked to instrument what it compiles and to link the recorder's runtime
// into executables. Everything that a build system or a configure script can see (status, streams, outputs) is the compiler's.

import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { InputError } from '../../base/error.ts';
import { display } from '../../base/quote.ts';
import { type Invocation, invocation } from './invocation.ts';
import { type RuntimeLibrary, runtimeLibrary } from './runtime-library.ts';
import { type Compiler, type Environment, findCompiler, type Language } from './toolchain.ts';

/** Set while the compiler runs, so that a compiler on PATH that is foretrace itself is noticed. */
const INSIDE = 'FORETRACE_COMPILING';

/** Runs the compiler and returns its exit status. */
export function compile(language: Language, given: readonly string[], env: Environment): number {
  const inside = guarded(language, 'FORETRACE_CC', env);
  const compiler = findCompiler(language, env);
  const [program, ...args] = commandLine(compiler, given, env);
  return replaced(program!, args, inside);
}

/** The environment for the real compiler, unless this is it already. */
export function guarded(name: string, variable: string, env: Environment): Environment {
  if (env[INSIDE] !== name) return { ...env, [INSIDE]: name };
  throw new InputError('NO_COMPILER', {}, `the compiler that foretrace ${name} calls is foretrace`, `name one in ${variable}`);
}

/** The command line of the real compiler. */
export function commandLine(compiler: Compiler, given: readonly string[], env: Environment): readonly string[] {
  const asked = invocation(given);
  if (asked.makes === 'nothing') return [...compiler.command, ...given];
  if (asked.sanitizers.length > 0) {
    remark(`-fsanitize=${asked.sanitizers.join(',')} cannot be used while recording: built as it is, and not recorded`);
    return [...compiler.command, ...given];
  }
  if (asked.narrow !== undefined)
    throw new InputError('USAGE', {}, `${asked.narrow}: only 64-bit programs can be recorded`, 'leave it out');
  for (const word of asked.leftOut)
    if (asked.makes === 'executable') remark(`${word} is left out: the recorder ${WHY[word] ?? WHY['-static']}`);
  const runtime = runtimeLibrary(compiler, env);
  // Ours come first, so that the user's have the last word: `-g0` is theirs to choose.
  return [...compiler.command, ...runtime.args, ...asked.args, ...linked(asked, runtime)];
}

const WHY: Readonly<Record<string, string>> = {
  '-static': 'stands in front of the C library by dynamic linking, so the program is linked that way and recorded',
  '-s': 'needs the symbols for names',
};

/** Behind the user's arguments. Each goes straight to the linker: a path may hold commas, and `-x c` may be in force. */
function linked({ makes, complete }: Invocation, { object, exports }: RuntimeLibrary): string[] {
  if (makes === 'executable') return [...toLinker(object, `--dynamic-list=${exports}`), '-ldl', '-lpthread'];
  // What a shared object misses is in the executable.
  if (makes === 'shared' && complete) return toLinker('-z', 'undefs');
  return [];
}

function toLinker(...words: string[]): string[] {
  return words.flatMap((word) => ['-Xlinker', word]);
}

export function remark(what: string): void {
  process.stderr.write(`foretrace: ${display(what)}\n`);
}

/** Becomes the program where Node can (22.15 on); else waits for it. */
export function replaced(program: string, args: readonly string[], env: Environment): number {
  const { execve } = process as { execve?: (file: string, argv: readonly string[], env: Environment) => never };
  if (execve !== undefined) execve.call(process, program, [program, ...args], env);
  const { status, signal, error } = spawnSync(program, args, { stdio: 'inherit', env });
  if (error !== undefined)
    throw new InputError('NO_COMPILER', {}, `${program} does not start: ${error.message}`, 'is it broken?');
  return status ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
