// Variables of recorded C and C++ programs have the names that a programmer would say, at every level of optimisation the same, and never
// a name that is not certain.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../src/record/c/toolchain.ts';
import { needs } from '../needs.ts';
import { build } from '../record-native/recording.ts';
import { all, long } from '../runs.ts';
import { folder, foretrace } from './run.ts';

/** By variable: the fingerprint. */
type Races = ReadonlyMap<string, string>;

/** The variables of a program in one of the languages, built with these options by the compiler that the environment names. */
async function races(
  source: string,
  language: Language,
  flags: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Races> {
  const cwd = folder();
  const name = language === 'c' ? 'names.c' : 'names.cpp';
  writeFileSync(join(cwd, name), source);
  await build(language, [...flags.split(' '), '-pthread', name, '-o', 'names'], cwd, env);
  const { stdout } = foretrace(['run', '--group', 'none', '--format', 'json', './names'], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: { variable: string; fingerprint: string }[] };
  return new Map(findings.map(({ variable, fingerprint }) => [variable, fingerprint]));
}

/** Two threads do all of it without a lock. A line with a comment is one race, and the comment is its variable. */
const C = `#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
struct point { int x, y; };
struct item { struct item *next; long flags; struct point at[3]; union { int number; float share; } value; };
typedef struct { long balance; unsigned open : 1, frozen : 1; } account;
struct text { int length; char bytes[]; };
static struct { int hits, misses; struct point last; } stats;
static struct item table[8];
static int grid[4][5];
static _Thread_local int errors[2];
static int *their_errors;
static account first_account;
static struct point *corner_of_main;
static int *numbers_of_start;
struct item *one, *many;
account *acc;
struct text *text;
struct item **all;
int *raw, *mapped, *odd, *numbers;
struct point *aligned, *page;
char *copy, *begin;
static void *work(void *argument) {
  stats.misses++; // stats.misses
  stats.last.y++; // stats.last.y
  table[5].at[2].x++; // table[5].at[2].x
  table[6].value.number++; // table[6].value
  grid[2][3]++; // grid[2][3]
  first_account.balance++; // first_account.balance
  *their_errors += 1; // errors[1] of main
  corner_of_main->y++; // main: corner.y
  numbers_of_start[2]++; // start: local[2]
  one->flags++; // struct item.flags (names.c:OF one)
  many[3].next = one; // struct item[3].next (names.c:OF many)
  acc->balance++; // account.balance (names.c:OF acc)
  text->bytes[4]++; // struct text.bytes[4] (names.c:OF text)
  all[2] = one; // struct item *[2] (names.c:OF all)
  numbers[9]++; // int[9] (names.c:OF numbers)
  raw[7]++; // names.c:OF raw malloc(100)[28..32)
  mapped[3]++; // names.c:OF mapped mmap(4096)[12..16)
  odd[1]++; // names.c:OF odd realloc(90)[4..8)
  aligned->x++; // struct point.x (names.c:OF failed)
  page[2].y++; // struct point[2].y (names.c:OF page)
  copy[1]++; // names.c:OF copy strdup(6)[1..2)
  begin[0]++; // names.c:OF begin strdup(3)[0..1)
  return argument;
}
__attribute__((noinline)) static void start(void) {
  pthread_t threads[2];
  int local[3] = {0};
  numbers_of_start = local;
  for (int i = 0; i < 2; i++) pthread_create(threads + i, 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
int main(void) {
  struct point corner = {0, 0};
  corner_of_main = &corner;
  one = malloc(sizeof(struct item));
  many = calloc(5, sizeof *many);
  acc = malloc(sizeof(account));
  text = malloc(sizeof(struct text) + 10);
  all = calloc(4, sizeof(struct item *));
  numbers = malloc(10 * sizeof(int));
  raw = malloc(100);
  mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *small = malloc(10);
  odd = realloc(small, 90);
  int failed = posix_memalign((void **)&aligned, 64, sizeof *aligned);
  page = mmap(0, 4 * sizeof(struct point), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  copy = strdup("hello");
  begin = strndup("hello", 2);
  their_errors = errors + 1;
  start();
  return corner.x + failed;
}
`;

const CPP = `#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
namespace shop {
struct item { int id; long flags; char name[8]; };
struct base { int kind; };
struct special : base { int price; std::mutex lock; };
struct owner { ~owner() {} int age; long wealth; };
static int opened;
}
struct Pool { static int total; std::vector<shop::item> items; };
int Pool::total;
static Pool pool;
template <class T> struct Box { T value; T *kept; };
int main() {
  auto one = new shop::item();
  auto many = new shop::item[4];
  auto special = new shop::special();
  auto owners = new shop::owner[3];
  auto box = new Box<long>();
  auto unique = std::make_unique<shop::item>();
  std::vector<shop::item> items(3);
  auto numbers = new int[6];
  auto shared = std::make_shared<shop::item>();
  auto pointers = new shop::item *[4];
  std::list<shop::item> list(2);
  std::map<int, shop::item> map;
  shop::item &mapped = map[3];
  std::vector<int> grown;
  for (int i = 0; i < 9; i++)
    grown.push_back(i);
  struct alignas(64) padded { int first, second; };
  auto far = new padded();
  shop::item local{};
  auto work = [&] {
    one->flags++; // shop::item.flags (names.cpp:OF one)
    many[2].name[3]++; // shop::item[2].name[3] (names.cpp:OF many)
    special->kind++; // shop::special.kind (names.cpp:OF special)
    special->price++; // shop::special.price (names.cpp:OF special)
    owners[1].wealth++; // shop::owner[1].wealth (names.cpp:OF owners)
    box->value++; // Box.value (names.cpp:OF box)
    unique->id++; // shop::item.id (names.cpp:OF unique)
    items[1].flags++; // shop::item[1].flags (names.cpp:OF items)
    numbers[4]++; // int[4] (names.cpp:OF numbers)
    shared->flags++; // shop::item.flags (names.cpp:OF shared)
    pointers[2] = one; // shop::item *[2] (names.cpp:OF pointers)
    list.front().id++; // shop::item.id (names.cpp:OF list)
    mapped.flags++; // std::pair.second.flags (names.cpp:OF mapped)
    grown[8]++; // int[8] (names.cpp:OF grown)
    far->second++; // main::padded.second (names.cpp:OF far)
    local.flags++; // main: local.flags
    pool.total++; // Pool::total
    shop::opened++; // shop::opened
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
}
`;

/** The variables that the comments of a program name: `OF one` is the line that allocates `one`. */
function named(source: string): string[] {
  const lines = source.split('\n');
  const lineOf = (name: string) =>
    lines.findIndex((line) => new RegExp(`\\b${name} = |> ${name}\\(|${name}\\.push_back`).test(line)) + 1;
  return lines.flatMap((line) => /; \/\/ (.+)$/.exec(line)?.[1]?.replace(/:OF (\w+)/, (_, name) => `:${lineOf(name)}`) ?? []);
}

/** clang often does not say where on the stack a variable is. */
const beyondStacks = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !/^(?:stack|frame) of |^\w+: /.test(name));

