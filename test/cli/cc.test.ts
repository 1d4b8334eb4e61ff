// `foretrace cc`, `foretrace c++` and `foretrace doctor` as build systems and people call them. Slow ones run with FORETRACE_LONG=1.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { findCompiler } from '../../src/record/c/toolchain.ts';
import { needs } from '../needs.ts';
import { all, long } from '../runs.ts';
import { folder, foretrace, type Outcome, shell } from './run.ts';

const COUNTER = `#include <pthread.h>
int counter;
static void *count(void *p) { counter++; return p; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  counter++;
  pthread_join(thread, 0);
  return 0;
}
`;

function project(files: Readonly<Record<string, string>>): string {
  const cwd = folder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return cwd;
}

function run(cwd: string, program: string): Outcome {
  return foretrace(['run', program], { cwd });
}

describe('cc', () => {
  beforeEach((context) => needs('c', context));

  test('answers questions as the compiler does', () => {
    const real = findCompiler('c', process.env).command[0]!;
    for (const args of [['-dumpmachine'], ['--version'], ['-v'], []]) {
      const { status, stdout, stderr } = spawnSync(real, args, { encoding: 'utf8' });
      expect(foretrace(['cc', ...args]), args.join(' ')).toEqual({ status, stdout, stderr });
    }
  });

  test('has a help of its own, if that is all that is asked for', () => {
    const { status, stdout } = foretrace(['cc', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: foretrace cc ');
  });

  test('fails as the compiler does', () => {
    const cwd = project({ 'bad.c': 'int main(void) { return oops; }\n' });
    const { status, stdout, stderr } = foretrace(['cc', '-c', 'bad.c'], { cwd });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^bad\.c: In function .main.:\nbad\.c:1:/);
    expect(foretrace(['cc', 'bad.o', '-o', 'bad'], { cwd }).status).toBe(1);
  });

  test.runIf(all)('makes what it is asked to make', () => {
    const cwd = project({ 'a.c': COUNTER, 'a.h': 'int x;\n', args: '-c a.c -o from-file.o' });
    for (const line of [
      '-E a.c -o a.i',
      '-S a.c',
      '-c a.c',
      '-c -MMD -MF a.d a.c -o b.o',
      '-M a.c -o a.deps',
      '-fsyntax-only a.c',
      '@args',
      '-pthread a.o -o a',
      '-pthread a.c -o one-step',
      '-shared -fPIC a.c -o a.so',
      '-shared -fPIC -Wl,-z,defs a.c -o complete.so',
      '-r a.o -o c.o',
      '-x c-header a.h -o a.gch',
      '-Werror -pthread a.c -o strict',
    ])
      expect(foretrace(['cc', ...line.split(' ')], { cwd }), line).toEqual({ status: 0, stdout: '', stderr: '' });
    const input = 'int main(void) { return 7; }\n';
    expect(foretrace(['cc', '-x', 'c', '-', '-o', 'piped'], { cwd, input }).status).toBe(0);
    expect(spawnSync(join(cwd, 'piped')).status).toBe(7);
    for (const name of ['a.i', 'a.s', 'b.o', 'a.d', 'a.deps', 'from-file.o', 'one-step', 'complete.so', 'c.o', 'a.gch'])
      expect(existsSync(join(cwd, name)), name).toBe(true);
  });

  test.runIf(all)('passes the checks of a configure script', () => {
    const cwd = project({
      'conftest.c': 'int main(void) { return 0; }\n',
      'math.c': '#include <math.h>\nint main(int c, char **v) { return sin(c) > 2; }\n',
      'size.c': 'int check[sizeof(long) == 8 ? 1 : -1];\n',
    });
    const { stdout } = shell(
      `set -x; CC="foretrace cc"
      $CC conftest.c && ./a.out && echo works
      $CC -Werror -Wall -Wextra conftest.c && echo warnings
      $CC -Wno-such-warning -Werror=no-such-warning conftest.c 2>/dev/null || echo unknown option
      $CC math.c -lm && ./a.out && echo math
      $CC conftest.c -lno-such-library 2>/dev/null || echo no library
      $CC -c size.c && echo size
      test "$($CC -dumpmachine)" = "$(cc -dumpmachine)" && echo machine
      $CC -E conftest.c | grep -q main && echo preprocessor`,
      { cwd },
    );
    expect(stdout.trim().split('\n')).toEqual([
      'works',
      'warnings',
      'unknown option',
      'math',
      'no library',
      'size',
      'machine',
      'preprocessor',
    ]);
  });

  test.runIf(all)('-static and -s are left out, and said so', () => {
    const cwd = project({ 'a.c': COUNTER });
    const { status, stderr } = foretrace(['cc', '-static', '-s', '-pthread', 'a.c', '-o', 'a'], { cwd });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^foretrace: -static is left out: .+\nforetrace: -s is left out: .+\n$/);
    expect(run(cwd, './a')).toMatchObject({ status: 1, stdout: expect.stringMatching(/^race {2}counter/) });
  });

  test.runIf(all)('a program that uses another sanitizer is built as it is', () => {
    const cwd = project({ 'a.c': COUNTER });
    const { status, stderr } = foretrace(['cc', '-fsanitize=address', '-c', 'a.c'], { cwd });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^foretrace: -fsanitize=address .+ not recorded\n$/);
    expect(readFileSync(join(cwd, 'a.o')).includes('__tsan')).toBe(false);
    expect(foretrace(['cc', '-fsanitize=thread', '-pthread', 'a.c', '-o', 'a'], { cwd })).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(run(cwd, './a')).toMatchObject({ status: 1, stdout: expect.stringMatching(/^race {2}counter/) });
  });

  test('32 bits are refused', () => {
    const { status, stderr } = foretrace(['cc', '-m32', 'a.c']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^foretrace: error USAGE: -m32: /);
  });

  test.each(
    long ? ['-O0', '-O1', '-O2', '-O3', '-Os', '-flto -O2', '-no-pie -O1', '-g3'] : ['-O0', ...(all ? ['-flto -O3'] : [])],
  )('%s finds the race at its lines', (flags) => {
    const cwd = project({ 'a.c': COUNTER });
    expect(foretrace(['cc', ...flags.split(' '), '-pthread', 'a.c', '-o', 'a'], { cwd }).stderr).toBe('');
    const { status, stdout } = run(cwd, './a');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^race {2}counter /);
    expect(stdout).toMatch(/a\.c:3:31 [\s\S]*a\.c:7 |a\.c:7 [\s\S]*a\.c:3:31 /);
  });

  test('without debug information places are addresses, said once', () => {
    const cwd = project({ 'a.c': COUNTER });
    foretrace(['cc', '-g0', '-pthread', 'a.c', '-o', 'a'], { cwd });
    const { status, stdout, stderr } = run(cwd, './a');
    expect(status).toBe(1);
    expect(stdout).toMatch(/ a\+0x[0-9a-f]+ /);
    expect(stderr.match(/has no debug information/g)).toHaveLength(1);
  });

  test('objects without instrumentation still show their locks', () => {
    const cwd = project({
      'lock.c': `#include <pthread.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        int hidden;
        void enter(void) { pthread_mutex_lock(&m); hidden++; }
        void leave(void) { pthread_mutex_unlock(&m); }\n`,
      'main.c': COUNTER.replaceAll('counter++;', 'enter(); counter++; leave();').replace(
        'int counter',
        'void enter(void), leave(void); int counter',
      ),
    });
    const { status, stderr } = shell(
      'cc -c lock.c && foretrace cc -c main.c && foretrace cc -pthread main.o lock.o -o a && foretrace run ./a',
      { cwd },
    );
    expect(stderr).toContain('recorded');
    expect(status).toBe(0);
  });

  test('shared objects and plug-ins are recorded by the executable that loads them', () => {
    const cwd = project({
      'part.c': 'int shared_counter;\nvoid count(void) { shared_counter++; }\n',
      'main.c': `#include <dlfcn.h>
#include <pthread.h>
static void (*count)(void);
static void *work(void *p) { count(); return p; }
int main(void) {
  count = (void (*)(void))dlsym(dlopen("./part.so", RTLD_NOW), "count");
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  count();
  pthread_join(thread, 0);
  return 0;
}\n`,
    });
    const { status, stdout, stderr } = shell(
      'foretrace cc -shared -fPIC part.c -o part.so && foretrace cc -pthread main.c -o a && foretrace run ./a',
      { cwd },
    );
    expect(status, stderr).toBe(1);
    expect(stdout).toMatch(/^race {2}shared_counter /);
    expect(stdout).toContain(' part.c:2:20 ');
  });

  test.runIf(all)('a program that crashes is analysed up to there', () => {
    const crash = COUNTER.replace('return 0;', 'return *(volatile int *)8;');
    const cwd = project({
      'segv.c': crash,
      'kill.c': COUNTER.replace('return 0;', 'return kill(getpid(), 9);').replace(
        /^/,
        '#include <signal.h>\n#include <unistd.h>\n',
      ),
    });
    for (const [name, expected] of [
      ['segv', 139],
      ['kill', 137],
    ] as const) {
      foretrace(['cc', '-pthread', `${name}.c`, '-o', name], { cwd });
      const { status, stdout } = run(cwd, `./${name}`);
      expect(status, name).toBe(expected);
      expect(stdout, name).toMatch(/^race {2}counter/);
    }
  });

  test.runIf(all)('a program with one thread has nothing to compare', () => {
    const cwd = project({ 'a.c': 'int x;\nint main(void) { return x++; }\n' });
    foretrace(['cc', 'a.c', '-o', 'a'], { cwd });
    const { status, stderr } = run(cwd, './a');
    expect(status).toBe(0);
    expect(stderr).toContain('one thread');
  });

  test('c++ compiles C++', (context) => {
    needs('c++', context);
    const cwd = project({
      'a.cpp': `namespace n { int counter; }\n${COUNTER.replace('int counter;', 'using n::counter;')}`,
    });
    expect(foretrace(['c++', '-pthread', 'a.cpp', '-o', 'a'], { cwd }).stderr).toBe('');
    expect(run(cwd, './a')).toMatchObject({ status: 1, stdout: expect.stringMatching(/^race {2}n::counter/) });
  });
});

