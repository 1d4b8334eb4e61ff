// How a compiler is asked to call the runtime at each access, without its driver linking ThreadSanitizer for it.

import { spawnSync } from 'node:child_process';
import { hintFiles, hintForAssembler, hintForCompiler } from './hint.ts';
import type { Compiler } from './toolchain.ts';

export interface Instrumentation {
  /** Arguments for the compiler. */
  readonly args: readonly string[];
  /** What the arguments refer to, by name in the folder. */
  readonly files: Readonly<Record<string, string>>;
}

/** A tail call would hide who called the runtime. */
const ALWAYS = ['-fsanitize=thread', '-fno-optimize-sibling-calls'];
/** To the compiler proper, behind what the user defines: with it, functions of the C library have other names, of which we know a few. */
const UNDEFINED = '-U_FORTIFY_SOURCE';
/** Functions that gcc turns into a few instructions where it knows how much there is to do; these are not instrumented. */
const EXPANDED = ['memcpy', 'memmove', 'mempcpy', 'memset', 'memcmp', 'strcpy', 'stpcpy', 'strncpy', 'strcat', 'strcmp'];
/** What is asked for if the compiler knows it. gcc expands copies in place, where they are not seen, and removes what the program does for
 * nothing (reads whose value is not used, calls that only read, writes of a variable that nobody reads), which another thread may be in
 * the middle of; it takes reads and writes out of loops, so that one that waits for a plain variable never ends; it makes one of two
 * functions that look alike, with the name of either; clang leaves out a read that is followed by a write of the same variable, and with
 * it what the read saw; and it reads variables in front of a loop that may never touch them. */
const WISHES = {
  gcc: [
    '-mmemcpy-strategy=libcall:-1:noalign',
    '-mmemset-strategy=libcall:-1:noalign',
    '-fno-ipa-reference-addressable',
    '-fno-ipa-pure-const',
    '-fno-tree-dce',
    '-fno-tree-dse',
    '-fno-tree-loop-im',
    '-fno-tree-pre',
    '-fno-tree-ch',
    '-fno-ipa-icf',
    ...EXPANDED.map((name) => `-fno-builtin-${name}`),
  ],
  clang: ['-tsan-instrument-read-before-write=1', '-disable-licm-promotion'],
} as const;

/** Changes when this file asks for something else. */
export const instrumentationKey: string = JSON.stringify([ALWAYS, UNDEFINED, WISHES, hintFiles]);

/** Asks the compiler what it knows: some starts of it, so the answer is to be kept. `folder` is where its files will be. */
export function instrumentation(compiler: Compiler, folder: string): Instrumentation {
  if (compiler.family === 'gcc') {
    const words = [...ALWAYS, UNDEFINED, ...WISHES.gcc.filter((wish) => takes(compiler, [wish]))].join(' ');
    // gcc warns that ThreadSanitizer does not see fences, which breaks builds with -Werror; the recorder sees them.
    // The rest is in a file of specs, which the driver hands to the compiler proper without acting on it.
    const specs = `*cc1_options:\n+ ${words} \n\n*cpp_options:\n+ ${words} \n\n*asm:\n+ ${hintForAssembler(folder)} \n\n`;
    return { args: [`-specs=${folder}/specs`, '-g', '-Wno-tsan'], files: { ...hintFiles, specs } };
  }
  // To the compiler proper as well: the driver would warn of options that are not used when it only links.
  const wishes = WISHES.clang.map((wish) => ['-Xclang', '-mllvm', '-Xclang', wish]).filter((words) => takes(compiler, words));
  const hint = hintForCompiler(folder).flatMap((word) => ['-Xclang', word]);
  return {
    args: [...ALWAYS, '-fno-sanitize-link-runtime', '-g', ...wishes.flat(), '-Xclang', UNDEFINED, ...hint],
    files: hintFiles,
  };
}

export function takes({ command: [program, ...first] }: Compiler, options: readonly string[]): boolean {
  const args = [...first, ...options, '-fsanitize=thread', '-fsyntax-only', '-x', 'c', '-'];
  return spawnSync(program!, args, { input: '' }).status === 0;
}
