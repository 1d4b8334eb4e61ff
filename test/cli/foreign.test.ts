// Races in code that was not compiled by foretrace: folded where both places are there, marked where one is. And races of the C++ library itself.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../needs.ts';
import { build } from '../record-native/recording.ts';
import { sample } from '../runs.ts';
import { folder, foretrace, type Outcome } from './run.ts';

/** Keeps a text without a lock. */
const STORE = `#include <string.h>
  static char kept[64];
  char *place(void) { return kept; }
  void store(const char *text) { memcpy(kept, text, 32); }`;
/** Two threads store; with a word, one of them writes what the library keeps by itself. */
const MAIN = `#include <pthread.h>
  #include <string.h>
  char *place(void);
  void store(const char *text);
  static char text[64];
  static void *stores(void *p) { store(text); return p; }
  static void *writes(void *p) { memcpy(place(), text, 32); return p; }
  int main(int count, char **words) {
    pthread_t t[2];
    (void)words;
    pthread_create(t, NULL, stores, NULL);
    pthread_create(t + 1, NULL, count > 1 ? writes : stores, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  }`;
/** Copies are calls of the C library, which are recorded. */
const COPYING = ['-O1', '-fno-builtin-memcpy'];
const FOLDED = 'is wholly in code that was not recorded';
const MARK = 'not compiled by foretrace';

let cwd = '';
beforeEach((context) => {
  needs(['gcc', 'c++'], context);
  cwd = folder();
  writeFileSync(join(cwd, 'store.c'), STORE);
  writeFileSync(join(cwd, 'main.c'), MAIN);
});

