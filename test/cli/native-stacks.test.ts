// Call stacks of recorded C and C++ programs: the same functions at every level of optimisation and with both compilers, whether they were
// expanded in place or called, and what ThreadSanitizer tells of the same program.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Needed, needs } from '../needs.ts';
import { all } from '../runs.ts';
import { folder, foretrace } from './run.ts';

interface Frame {
  readonly function?: string;
  readonly location: string;
  readonly library?: string;
}
interface Access {
  readonly thread: string;
  readonly stack: readonly Frame[];
  readonly taken: readonly { readonly stack: readonly Frame[] }[];
}
interface Finding {
  readonly variable: string;
  readonly first: Access;
  readonly second: Access;
  readonly forks: readonly { readonly stack: readonly Frame[] }[];
}

/** Own functions, innermost first. */
const own = (stack: readonly Frame[]): string =>
  stack
    .filter(({ library }) => library === undefined)
    .map((frame) => frame.function ?? frame.location)
    .join(' < ');

/** The compiler is that of the flags: `clang -O2`. */
function findings(source: string, build: string, cpp = false): readonly Finding[] {
  const cwd = folder();
  const [compiler, ...flags] = build.split(' ');
  const name = cpp ? 'stacks.cpp' : 'stacks.c';
  writeFileSync(join(cwd, name), source);
  const env = { [cpp ? 'FORETRACE_CXX' : 'FORETRACE_CC']: compiler! };
  const built = foretrace([cpp ? 'c++' : 'cc', '-g', ...flags, '-pthread', name, '-o', 'stacks'], { cwd, env });
  expect(built.stderr).toBe('');
  const { stdout } = foretrace(['run', '--group', 'none', '--format', 'json', './stacks'], { cwd });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

/** By variable: who called the access of T1. */
function stacks(all: readonly Finding[]): Record<string, string> {
  return Object.fromEntries(
    all.map(({ variable, first, second }) => [variable, own((first.thread === 'T1' ? first : second).stack)]).sort(),
  );
}

/** Each of the variables is accessed once by either thread; the comment is the stack of T1. */
const C = `#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#define FAR __attribute__((noinline))
#ifndef DEEP
#define DEEP 70000
#endif
int called; // touch < calls < first
int recursive; // touch < down < down < down < recurses < first
int sorted; // touch < compare < sorts < first
int jumped; // touch < large < jumps < first
int handled; // touch < handler < raises < first
int escaped; // touch < large < escapes < first
int once; // touch < initialise < only_once < first
int expanded; // inner < middle < outer < first
int sized; // touch < takes < first
int after; // touch < large < first
int deep_down; // touch
int deep_up; // touch < large < first
int ended; // touch < destroyed
FAR static void touch(int *p) { (*p)++; }
static volatile int zero;
/* Its frame reaches below those of small functions. */
FAR static void large(int *p) { volatile char room[4096]; room[zero] = 0; touch(p); room[zero] = 1; }
FAR static void calls(void) { touch(&called); }
FAR static void down(int n) { if (n) down(n - 1); else touch(&recursive); }
FAR static void recurses(void) { down(2); }
FAR static int compare(const void *a, const void *b) { if (!zero++) touch(&sorted); return *(const int *)a - *(const int *)b; }
FAR static void sorts(void) { int all[2] = {2, 1}; qsort(all, 2, sizeof *all, compare); zero = 0; }
static jmp_buf back;
FAR static void leaves(void) { longjmp(back, 1); }
FAR static void jumps(void) { if (!setjmp(back)) leaves(); large(&jumped); }
FAR static void handler(int number) { (void)number; touch(&handled); }
FAR static void raises(void) { raise(SIGUSR1); }
static sigjmp_buf out;
FAR static void escape(int number) { (void)number; siglongjmp(out, 1); }
FAR static void interrupted(void) { raise(SIGUSR2); }
FAR static void escapes(void) { if (!sigsetjmp(out, 1)) interrupted(); large(&escaped); }
static pthread_once_t control = PTHREAD_ONCE_INIT;
FAR static void initialise(void) { touch(&once); }
FAR static void only_once(void) { pthread_once(&control, initialise); }
static inline void inner(int *p) { (*p)++; }
static inline void middle(int *p) { inner(p); }
static inline void outer(int *p) { middle(p); }
FAR static void takes(int n) { volatile char room[n]; memset((char *)room, 0, n); touch(&sized); }
FAR static void deeper(int n) { if (n) { deeper(n - 1); zero = 0; } else touch(&deep_down); }
static pthread_key_t key;
FAR static void destroyed(void *unused) { volatile char room[8192]; (void)unused; room[zero] = 0; touch(&ended); room[zero] = 1; }
FAR static void ends(void) { pthread_exit(0); }
static void *first(void *unused) {
  static char stack[1 << 16];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = escape, .sa_flags = SA_ONSTACK};
  (void)unused;
  sigaltstack(&own, 0);
  sigaction(SIGUSR2, &action, 0);
  signal(SIGUSR1, handler);
  calls();
  recurses();
  sorts();
  jumps();
  raises();
  escapes();
  only_once();
  outer(&expanded);
  takes(100);
  large(&after);
  deeper(DEEP);
  large(&deep_up);
  pthread_setspecific(key, &key);
  ends();
  return 0;
}
static void *second(void *unused) {
  int *all[] = {&called, &recursive, &sorted, &jumped, &handled, &escaped, &once, &expanded, &sized, &after, &deep_down, &deep_up, &ended};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) (*all[i])++;
  return unused;
}
int main(void) {
  pthread_attr_t large_stack;
  pthread_t threads[2];
  pthread_key_create(&key, destroyed);
  pthread_attr_init(&large_stack);
  pthread_attr_setstacksize(&large_stack, 64 << 20);
  pthread_create(threads, &large_stack, first, 0);
  pthread_create(threads + 1, 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
`;

const CPP = `#include <algorithm>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>
#define FAR __attribute__((noinline))
int thrown; // touch < large < catches < first
int rethrown; // touch < cleans::~cleans < passes < catches_again < first
int of_template; // touch < holder::add < templates < first
int of_lambda; // touch < lambdas::lambda::operator() < lambdas < first
int of_function; // touch < functions::lambda::operator() < hands < functions < first
FAR static void touch(int *p) { (*p)++; }
static volatile int zero;
FAR static void large(int *p) { volatile char room[4096]; room[zero] = 0; touch(p); room[zero] = 1; }
FAR static void throws() { throw std::runtime_error("out"); }
FAR static void between() { throws(); zero = 0; }
FAR static void catches() { try { between(); } catch (const std::exception &) { large(&thrown); } }
struct cleans { FAR ~cleans() { touch(&rethrown); } };
FAR static void passes() { cleans on_the_way; throws(); }
FAR static void catches_again() { try { passes(); } catch (...) { } }
template <class T> struct holder { FAR void add(int *p) { touch(p); } };
FAR static void templates() { holder<int>().add(&of_template); }
FAR static void lambdas() { auto add = [](int *p) FAR { touch(p); }; add(&of_lambda); }
FAR static void hands(const std::function<void()> &f) { f(); zero = 0; }
FAR static void functions() { hands([] { touch(&of_function); }); }
static void first() { catches(); catches_again(); templates(); lambdas(); functions(); }
static void second() { for (int *p : {&thrown, &rethrown, &of_template, &of_lambda, &of_function}) (*p)++; }
int main() { std::thread a(first), b(second); a.join(); b.join(); }
`;

/** What the comments say. */
function expected(source: string): Record<string, string> {
  const lines = source.matchAll(/^int (\w+); \/\/ (.*)$/gm);
  return Object.fromEntries([...lines].map(([, variable, stack]) => [variable!, stack!]).sort());
}

const compilerOf = (build: string): Needed => (build.startsWith('clang') ? 'clang' : build.startsWith('g++') ? 'c++' : 'gcc');

describe('who called', () => {
  const inC = ['gcc -O0', 'gcc -O2', 'clang -O2'];
  const moreInC = [
    'gcc -O1',
    'gcc -O3',
    'clang -O0',
    'clang -O1',
    'clang -O3',
    'gcc -O2 -flto',
    'gcc -O2 -fno-omit-frame-pointer',
  ];
  test.for(all ? [...inC, ...moreInC] : inC)('in C, %s', (build, { skip }) => {
    needs(compilerOf(build), { skip });
    expect(stacks(findings(C, build))).toEqual(expected(C));
  });

  const inCpp = ['g++ -O2', 'clang++ -O1'];
  const moreInCpp = ['g++ -O0', 'g++ -O1', 'g++ -O3', 'clang++ -O0', 'clang++ -O3'];
  test.for(all ? [...inCpp, ...moreInCpp] : inCpp)('in C++, %s', (build, { skip }) => {
    needs(compilerOf(build), { skip });
    expect(stacks(findings(CPP, build, true))).toEqual(expected(CPP));
  });

  test('is what ThreadSanitizer says, but for what runs at the end of a thread', (context) => {
    needs('gcc', context);
    const { ended: _, ...ours } = stacks(findings(C, 'gcc -O2 -DDEEP=7'));
    const { ended, ...theirs } = sanitized(C, 'gcc -O2 -DDEEP=7', context);
    expect(theirs).toEqual(ours);
    expect(ended).toContain('destroyed');
  });
});

/** The same by ThreadSanitizer, which is left out where it does not run. */
function sanitized(source: string, build: string, context: { skip: (note: string) => void }): Record<string, string> {
  const cwd = folder();
  const [compiler, ...flags] = build.split(' ');
  writeFileSync(join(cwd, 'stacks.c'), source);
  const built = spawnSync(compiler!, ['-g', ...flags, '-fsanitize=thread', '-pthread', 'stacks.c', '-o', 'stacks'], { cwd });
  const options = { cwd, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' } as const;
  const run = spawnSync('setarch', ['-R', './stacks'], {
    ...options,
    env: { ...process.env, TSAN_OPTIONS: 'exitcode=66 atexit_sleep_ms=0' },
  });
  if (built.status !== 0 || run.status !== 66) context.skip('ThreadSanitizer does not run here');
  const reports = run.stderr.split('WARNING: ThreadSanitizer: ').slice(1);
  return Object.fromEntries(
    reports.map((report) => {
      const [, variable] = /Location is global '(\w+)'/.exec(report)!;
      const [, frames] = /of size \d+ at \S+ by thread T1:\n((?: +#.*\n)+)/.exec(report)!;
      const names = [...frames!.matchAll(/#\d+ (\w+) \S*stacks\.c:/g)].map(([, name]) => name);
      return [variable!, names.join(' < ')];
    }),
  );
}

/** A thread and a lock from two functions deep, in a process that was made by fork. */
const FORKED = `#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define FAR __attribute__((noinline))
int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
FAR static void enter(void) { pthread_mutex_lock(&lock); }
FAR static void careful(void) { enter(); shared++; pthread_mutex_unlock(&lock); }
static void *one(void *unused) { careful(); return unused; }
static void *two(void *unused) { shared++; return unused; }
FAR static void make(pthread_t *thread, void *(*run)(void *)) { pthread_create(thread, 0, run, 0); }
FAR static void makes(void) {
  pthread_t threads[2];
  make(threads, one);
  make(threads + 1, two);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
/* The parent has contexts of its own in its log. */
FAR static void allocates(void) { free(malloc(10)); }
FAR static void child(void) { allocates(); if (!fork()) { makes(); _exit(0); } wait(0); }
int main(int count, char **words) { if (count > 1 && *words) child(); else makes(); }
`;

describe('beside the accesses', () => {
  test.for(['./stacks', './stacks x'])('threads and locks are told with their callers: %s', (command, { skip }) => {
    needs('gcc', { skip });
    const cwd = folder();
    writeFileSync(join(cwd, 'stacks.c'), FORKED);
    foretrace(['cc', '-g', '-O2', '-pthread', 'stacks.c', '-o', 'stacks'], { cwd });
    const { stdout } = foretrace(['run', '--format', 'json', ...command.split(' ')], { cwd });
    const [finding] = (JSON.parse(stdout) as { findings: Finding[] }).findings;
    const around = command === './stacks' ? 'makes < main' : 'makes < child < main';
    expect(finding!.forks.map(({ stack }) => own(stack))).toEqual([`make < ${around}`, `make < ${around}`]);
    const careful = [finding!.first, finding!.second].find(({ taken }) => taken.length > 0);
    expect(careful!.taken.map(({ stack }) => own(stack))).toEqual(['enter < careful < one']);
  });

  test('they are not recorded with --record-stacks none', (context) => {
    needs('gcc', context);
    const cwd = folder();
    writeFileSync(join(cwd, 'stacks.c'), FORKED);
    foretrace(['cc', '-g', '-O2', '-pthread', 'stacks.c', '-o', 'stacks'], { cwd });
    const { stdout } = foretrace(['run', '--record-stacks', 'none', '--format', 'json', './stacks'], { cwd });
    const [finding] = (JSON.parse(stdout) as { findings: Finding[] }).findings;
    expect(finding!.forks.map(({ stack }) => own(stack))).toEqual(['make', 'make']);
  });
});
