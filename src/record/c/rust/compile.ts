// `foretrace rustc`: the real rustc, asked to instrument what it compiles, to take a standard library that is instrumented as well, and to link the
// recorder's runtime into executables. Status, streams and outputs are the compiler's.

import { InputError } from '../../../base/error.ts';
import { guarded, remark, replaced } from '../compile.ts';
import { runtimeLibrary } from '../runtime-library.ts';
import { type Environment, findCompiler } from '../toolchain.ts';
import { INSTRUMENTING, UNSTABLE } from './instrumentation.ts';
import { rustInvocation } from './invocation.ts';
import { MISSING_SOURCES, standardLibrary } from './standard-library.ts';
import { findRust, type Rust } from './toolchain.ts';

/** Runs rustc and returns its exit status. */
export function compileRust(given: readonly string[], env: Environment): number {
  // cargo hands out work by descriptors, which Node.js does not hand on; rustc would warn that they are not there.
  const { CARGO_MAKEFLAGS, MAKEFLAGS, ...inside } = guarded('rustc', 'FORETRACE_RUSTC', env);
  const rust = findRust(given, env);
  const { command, environment } = rustCompilation(rust, given.slice(rust.command.length - 1), env);
  const [program, ...args] = command;
  return replaced(program!, args, { ...inside, ...environment });
}

interface Compilation {
  /** The command line of the real compiler. */
  readonly command: readonly string[];
  /** What is to be added to its environment: what is built as it is must not be told that it may be unstable. */
  readonly environment: Readonly<Record<string, string>>;
}

export function rustCompilation(rust: Rust, given: readonly string[], env: Environment): Compilation {
  const asked = rustInvocation(given);
  const asIs = { command: [...rust.command, ...given], environment: {} };
  if (asked.makes === 'nothing') return asIs;
  const unfit = whyUnfit(asked.target ?? rust.host, rust.host) ?? otherSanitizers(asked.sanitizers);
  if (unfit !== undefined) {
    remark(`${unfit}: built as it is, and not recorded`);
    return asIs;
  }
  for (const words of asked.leftOut)
    if (words.includes('crt-static'))
      remark(
        `${words} is left out: the recorder stands in front of the C library by dynamic linking, so the program is linked that way and recorded`,
      );
  // Ours come first, so that the user's have the last word.
  const { compiling, linking, unseen } = standardLibrary(rust, env);
  // The harness hands results from thread to thread by channels of its own, which were compiled with it and are not modelled.
  if (unseen !== undefined && asked.isTest)
    throw new InputError(
      'NO_COMPILER',
      {},
      'tests cannot be recorded with the standard library that comes with the compiler, of which their harness is a part',
      MISSING_SOURCES,
    );
  // `foretrace cargo` says it itself, and not for each program.
  if (unseen !== undefined && asked.makes === 'executable' && env['CARGO_CRATE_NAME'] === undefined) remark(unseen);
  const args = [...rust.command, ...INSTRUMENTING, ...compiling, '-Cdebuginfo=2', ...asked.args];
  return { command: asked.makes === 'executable' ? [...args, ...linking, ...linked(env)] : args, environment: UNSTABLE };
}

/** Each goes straight to the linker: a path may hold commas. Of libraries, GNU ld takes only what was missing when it came to them. */
export function linked(env: Environment): string[] {
  const { object, exports } = runtimeLibrary(findCompiler('c', env), env);
  return [object, '-Xlinker', `--dynamic-list=${exports}`, '-ldl', '-lpthread', '-lc'].map((word) => `-Clink-arg=${word}`);
}

function whyUnfit(target: string, host: string): string | undefined {
  if (!/^(?:x86_64|aarch64)-.*-linux-gnu$/.test(host))
    throw new InputError('NO_COMPILER', {}, `recording Rust needs 64 bits and Linux; this rustc is for ${host}`, '');
  return target === host ? undefined : `programs for ${target} are not recorded here`;
}

function otherSanitizers(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `-Zsanitizer=${names.join(',')} cannot be used while recording`;
}