describe('C', () => {
  const expected = named(C).sort();
  const flags = all ? ['-O0', '-O1', '-O2', '-O3', '-O2 -gdwarf-4', '-O2 -flto'] : ['-O0', '-O2'];

  test('names fields, elements and blocks, and one race keeps its fingerprint at every level', async (context) => {
    needs('c', context);
    expect(expected).toHaveLength(22);
    const [first, ...others] = await Promise.all(flags.map((level) => races(C, 'c', level)));
    for (const found of [first!, ...others]) expect([...found.keys()].sort()).toEqual(expected);
    for (const found of others) expect(found).toEqual(first);
  });

  test.runIf(long)('by clang', async (context) => {
    needs('clang', context);
    for (const level of ['-O0', '-O2', '-O1 -gdwarf-4'])
      expect(beyondStacks((await races(C, 'c', level, { FORETRACE_CC: 'clang' })).keys()).sort()).toEqual(beyondStacks(expected));
  });
});

describe('C++', () => {
  const expected = named(CPP).sort();

  test('names members, bases, containers and templates', async (context) => {
    needs('c++', context);
    const levels = all ? ['-O0', '-O1', '-O2', '-O3'] : ['-O2'];
    const [first, ...others] = await Promise.all(levels.map((level) => races(CPP, 'c++', level)));
    for (const found of [first!, ...others]) expect([...found.keys()].sort()).toEqual(expected);
    for (const found of others) expect([...found.values()].sort()).toEqual([...first!.values()].sort());
  });

  test.runIf(long)('by clang', async (context) => {
    needs('clang', context);
    for (const level of ['-O0', '-O2'])
      expect(beyondStacks((await races(CPP, 'c++', level, { FORETRACE_CXX: 'clang++' })).keys()).sort()).toEqual(
        beyondStacks(expected),
      );
  });
});

