// The runtime that is linked into recorded programs: compiled by the user's own compiler on first use, and kept. Two builds at once
// do not disturb each other: each builds aside, the first to rename wins.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../trace/error.ts';
import { cacheFolder } from './cache-folder.ts';
import type { Compiler, Environment } from './toolchain.ts';

export interface RuntimeLibrary {
  /** Linked into every executable. */
  readonly object: string;
  /** What the executable must show to shared objects that are loaded later. */
  readonly exports: string;
  /** gcc only: puts the instrumentation into the compiler without telling the driver, which would link ThreadSanitizer. */
  readonly specs: string;
}

const SOURCES = fileURLToPath(new URL('./runtime/', import.meta.url));
const FLAGS = ['-O2', '-g', '-fPIC', '-std=gnu11', '-pthread', '-fno-lto', '-w'];
/** clang must be told that the processor can exchange 16 bytes at once. */
const WIDE = '-mcx16';
const EXPORTS = '{ __tsan_*; AnnotateHappens*; };\n';
/** A tail call would hide who called the runtime. */
export const INSTRUMENTED = '-fsanitize=thread -fno-optimize-sibling-calls';
/** What gcc is asked for if it knows it: nothing is learnt from entries and exits of functions, and copies that it would expand
 * in place are not seen. */
const WISHES = [
  '--param=tsan-instrument-func-entry-exit=0',
  '-mmemcpy-strategy=libcall:-1:noalign',
  '-mmemset-strategy=libcall:-1:noalign',
];

export function runtimeLibrary(compiler: Compiler, env: Environment): RuntimeLibrary {
  const sources = runtimeSources();
  const hash = createHash('sha256').update([compiler.identity, ...FLAGS, WIDE, EXPORTS, INSTRUMENTED, ...WISHES].join('\0'));
  for (const { name, text } of sources) hash.update(`\0${name}\0`).update(text);
  const cache = cacheFolder(env);
  const folder = join(cache, `runtime-${hash.digest('hex').slice(0, 24)}`);
  if (!existsSync(folder)) buildAside(cache, folder, compiler);
  return { object: join(folder, 'foretrace.o'), exports: join(folder, 'exports'), specs: join(folder, 'foretrace.specs') };
}

function runtimeSources(): { name: string; text: Buffer }[] {
  const names = readdirSync(SOURCES).filter((name) => /\.[ch]$/.test(name));
  return names.sort().map((name) => ({ name, text: readFileSync(join(SOURCES, name)) }));
}

function buildAside(cache: string, folder: string, compiler: Compiler): void {
  const aside = mkdtempSync(join(cache, 'building-'));
  try {
    build(aside, compiler);
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Somebody else was faster.
    if (!existsSync(folder)) throw error;
  }
}

function build(folder: string, compiler: Compiler): void {
  const [program, ...first] = compiler.command as [string, ...string[]];
  const sources = runtimeSources().filter(({ name }) => name.endsWith('.c'));
  // One relocatable object: unlike an archive it is linked as a whole, in any order, by any linker.
  // g++ forgets `-x c` after the first file.
  const files = sources.flatMap(({ name }) => ['-x', 'c', join(SOURCES, name)]);
  const wide = takes(compiler, WIDE) ? [WIDE] : [];
  const args = [...first, ...FLAGS, ...wide, '-r', '-nostdlib', '-o', 'foretrace.o', ...files];
  const { status, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) {
    const why = error?.message ?? stderr.split('\n').find((line) => /error/.test(line)) ?? `status ${status}`;
    throw new InputError(
      'NO_COMPILER',
      {},
      `${program} does not compile the recorder: ${why}`,
      'foretrace doctor says what is missing',
    );
  }
  const wishes = compiler.family === 'gcc' ? WISHES.filter((wish) => takes(compiler, wish)) : [];
  const words = [INSTRUMENTED, ...wishes].join(' ');
  writeFileSync(join(folder, 'foretrace.specs'), `*cc1_options:\n+ ${words} \n\n*cpp_options:\n+ ${words} \n\n`);
  writeFileSync(join(folder, 'exports'), EXPORTS);
}

function takes({ command: [program, ...first] }: Compiler, option: string): boolean {
  const { status } = spawnSync(program!, [...first, option, '-fsanitize=thread', '-fsyntax-only', '-x', 'c', '-'], { input: '' });
  return status === 0;
}