describe.runIf(long)('cc, slowly', () => {
  beforeEach((context) => needs(['c', 'c++', 'cmake'], context));

  test('first uses at the same time build one runtime', async () => {
    const cwd = project({ 'a.c': COUNTER });
    const env = { ...process.env, XDG_CACHE_HOME: join(cwd, 'a cache, with comma') };
    const builds = Array.from({ length: 4 }, (_, i) => {
      const child = spawn(process.execPath, [inject('main'), 'cc', '-pthread', 'a.c', '-o', `a${i}`], { cwd, env });
      return new Promise((resolve) => child.on('exit', resolve));
    });
    expect(await Promise.all(builds)).toEqual([0, 0, 0, 0]);
    expect(readdirSync(join(env.XDG_CACHE_HOME, 'foretrace'))).toHaveLength(1);
    expect(run(cwd, './a3').status).toBe(1);
  });

  test('CMake', () => {
    const cwd = project({
      'CMakeLists.txt': `cmake_minimum_required(VERSION 3.10)
project(counter C CXX)
find_package(Threads REQUIRED)
include(CheckSymbolExists)
check_symbol_exists(pthread_create pthread.h HAS_THREADS)
add_library(part STATIC part.cpp)
add_executable(counter main.c)
target_link_libraries(counter part Threads::Threads)
`,
      'part.cpp': 'extern "C" int part(int x) { return x + 1; }\n',
      'main.c': COUNTER.replace('counter++; return p;', 'counter = part(counter); return p;').replace(
        'int counter;',
        'int part(int); int counter;',
      ),
    });
    const { status, stdout, stderr } = shell(
      `CC="foretrace cc" CXX="foretrace c++" cmake -B build >log 2>&1 && cmake --build build >>log 2>&1 || cat log; foretrace run build/counter`,
      { cwd },
    );
    expect(status, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/^race {2}counter/);
  });
});