test('code and variables of a library that was unloaded are its own, also if another is at its place now', async (context) => {
  needs('c', context);
  const cwd = folder();
  for (const name of ['first', 'second']) {
    writeFileSync(
      join(cwd, `${name}.c`),
      `struct { int runs, hits; } ${name}_counts;\nstatic void ${name}(void) { ${name}_counts.hits++; }\nvoid *work(void *p) { ${name}(); return p; }\n`,
    );
    await build('c', ['-O0', '-fPIC', '-shared', `${name}.c`, '-o', `${name}.so`], cwd);
  }
  writeFileSync(
    join(cwd, 'names.c'),
    `#include <dlfcn.h>
#include <pthread.h>
static void run(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  void *(*work)(void *) = (void *(*)(void *))dlsym(library, "work");
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(threads + i, 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  dlclose(library);
}
int main(void) {
  run("./first.so");
  run("./second.so");
  run("./first.so");
}
`,
  );
  await build('c', ['-pthread', 'names.c', '-o', 'names'], cwd);
  const { stdout } = foretrace(['run', '--group', 'none', './names'], { cwd });
  const of = (name: string) =>
    new RegExp(
      `^race {2}${name}_counts\\.hits [\\s\\S]*?${name}\\.c:2:\\d+ \\(${name}\\)[\\s\\S]*?${name}\\.c:2:\\d+ \\(${name}\\)`,
      'm',
    );
  expect(stdout).toMatch(of('first'));
  expect(stdout).toMatch(of('second'));
  expect(stdout.match(/^race /gm)).toHaveLength(2);
});

/** Blocks of one size at one address, from different sites; the third is never shared. `same` counts how often the address was the same. */
const REUSED = `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define FAR __attribute__((noinline))
struct apple { long weight, price; char rest[1000]; };
struct pear { int size, colour; long price; char rest[1000]; };
static void *work(void *p) { ((long *)p)[1]++; return p; }
FAR static void *apple(void) {
  struct apple *fruit = malloc(sizeof *fruit);
  return fruit;
}
FAR static void *pear(void) {
  struct pear *fruit = malloc(sizeof *fruit);
  fruit->size = 2;
  return fruit;
}
FAR static void *nothing(void) {
  long *bytes = malloc(sizeof(struct apple));
  bytes[1] = 1;
  return bytes;
}
FAR static void shared(void *p) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(threads + i, 0, work, p);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
int main(void) {
  void *before = 0;
  int same = 0;
  for (int i = 0; i < 6; i++) {
    void *p = i % 3 == 0 ? apple() : i % 3 == 1 ? nothing() : pear();
    same += p == before;
    if (i % 3 != 1) shared(p);
    before = p;
    free(p);
  }
  printf("same %d\\n", same);
}
`;

test.for(all ? ['-O0', '-O2'] : ['-O2'])(
  'memory that is allocated again is told by who had it at the time: %s',
  async (level, context) => {
    needs('c', context);
    const cwd = folder();
    writeFileSync(join(cwd, 'names.c'), REUSED);
    await build('c', [level, '-pthread', 'names.c', '-o', 'names'], cwd);
    const { stdout } = foretrace(['run', '--format', 'json', '--output', 'r.json', '--group', 'none', './names'], { cwd });
    expect(stdout).toMatch(/same [3-5]/);
    const { findings } = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as {
      findings: { variable: string; allocation: { stack: { function: string }[] } }[];
    };
    expect(
      findings.map(({ variable, allocation }) => [variable, allocation.stack.map((frame) => frame.function)]).sort(),
    ).toEqual([
      ['struct apple.price (names.c:9)', ['apple', 'main']],
      ['struct pear.price (names.c:13)', ['pear', 'main']],
    ]);
  },
);