function compile(...args: string[]): void {
  const { status, stderr } = spawnSync(args[0]!, args.slice(1), { cwd, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

async function program(store: string): Promise<void> {
  await build('c', ['-O1', '-pthread', 'main.c', store, '-Wl,-rpath,$ORIGIN', '-o', 'program'], cwd);
}

function run(words: readonly string[], options: readonly string[] = []): Outcome {
  return foretrace(['run', ...options, '--', './program', ...words], { cwd });
}

function races(options: readonly string[], words: readonly string[] = []) {
  const { stdout, status } = run(words, [...options, '--format', 'json']);
  const { findings, leftOut } = JSON.parse(stdout);
  return { findings, leftOut, status };
}

describe('a race with both places in code that is not recorded', () => {
  it.each(sample(['-g', '-g0'], 2))('of a shared library, compiled with %s, is folded', async (debug) => {
    compile('gcc', ...COPYING, debug, '-shared', '-fPIC', 'store.c', '-o', 'libstore.so');
    await program('./libstore.so');
    const name = debug === '-g' ? 'store.c' : 'libstore.so';
    const { stdout, status } = run([]);
    expect(stdout).toContain(`1 finding ${FOLDED} (${name}): --foreign shows it\n`);
    expect(stdout).toMatch(/\nno race or deadlock in recorded code, 1 in code that was not recorded · .*\n$/);
    expect(status).toBe(0);
    expect(races([]).leftOut).toEqual({
      suppressed: 0,
      known: 0,
      foreign: 1,
      foreignCode: [name],
      dependencies: 0,
      packages: [],
      rare: 0,
      beyond: 0,
    });
  });

  it('of an object of another compiler run is folded, too, and --foreign shows it', async () => {
    compile('gcc', ...COPYING, '-g', '-c', 'store.c');
    await program('./store.o');
    expect(run([]).stdout).toContain('(store.c): --foreign shows it');
    const { findings, leftOut, status } = races(['--foreign']);
    expect(findings).toHaveLength(1);
    expect(findings[0].first.stack[0]).toMatchObject({ function: 'store', foreign: true });
    expect(leftOut.foreign).toBe(0);
    expect(status).toBe(1);
    const { stdout } = run([], ['--foreign']);
    expect(stdout.split(MARK)).toHaveLength(3);
    expect(stdout).not.toContain(FOLDED);
  });

  it('is not part of a baseline unless asked for, and diff says what it left out', async () => {
    compile('gcc', ...COPYING, '-shared', '-fPIC', 'store.c', '-o', 'libstore.so');
    await program('./libstore.so');
    foretrace(['record', '-o', 'run.ftrace', '--', './program'], { cwd });
    const { stdout, stderr } = foretrace(['diff', 'run.ftrace', 'run.ftrace'], { cwd });
    expect(stdout).toBe('0 new, 0 gone, 0 still there\n');
    expect(stderr).toContain(FOLDED);
    expect(foretrace(['diff', 'run.ftrace', 'run.ftrace', '--foreign'], { cwd }).stdout).toMatch(
      /^0 new, 0 gone, 1 still there$/m,
    );
    expect(JSON.parse(foretrace(['baseline', 'run.ftrace'], { cwd }).stdout).findings).toEqual([]);
    expect(JSON.parse(foretrace(['baseline', 'run.ftrace', '--foreign'], { cwd }).stdout).findings).toHaveLength(1);
  });
});

describe('shown is a race', () => {
  it.each(sample(['-g', '-g0'], 2))(
    'with one place in a library that was compiled with %s, and the place is marked',
    async (debug) => {
      compile('gcc', ...COPYING, debug, '-shared', '-fPIC', 'store.c', '-o', 'libstore.so');
      await program('./libstore.so');
      const { stdout, status } = run(['writes']);
      expect(stdout.split(MARK)).toHaveLength(2);
      expect(stdout).toMatch(/^1 race · .*\n$/m);
      expect(status).toBe(1);
      expect(races([], ['writes']).leftOut.foreign).toBe(0);
    },
  );

  it('of code that foretrace cc compiled, wherever it is', async () => {
    await build('c', ['-O1', '-fPIC', '-shared', 'store.c', '-o', 'libstore.so'], cwd);
    await program('./libstore.so');
    const { stdout, status } = run([]);
    expect(stdout).not.toContain(MARK);
    expect(status).toBe(1);
  });
});

const REGEX = `#include <regex>
  #include <thread>
  static void work() { std::regex pattern("[a-z]+([0-9]+)"); }
  int main() { std::thread a(work), b(work); a.join(); b.join(); }`;
/** Both write what they made narrow to one buffer, which is the program's. */
const BUFFER = `#include <locale>
  #include <thread>
  static volatile int length = 40;
  static char wide[64], narrow[64];
  static void work() { std::use_facet<std::ctype<char>>(std::locale::classic()).narrow(wide, wide + length, '?', narrow); }
  int main() { work(); std::thread a(work), b(work); a.join(); b.join(); }`;

describe('a race of the C++ library itself', () => {
  async function compiled(source: string, compiler: string, level: string): Promise<void> {
    writeFileSync(join(cwd, 'main.cpp'), source);
    await build('c++', [level, '-pthread', 'main.cpp', '-o', 'program'], cwd, { CXX: compiler });
  }

  const compilers = sample(['g++ -O0', 'g++ -O2', 'clang++ -O0', 'clang++ -O2'], 2).map(
    (words) => words.split(' ') as [string, string],
  );

  it.for(compilers)('is suppressed, counted and listed: %s %s', async ([compiler, level], context) => {
    if (compiler === 'clang++') needs('clang', context);
    await compiled(REGEX, compiler, level);
    const { stdout, stderr, status } = run([], ['--list-suppressed']);
    expect(stdout).toMatch(/^no race or deadlock, \d suppressed · /m);
    expect(stderr).toMatch(/^foretrace: suppressed: .*built in, ctype-narrow: .*show_bug\.cgi\?id=77704\)$/m);
    expect(stderr).not.toContain('no finding fits');
    expect(status).toBe(0);
    expect(run([], ['--builtin-suppressions', 'off']).status).toBe(1);
  });

  it('is none on memory of the program, by whatever function of the library', async () => {
    await compiled(BUFFER, 'g++', '-O1');
    const { stdout, status } = run([]);
    expect(stdout).toMatch(/^race {2}narrow/m);
    expect(stdout).not.toContain('suppressed');
    expect(status).toBe(1);
  });
});