describe('without a compiler', () => {
  const env = { PATH: '/nowhere', FORETRACE_CC: '', FORETRACE_CXX: '' };

  test('cc says how to get one', () => {
    const { status, stdout, stderr } = foretrace(['cc', '-c', 'a.c'], { env });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^foretrace: error NO_COMPILER: no c compiler on PATH: .+\n {2}hint: .*apt-get install/);
  });

  test('doctor says what is missing, and the rest works', () => {
    const { status, stdout } = foretrace(['doctor'], { env });
    // Programs for Node.js can be recorded all the same.
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ok +Node\.js: /);
    expect(stdout).toMatch(/\nmissing +C compiler \(only for C, C\+\+ and Rust\): /);
    expect(foretrace(['demo'], { env }).status).toBe(0);
  });

  test.each(['c', 'c++'])('doctor fails if programs in %s are to be recorded', (language) => {
    const { status, stdout } = foretrace(['doctor', '--needs', language], { env });
    expect(status).toBe(1);
    expect(stdout).toMatch(/\nmissing +C compiler: /);
  });

  test.runIf(all)('doctor does not need C++ for C', () => {
    const withoutCxx = { FORETRACE_CXX: 'no-such-compiler' };
    const statuses = ['node', 'c', 'c++'].map((needs) => foretrace(['doctor', '--needs', needs], { env: withoutCxx }).status);
    expect(statuses).toEqual([0, 0, 1]);
  });

  test('doctor fails for Rust, and for nothing else, if there is no rustc', (context) => {
    needs('c', context);
    const withoutRust = { FORETRACE_RUSTC: 'no-such-compiler' };
    const [c, rust] = ['c', 'rust'].map((language) => foretrace(['doctor', '--needs', language], { env: withoutRust }));
    expect([c!.status, rust!.status]).toEqual([0, 1]);
    expect(c!.stdout).toMatch(/\nmissing +Rust compiler \(only for Rust\): FORETRACE_RUSTC is "no-such-compiler"/);
  });

  test('a compiler that is foretrace, or none, is noticed', () => {
    expect(foretrace(['cc', 'a.c'], { env: { FORETRACE_CC: 'no-such-compiler' } }).stderr).toContain('NO_COMPILER');
    expect(foretrace(['cc', 'a.c'], { env: { FORETRACE_COMPILING: 'c' } })).toMatchObject({ status: 2 });
  });
});

test('doctor is content here, for people and programs', (context) => {
  needs(['c', 'c++'], context);
  const { status, stdout } = foretrace(['doctor', '--format', 'json']);
  const { version, checks } = JSON.parse(stdout);
  expect([status, version]).toEqual([0, 1]);
  const native = (checks as { id: string; ok: boolean }[]).filter(({ id }) => !/^(?:rust|java)/.test(id));
  expect(native.map(({ id, ok }) => [id, ok])).toEqual(
    ['node', 'cc', 'c++', 'headers', 'runtime', 'recording'].map((id) => [id, true]),
  );
});
