// Rust's standard library as it comes with the compiler, for where its sources are not there to build one that is recorded. What it orders is modelled
// (standard-models.ts); what else it does is not seen.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../base/cache-folder.ts';
import { InputError } from '../../../base/error.ts';
import { builtOnce } from '../built-once.ts';
import { type Environment, findCompiler } from '../toolchain.ts';
import { archiveSymbols } from './archive-symbols.ts';
import type { StandardLibrary } from './standard-library.ts';
import { type StandardModels, standardModels } from './standard-models.ts';
import type { Rust } from './toolchain.ts';
import { trampolines } from './trampolines.ts';

const COMPILING = [
  // What is generic is compiled with the program, also where the library has it already.
  '-Zshare-generics=no',
  // That one is instrumented and the other is not: rustc asks whether this is meant.
  '-Cunsafe-allow-abi-mismatch=sanitizer',
];

const UNSEEN =
  "Rust's standard library is the one that comes with the compiler: what it does inside is not recorded, and what its locks order is modelled";

/** Undefined if this library is not known well enough. */
export function readyMade(rust: Rust, env: Environment): StandardLibrary | undefined {
  const known = modelsOf(rust);
  if (known === undefined) return undefined;
  const compiler = findCompiler('c', env);
  const text = trampolines(known);
  const hash = createHash('sha256').update([compiler.identity, text].join('\0')).digest('hex');
  const folder = builtOnce(cacheFolder(env), `rust-models-${hash}`, (aside) => build(aside, known, text, compiler.command));
  return {
    unseen: UNSEEN,
    compiling: COMPILING,
    linking: [join(folder, 'trampolines.o'), `@${join(folder, 'wraps')}`].map((word) => `-Clink-arg=${word}`),
  };
}

export function isModelled(rust: Rust): boolean {
  return modelsOf(rust) !== undefined;
}

function modelsOf(rust: Rust): StandardModels | undefined {
  return rust.host.startsWith('x86_64-') ? standardModels(symbolsOf(rust)) : undefined;
}

function symbolsOf({ sysroot, host }: Rust): string[] {
  const folder = join(sysroot, 'lib/rustlib', host, 'lib');
  if (!existsSync(folder)) return [];
  const name = readdirSync(folder).find((file) => /^libstd-.*\.rlib$/.test(file));
  return name === undefined ? [] : archiveSymbols(readFileSync(join(folder, name)));
}

function build(folder: string, { models }: StandardModels, text: string, [program, ...first]: readonly string[]): void {
  writeFileSync(join(folder, 'trampolines.s'), text);
  writeFileSync(join(folder, 'wraps'), Array.from(models.keys(), (symbol) => `-Wl,--wrap=${symbol}\n`).join(''));
  const args = [...first, '-c', '-o', 'trampolines.o', 'trampolines.s'];
  const { status, stderr, error } = spawnSync(program!, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return;
  const why = error?.message ?? stderr.split('\n').find((line) => /rror/.test(line)) ?? `status ${status}`;
  throw new InputError('NO_COMPILER', {}, `${program} does not assemble: ${why}`, 'foretrace doctor says what is missing');
}
