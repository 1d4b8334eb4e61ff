// The runtime that is linked into recorded programs: compiled by the user's own compiler on first use, and kept.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../base/cache-folder.ts';
import { InputError } from '../../base/error.ts';
import { builtOnce } from './built-once.ts';
import { instrumentation, instrumentationKey, takes } from './instrumentation.ts';
import type { Compiler, Environment } from './toolchain.ts';

export interface RuntimeLibrary {
  /** Linked into every executable. */
  readonly object: string;
  /** What the executable must show to shared objects that are loaded later. */
  readonly exports: string;
  /** For the compiler, to instrument. */
  readonly args: readonly string[];
}

const SOURCES = fileURLToPath(new URL('./runtime/', import.meta.url));
const FLAGS = [
  ...['-O2', '-g', '-fPIC', '-std=gnu11', '-pthread', '-fno-lto', '-w'],
  // It calls none of the functions that it stands in front of (runtime/core/intercepted.h), whatever the compiler and its headers would make of a loop.
  ...['-fno-builtin', '-U_FORTIFY_SOURCE', '-D__NO_INLINE__'],
  // One of its threads has no thread-local memory, where the guard of a stack would be.
  '-fno-stack-protector',
];
/** For compilers that know them: gcc must be told to leave loops alone, clang that the processor can exchange 16 bytes at once. */
const WISHES = ['-fno-tree-loop-distribute-patterns', '-mcx16'];
/** What libraries that are loaded later call, and what programs and libraries ask the dynamic linker for. */
const EXPORTS =
  '{ __tsan_*; __sanitizer_*; Annotate*; WTFAnnotate*; RunningOnValgrind; ValgrindSlowdown; ThreadSanitizerQuery; __foretrace_*; };\n';
/** Where programs find `foretrace/annotate.h`. */
const HEADERS = join(SOURCES, 'include');

export function runtimeLibrary(compiler: Compiler, env: Environment): RuntimeLibrary {
  const sources = runtimeSources();
  const hash = createHash('sha256').update([compiler.identity, ...FLAGS, ...WISHES, EXPORTS, instrumentationKey].join('\0'));
  for (const { name, text } of sources) hash.update(`\0${name}\0`).update(text);
  const folder = builtOnce(cacheFolder(env), `runtime-${hash.digest('hex')}`, (aside, kept) => build(aside, kept, compiler));
  const args = readFileSync(join(folder, 'arguments'), 'utf8').split('\n');
  return {
    object: join(folder, 'foretrace.o'),
    exports: join(folder, 'exports'),
    args: [...args, ...withHeaders(compiler)],
  };
}

/** Behind the user's own headers. clang's driver would warn of an option that is not used when it only links. */
function withHeaders({ family }: Compiler): string[] {
  const words = ['-idirafter', HEADERS];
  return family === 'gcc' ? words : words.flatMap((word) => ['-Xclang', word]);
}

function runtimeSources(): { name: string; text: Buffer }[] {
  const names = readdirSync(SOURCES, { encoding: 'utf8', recursive: true }).filter((name) => /\.[ch]$/.test(name));
  return names.sort().map((name) => ({ name, text: readFileSync(join(SOURCES, name)) }));
}

/** In `aside`, to be moved to `folder`. */
function build(aside: string, folder: string, compiler: Compiler): void {
  const [program, ...first] = compiler.command as [string, ...string[]];
  const sources = runtimeSources().filter(({ name }) => name.endsWith('.c'));
  // One relocatable object: unlike an archive it is linked as a whole, in any order, by any linker.
  // g++ forgets `-x c` after the first file.
  const compiled = sources.flatMap(({ name }) => ['-x', 'c', join(SOURCES, name)]);
  const wishes = WISHES.filter((wish) => takes(compiler, [wish]));
  const args = [...first, ...FLAGS, ...wishes, '-r', '-nostdlib', '-o', 'foretrace.o', ...compiled];
  const { status, stderr, error } = spawnSync(program, args, { cwd: aside, encoding: 'utf8' });
  if (status !== 0) {
    const why = error?.message ?? stderr.split('\n').find((line) => /error/.test(line)) ?? `status ${status}`;
    throw new InputError(
      'NO_COMPILER',
      {},
      `${program} does not compile the recorder: ${why}`,
      'foretrace doctor says what is missing',
    );
  }
  const { args: instrumenting, files } = instrumentation(compiler, folder);
  const all = { ...files, arguments: instrumenting.join('\n'), exports: EXPORTS };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(aside, name), text);
}