/** Functions that make no thread lend variables of theirs to one by a queue. */
const LENT = `#include <pthread.h>
#include <string.h>
#define FAR __attribute__((noinline))
struct job { struct job *next; int done; long result[4]; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct job *queue;
static int stopped, finished;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  for (;;) {
    while (!queue && !stopped) pthread_cond_wait(&c, &m);
    struct job *job = queue;
    if (!job) break;
    queue = job->next;
    pthread_mutex_unlock(&m);
    job->result[2]++;
    pthread_mutex_lock(&m);
    finished++;
    pthread_cond_broadcast(&c);
  }
  pthread_mutex_unlock(&m);
  return p;
}
FAR static void push(struct job *job) {
  pthread_mutex_lock(&m);
  job->next = queue;
  queue = job;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
}
FAR static void wait_for(int n) {
  pthread_mutex_lock(&m);
  while (finished < n) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}
FAR static void lend(int depth, struct job *job) {
  char room[50];
  memset(room, depth, sizeof room);
  if (depth > 0) {
    lend(depth - 1, job);
    return;
  }
  push(job);
  job->result[2] += room[3];
}
FAR static void deep(void) {
  struct job lent = {0};
  lend(3, &lent);
  wait_for(1);
}
FAR static void sized(int n, int until) {
  char room[n];
  struct job last = {0};
  memset(room, 0, n);
  push(&last);
  last.result[2] += room[0];
  wait_for(until);
}
FAR static void *count(void *p) {
  (*(int *)p)++;
  return p;
}
FAR static void make(pthread_t *thread, int *counter) {
  pthread_create(thread, 0, count, counter);
  ++*counter;
}
FAR static void above(void) {
  int counter = 0;
  pthread_t thread;
  make(&thread, &counter);
  pthread_join(thread, 0);
}
FAR static void grows(int n) {
  for (int i = 1; i < 4; i++) {
    volatile char *room = __builtin_alloca(64 * i * n);
    room[0] = 1;
    above();
  }
}
FAR static void parts(int n) {
  char room[30];
  memset(room, n, sizeof room);
  if (PART == 1) deep();
  if (PART == 2) sized(100 * n, 1);
  if (PART == 3) above();
  if (PART == 4) {
    above();
    deep();
    sized(100 * n, 2);
  }
  if (PART == 5) grows(n);
}
int main(int n, char **arguments) {
  (void)arguments;
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  parts(n);
  pthread_mutex_lock(&m);
  stopped = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
}
`;

/** What another function or nobody has is never said: only names of these, and for memory that several had, all of them. */
const LENDERS = ['deep: lent.result[2]', 'sized: last.result[2]', 'above: counter'];

describe('variables of functions that make no thread', () => {
  const builds = ['gcc -O2', ...(all ? ['gcc -O0', 'gcc -O1', 'gcc -O3', 'clang -O0', 'clang -O1', 'clang -O2'] : [])];
  for (const build of builds) {
    const [compiler, level] = build.split(' ') as [string, string];
    const found = async (part: number) => [
      ...(await races(LENT, 'c', `${level} -DPART=${part}`, { FORETRACE_CC: compiler })).keys(),
    ];

    test(`each by itself: ${build}`, async (context) => {
      needs(compiler === 'gcc' ? 'c' : 'clang', context);
      const told = (await Promise.all([1, 2, 3].map(found))).flat();
      // clang does not always say where a variable is, nor record what it does with one.
      if (compiler === 'gcc') expect(told.sort()).toEqual([...LENDERS].sort());
      else
        for (const name of told)
          expect(name).toMatch(
            /^(?:deep: lent\.result\[2\]|sized: last\.result\[2\]|above: counter|frame of (?:deep|sized|above)\[\d+\.\.\d+\))$/,
          );
    });

    test.runIf(all)(`where one call has several stack pointers: ${build}`, async (context) => {
      needs(compiler === 'gcc' ? 'c' : 'clang', context);
      expect(await found(5)).toEqual(['above: counter']);
    });

    test.runIf(all)(`one after the other: ${build}`, async (context) => {
      needs(compiler === 'gcc' ? 'c' : 'clang', context);
      for (const name of await found(4)) expect(name).toMatch(/\b(?:deep|sized|above)(?:: (?:lent|last|counter|thread)|\[\d)/);
    });
  }
});

test('JSON and SARIF say where a statement begins, the text only if it is not the first of its line', async (context) => {
  needs('c', context);
  const cwd = folder();
  writeFileSync(
    join(cwd, 'names.c'),
    `#include <pthread.h>
static int a, b;
static void *work(void *p) {
    a++; b++;
    return p;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(threads + i, 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
`,
  );
  await build('c', ['-O0', '-pthread', 'names.c', '-o', 'names'], cwd);
  expect(foretrace(['record', '-o', 't.ftrace', './names'], { cwd }).status).toBe(0);
  const analyzed = (format: string) => foretrace(['analyze', '--group', 'none', '--format', format, 't.ftrace'], { cwd }).stdout;
  const { findings } = JSON.parse(analyzed('json')) as {
    findings: { variable: string; first: { location: string; stack: { column?: number }[] } }[];
  };
  expect(findings.map(({ variable, first }) => [variable, first.location, first.stack[0]!.column]).sort()).toEqual([
    ['a', 'names.c:4 (work)', 5],
    ['b', 'names.c:4:10 (work)', 10],
  ]);
  const { runs } = JSON.parse(analyzed('sarif')) as {
    runs: { results: { locations: { physicalLocation: { region: object } }[] }[] }[];
  };
  const regions = runs[0]!.results.map(({ locations }) => JSON.stringify(locations[0]!.physicalLocation.region));
  expect(regions.sort()).toEqual(['{"startLine":4,"startColumn":10}', '{"startLine":4,"startColumn":5}']);
});
