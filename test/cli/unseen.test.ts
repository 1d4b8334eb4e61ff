// Code that was not compiled by foretrace: threads that run only there make the result partial, and no others do.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../needs.ts';
import { build } from '../record-native/recording.ts';
import { all, sample } from '../runs.ts';
import { folder, foretrace, type Outcome } from './run.ts';

/** Two threads that use a lock, the heap and functions of the C library, have a race, and then call back. */
const POOL = `#include <pthread.h>
  #include <stdio.h>
  #include <stdlib.h>
  #include <string.h>
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static char text[64];
  static int uses;
  static void *work(void *back) {
    char *own = calloc(1, 40);
    pthread_mutex_lock(&mutex);
    memcpy(text, own, 40);
    pthread_mutex_unlock(&mutex);
    printf("%d\\n", ++uses);
    free(own);
    if (back) ((void (*)(void))back)();
    return NULL;
  }
  void pool(void (*back)(void)) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, work, back);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  }`;
/** Threads of the program that touch nothing; then the pool, if there is a word, with a call back if it is `back`. */
const MAIN = `#include <pthread.h>
  #include <semaphore.h>
  #include <string.h>
  #include <threads.h>
  void pool(void (*)(void));
  static sem_t tokens;
  static void *post(void *p) { return sem_post(&tokens), p; }
  static int nothing(void *p) { return p != NULL; }
  static void back(void) { sem_post(&tokens); }
  int main(int count, char **words) {
    pthread_t t;
    thrd_t c;
    sem_init(&tokens, 0, 0);
    pthread_create(&t, NULL, post, NULL);
    thrd_create(&c, nothing, NULL);
    pthread_join(t, NULL);
    thrd_join(c, NULL);
    if (count > 1) pool(strcmp(words[1], "back") ? NULL : back);
  }`;

let cwd = '';
beforeEach((context) => {
  needs(['gcc', 'c++'], context);
  cwd = folder();
  writeFileSync(join(cwd, 'pool.c'), POOL);
  writeFileSync(join(cwd, 'main.c'), MAIN);
});

function compile(...args: string[]): void {
  const { status, stderr } = spawnSync(args[0]!, args.slice(1), { cwd, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

async function run(pool: string, ...words: string[]): Promise<Outcome> {
  await build('c', ['-O1', '-pthread', 'main.c', pool, '-Wl,-rpath,$ORIGIN', '-o', 'program'], cwd);
  return foretrace(['run', './program', ...words], { cwd });
}

function expectTold({ status, stderr }: Outcome, name: string): void {
  const told = `2 threads ran code that is not recorded (${name}): compile it with foretrace cc`;
  expect(stderr).toMatch(/^foretrace: note: process \d+ /m);
  expect(stderr).toContain(`): ${told}\n`);
  expect(stderr).toContain(`foretrace: partial: the recording is incomplete: ${told}\n`);
  expect(status).toBe(3);
}

function expectUntold({ status, stderr }: Outcome, verdict: 0 | 1): void {
  expect(stderr).not.toContain('not recorded');
  expect(status, stderr).toBe(verdict);
}

describe('threads of code that is not recorded', () => {
  it.each(sample(['-g', '-g0'], 2))('in a shared library, compiled with %s', async (debug) => {
    compile('gcc', '-O1', debug, '-shared', '-fPIC', 'pool.c', '-o', 'libpool.so', '-pthread');
    const outcome = await run('./libpool.so', 'pool');
    expectTold(outcome, debug === '-g' ? 'pool.c' : 'libpool.so');
    expect(outcome.stderr).not.toContain('what came before');
  });

  it('in an object of another compiler run', async () => {
    compile('gcc', '-O1', '-g', '-c', 'pool.c');
    expectTold(await run('./pool.o', 'pool'), 'pool.c');
  });

  it('in a shared library of clang', async (context) => {
    needs('clang', context);
    compile('clang', '-O1', '-g', '-shared', '-fPIC', 'pool.c', '-o', 'libpool.so', '-pthread');
    expectTold(await run('./libpool.so', 'pool'), 'libpool.so');
  });
});

describe('nothing is said of threads', () => {
  it('that touch nothing, if their code is recorded', async () => {
    compile('gcc', '-O1', '-g', '-c', 'pool.c');
    expectUntold(await run('./pool.o'), 0);
  });

  it.runIf(all)('that begin elsewhere and run code that is recorded', async () => {
    compile('gcc', '-O1', '-g', '-c', 'pool.c');
    expectUntold(await run('./pool.o', 'back'), 0);
  });

  it.each(sample(['-flto', '-gdwarf-4', '-O1', '-g0'], 4))('that run code compiled by foretrace cc %s', async (option) => {
    await build('c', ['-O1', option, '-fPIC', '-shared', 'pool.c', '-o', 'libpool.so'], cwd);
    expectUntold(await run('./libpool.so', 'pool'), 1);
  });

  it.runIf(all)('of C++ that do nothing', async () => {
    writeFileSync(join(cwd, 'main.cpp'), '#include <thread>\nint main() { std::thread([] {}).join(); }');
    await build('c++', ['-O1', 'main.cpp', '-o', 'program'], cwd);
    expectUntold(foretrace(['run', './program'], { cwd }), 0);
  });
});
