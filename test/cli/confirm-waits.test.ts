// A thread that is held is let go when the others wait for what it would do next, in whatever call, and not when one of them merely sleeps.

import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { folder, foretrace } from './run.ts';

const PROGRAM = `#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
static int x, ends[2];
static char way;
static void *f(void *u) {
  x = 1;
  uint64_t one = 1;
  if (way != 's') (void)!write(ends[1], &one, sizeof one);
  return u;
}
static void *g(void *u) {
  uint64_t one;
  struct pollfd in = {ends[0], POLLIN, 0};
  if (way == 'q') poll(&in, 1, -1);
  if (way == 's') usleep(300000);
  else (void)!read(ends[0], &one, sizeof one);
  x = 2;
  return u;
}
int main(int n, char **args) {
  pthread_t a, b;
  way = args[n - 1][0];
  if (way == 'k') socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  else if (way == 'e') ends[0] = ends[1] = eventfd(0, 0);
  else (void)!pipe(ends);
  pthread_create(&a, 0, f, 0), pthread_create(&b, 0, g, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  return 0;
}
`;

/** Longer than any test. */
const LONG = 3_000_000;

test('a held thread is let go if others wait for what it would do', (context) => {
  needs('c', context);
  const cwd = folder();
  const run = (...args: string[]) => foretrace(args, { cwd });
  writeFileSync(join(cwd, 'package.json'), '{}');
  writeFileSync(join(cwd, 'p.c'), PROGRAM);
  expect(run('cc', '-g', '-O1', 'p.c', '-o', 'p')).toMatchObject({ status: 0 });
  expect(run('run', './p', 's')).toMatchObject({ status: 1 });
  expect(run('confirm').stderr).toMatch(/^R1 .*: confirmed/m);
  const recipe = readFileSync(join(cwd, 'R1.recipe'), 'utf8');
  writeFileSync(join(cwd, 'long.recipe'), recipe.replace(/^(hold|patience) \d+/gm, `$1 ${LONG}`));
  const replay = (way: string): number | null => run('replay', 'long.recipe', '--', './p', way).status;
  // Who sleeps for a time comes.
  expect(replay('s')).toBe(0);
  // A pipe, the same with poll, a pair of sockets, an eventfd.
  for (const way of ['p', 'q', 'k', 'e']) expect([way, replay(way)]).toEqual([way, 3]);
});

const LIBRARY = `static int shared;
void change(void) {
  shared++;
}
`;
const USER = `#include <pthread.h>
void change(void);
static void *f(void *u) {
  change();
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0), pthread_create(&b, 0, f, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  return 0;
}
`;

test('a place in a library is known again, whatever links lead to its file', (context) => {
  needs('c', context);
  const cwd = folder();
  const run = (...args: string[]) => foretrace(args, { cwd });
  writeFileSync(join(cwd, 'package.json'), '{}');
  writeFileSync(join(cwd, 'l.c'), LIBRARY);
  writeFileSync(join(cwd, 'p.c'), USER);
  expect(run('cc', '-g', '-O1', '-fPIC', '-shared', 'l.c', '-o', 'liblinked.so.1.2')).toMatchObject({ status: 0 });
  symlinkSync('liblinked.so.1.2', join(cwd, 'liblinked.so.1'));
  symlinkSync(join(cwd, 'liblinked.so.1'), join(cwd, 'liblinked.so'));
  const linked = ['-L.', '-llinked', '-Wl,-rpath,$ORIGIN'];
  expect(run('cc', '-g', '-O1', 'p.c', ...linked, '-o', 'p')).toMatchObject({ status: 0 });
  expect(run('run', './p')).toMatchObject({ status: 1 });
  expect(run('confirm').stderr).toMatch(/^R1 .*: confirmed/m);
});
