// What is called met is met: a recipe that shows a finding shows nothing when the program, at the same places, does what is none.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { folder, foretrace, type Outcome } from './run.ts';

const MET = 0;
const NOT_MET = 3;

/** Finds what the program does with `bad`, and has a recipe for it. */
function confirmed(source: string, bad: string, file = 'p.c'): (order: string, ...args: string[]) => Outcome {
  const cwd = folder();
  const run = (...args: string[]): Outcome => foretrace(args, { cwd });
  writeFileSync(join(cwd, 'package.json'), '{}');
  writeFileSync(join(cwd, file), source);
  const isC = file.endsWith('.c');
  const program = isC ? './p' : file;
  if (isC) expect(run('cc', '-g', '-O1', file, '-o', 'p')).toMatchObject({ status: 0 });
  expect(run('run', program, bad)).toMatchObject({ status: 1 });
  const { stderr } = run('confirm');
  const name = /^([RD]1) .*: confirmed/m.exec(stderr)?.[1];
  expect({ name, stderr }).toMatchObject({ name: expect.stringMatching(/^[RD]1$/) });
  const recipe = readFileSync(join(cwd, `${name}.recipe`), 'utf8');
  return (order, ...args) => {
    writeFileSync(join(cwd, 'ordered.recipe'), recipe.replace(/^order .*$/m, `order ${order}`));
    return run('replay', 'ordered.recipe', '--', program, ...args);
  };
}

test('readers of two locks never wait for each other', (context) => {
  needs('c', context);
  const replay = confirmed(
    `#include <pthread.h>
#include <unistd.h>
static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
static int (*volatile first)(pthread_rwlock_t *), (*volatile second)(pthread_rwlock_t *);
static void *f(void *u) { first(&a); second(&b); pthread_rwlock_unlock(&b); pthread_rwlock_unlock(&a); return u; }
static void *g(void *u) { usleep(20000); first(&b); second(&a); pthread_rwlock_unlock(&a); pthread_rwlock_unlock(&b); return u; }
int main(int n, char **args) {
  pthread_t t, s;
  alarm(30);
  first = args[n - 1][0] == 'w' ? pthread_rwlock_wrlock : pthread_rwlock_rdlock;
  second = args[n - 1][1] == 'w' ? pthread_rwlock_wrlock : pthread_rwlock_rdlock;
  pthread_create(&t, 0, f, 0), pthread_create(&s, 0, g, 0);
  pthread_join(t, 0), pthread_join(s, 0);
}
`,
    'rw',
  );
  expect(replay('first', 'rr').status).toBe(NOT_MET);
  // One who reads waits for one who writes.
  expect(replay('first', 'rw').status).not.toBe(NOT_MET);
  expect(replay('first', 'wr').status).not.toBe(NOT_MET);
});

test('an exchange that does not find what it expects writes nothing', (context) => {
  needs('c', context);
  const replay = confirmed(
    `#include <pthread.h>
#include <unistd.h>
static int x, seen, expected;
static void *f(void *u) {
  __atomic_compare_exchange_n(&x, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return u;
}
static void *g(void *u) { usleep(20000); seen = x; return u; }
int main(int n, char **args) {
  pthread_t t, s;
  expected = args[n - 1][0] == 'n';
  pthread_create(&t, 0, f, 0), pthread_create(&s, 0, g, 0);
  pthread_join(t, 0), pthread_join(s, 0);
}
`,
    'yes',
  );
  expect(replay('first', 'yes').status).toBe(MET);
  expect(replay('first', 'no').status).toBe(NOT_MET);
});

test('nor does one in Node.js', () => {
  const replay = confirmed(
    `import { isMainThread, Worker, workerData } from 'node:worker_threads';
const found = process.argv.at(-1) === 'yes' ? 0 : 1;
if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  for (const exchanges of [true, false]) new Worker(new URL(import.meta.url), { workerData: { memory, exchanges, found }, argv: process.argv.slice(2) });
} else {
  const words = new Int32Array(workerData.memory);
  if (workerData.exchanges) Atomics.compareExchange(words, 0, found, 1);
  else {
    Atomics.wait(words, 1, 0, 50);
    console.log(words[0]);
  }
}
`,
    'yes',
    'p.mjs',
  );
  expect(replay('first', 'yes').status).toBe(MET);
  expect(replay('first', 'no').status).toBe(NOT_MET);
});

test('a thread that jumps out of a handler stands nowhere', (context) => {
  needs('c', context);
  const replay = confirmed(
    `#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
static int x, seen;
static char way;
static sigjmp_buf out;
static void on(int s) {
  sigjmp_buf inner;
  if (way == 'j') siglongjmp(out, s);
  if (!sigsetjmp(inner, 1)) siglongjmp(inner, s);
}
static void *f(void *u) {
  if (!sigsetjmp(out, 1)) x = 1;
  usleep(100000);
  return u;
}
static void *idle(void *u) { usleep(3000000); return u; }
int main(int n, char **args) {
  pthread_t t, s;
  way = args[n - 1][0];
  signal(SIGUSR1, on);
  pthread_create(&s, 0, idle, 0);
  pthread_create(&t, 0, f, 0);
  usleep(200000);
  if (way != 'n') pthread_kill(t, SIGUSR1);
  usleep(50000);
  seen = x;
  _exit(0);
}
`,
    'no',
  );
  // A jump inside of the handler leaves it where it is.
  expect(replay('first', 'inside').status).toBe(MET);
  expect(replay('first', 'jumps').status).toBe(NOT_MET);
});

test('the second goes on when the first has done all of it', (context) => {
  needs('c', context);
  const replay = confirmed(
    `#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
enum { N = 200 << 20 };
static char x[N], way;
static void *f(void *u) { if (way == 'l') usleep(100000); memset(x, 1, N); return u; }
static void *g(void *u) { if (way != 'l') usleep(100000); printf("%d\\n", x[N - 1]); return u; }
int main(int n, char **args) {
  pthread_t t, s;
  way = args[n - 1][0];
  pthread_create(&t, 0, f, 0), pthread_create(&s, 0, g, 0);
  pthread_join(t, 0), pthread_join(s, 0);
}
`,
    'early',
  );
  // Which of the two is the first target the recipe says.
  const seen = (order: string): string[] => ['early', 'late'].map((way) => replay(order, way).stdout.trim());
  expect([seen('first'), seen('second')].map((both) => both.join()).sort()).toEqual(['0,0', '1,1']);
});
