// Variables of recorded C and C++ programs have the names that a programmer would say, at every level of optimisation the same, and never
// a name that is not certain.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { all, long } from '../runs.ts';
import { folder, foretrace } from './run.ts';

/** By variable: the fingerprint. */
type Races = ReadonlyMap<string, string>;

function races(source: string, language: 'c' | 'c++', flags: string, env: Readonly<Record<string, string>> = {}): Races {
  const cwd = folder();
  const name = language === 'c' ? 'names.c' : 'names.cpp';
  writeFileSync(join(cwd, name), source);
  const built = foretrace([language === 'c' ? 'cc' : 'c++', ...flags.split(' '), '-pthread', name, '-o', 'names'], { cwd, env });
  expect(built.stderr).toBe('');
  return reported(cwd);
}

function reported(cwd: string): Races {
  const { stdout } = foretrace(['run', '--group', 'none', '--format', 'json', './names'], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: { variable: string; fingerprint: string }[] };
  return new Map(findings.map(({ variable, fingerprint }) => [variable, fingerprint]));
}

/** Two threads do all of it without a lock. A line with a comment is one race, and the comment is its variable. */
const C = `#include <pthread.h>
#include <stdlib.h>
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
  their_errors = errors + 1;
  start();
  return corner.x;
}
`;

const CPP = `#include <memory>
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
  const lineOf = (name: string) => lines.findIndex((line) => new RegExp(`\\b${name}(?:\\(3\\))? = |> ${name}\\(`).test(line)) + 1;
  return lines.flatMap((line) => /; \/\/ (.+)$/.exec(line)?.[1]?.replace(/:OF (\w+)/, (_, name) => `:${lineOf(name)}`) ?? []);
}

/** The standard library's own code allocates; where it was not expanded in place, its line tells nothing of the program. */
const withoutPlaces = (names: Iterable<string>): string[] => [...names].map((name) => name.replace(/ \([^()]+\)$/, '')).sort();

/** clang often does not say where on the stack a variable is. */
const beyondStacks = (names: Iterable<string>): string[] => [...names].filter((name) => !/^stack of |^\w+: /.test(name));

describe('C', () => {
  const expected = named(C).sort();
  const flags = all ? ['-O0', '-O1', '-O2', '-O3', '-O2 -gdwarf-4', '-O2 -flto'] : ['-O0', '-O2'];

  test('names fields, elements and blocks, and one race keeps its fingerprint at every level', (context) => {
    needs('c', context);
    expect(expected).toHaveLength(18);
    const [first, ...others] = flags.map((level) => races(C, 'c', level));
    for (const found of [first!, ...others]) expect([...found.keys()].sort()).toEqual(expected);
    for (const found of others) expect(found).toEqual(first);
  });

  test.runIf(long)('by clang', (context) => {
    needs('clang', context);
    for (const level of ['-O0', '-O2', '-O1 -gdwarf-4'])
      expect(beyondStacks(races(C, 'c', level, { FORETRACE_CC: 'clang' }).keys()).sort()).toEqual(beyondStacks(expected));
  });
});

describe('C++', () => {
  const expected = withoutPlaces(named(CPP));

  test('names members, bases, containers and templates', (context) => {
    needs('c++', context);
    const [first, ...others] = (all ? ['-O0', '-O1', '-O2', '-O3'] : ['-O0', '-O2']).map((level) => races(CPP, 'c++', level));
    for (const found of [first!, ...others]) expect(withoutPlaces(found.keys())).toEqual(expected);
    for (const found of others) expect([...found.values()].sort()).toEqual([...first!.values()].sort());
  });

  test.runIf(long)('by clang', (context) => {
    needs('clang', context);
    for (const level of ['-O0', '-O2'])
      expect(beyondStacks(withoutPlaces(races(CPP, 'c++', level, { FORETRACE_CXX: 'clang++' }).keys()))).toEqual(
        beyondStacks(expected),
      );
  });
});

test('code and variables of a library that was unloaded are its own, also if another is at its place now', (context) => {
  needs('c', context);
  const cwd = folder();
  for (const name of ['first', 'second']) {
    writeFileSync(
      join(cwd, `${name}.c`),
      `struct { int runs, hits; } ${name}_counts;\nstatic void ${name}(void) { ${name}_counts.hits++; }\nvoid *work(void *p) { ${name}(); return p; }\n`,
    );
    expect(foretrace(['cc', '-O0', '-fPIC', '-shared', `${name}.c`, '-o', `${name}.so`], { cwd }).status).toBe(0);
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
  expect(foretrace(['cc', '-pthread', 'names.c', '-o', 'names'], { cwd }).status).toBe(0);
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
