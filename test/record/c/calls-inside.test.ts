// The runtime calls none of the functions that it stands in front of, neither by its own words nor by what a compiler makes of them, and wants nothing from
// the C library without a reason. Read from the object, as both compilers make it for programs.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { runtimeLibrary } from '../../../src/record/c/runtime-library.ts';
import { findCompiler } from '../../../src/record/c/toolchain.ts';
import { needs } from '../../needs.ts';
import { objectSymbols } from './relocations.ts';

const CORE = fileURLToPath(new URL('../../../src/record/c/runtime/core/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-calls-inside-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the runtime wants from elsewhere. All of it takes no lock that a thread could hold while it calls us, unless something else is said. */
const WANTED: Readonly<Record<string, string>> = {
  __foretrace_std_current: 'Rust: comes with the trampolines of its ready-made library, which alone need it',
  abort: 'a function that ours stands in front of is missing: the program cannot go on',
  __errno_location: 'errno is the program’s, and put back',
  clock_gettime: 'the time, for delays',
  dl_iterate_phdr: 'where libraries and thread-local variables are, when the first thread begins; never with a guard held',
  dlsym: 'finds the functions behind ours, when the program starts',
  dlvsym: 'the same',
  fileno: 'the descriptor of a stream; reads a structure',
  fstat: 'what a descriptor is of',
  getegid: 'who makes files',
  geteuid: 'who makes files',
  getenv: 'the settings, when the program starts',
  getrlimit: 'how long files may be',
  malloc_usable_size: 'how much a block has; the allocator’s own word',
  parse_printf_format: 'what printf takes',
  posix_fallocate: 'room for a buffer',
  pthread_atfork: 'when the program starts',
  pthread_attr_destroy: 'of what pthread_getattr_np gave',
  pthread_attr_getdetachstate: 'reads a structure',
  pthread_attr_getstack: 'reads a structure',
  pthread_equal: 'compares two numbers',
  pthread_exit: 'what thrd_exit is',
  pthread_getattr_np: 'the stack of a thread, before it is recorded: it allocates',
  pthread_key_create: 'when the program starts',
  pthread_setspecific: 'the end of a thread is to be told',
  pthread_testcancel: 'a wait for a condition that is one of ours can be cancelled as well',
  sched_yield: 'waits for another thread that is amid an atomic',
  sem_getvalue: 'how far a named semaphore counts',
  stdin: 'scanf reads it',
  stdout: 'printf writes it',
  strtol: 'numbers in formats and settings',
  strtoull: 'the same',
  __sigsetjmp: 'pthread_cleanup_push is made of it',
  __pthread_register_cancel: 'the same',
  __pthread_unregister_cancel: 'the same',
  __pthread_unwind_next: 'the same',
  __tls_get_addr: 'thread-local variables',
  __tsan_default_options: 'what the program brings, if it does',
  __tsan_on_initialize: 'the same',
  __tsan_on_finalize: 'the same',
  rust_eh_personality: 'whether there is Rust in the program',
  dladdr: 'which library an address is of, when the program asks',
  __executable_start: 'the linker’s: where the program is',
  etext: 'the same',
  __start_ft_symbols: 'the linker’s: what is looked up at the start',
  __stop_ft_symbols: 'the same',
  __start_ft_guards: 'the linker’s: the locks that fork takes',
  __stop_ft_guards: 'the same',
  _GLOBAL_OFFSET_TABLE_: 'the linker’s',
};
/** What is called as the program would call it (FT_PROGRAMS). */
const AS_THE_PROGRAM: Readonly<Record<string, string>> = {
  malloc: 'operator new of a program whose C++ library is static is made of it',
  posix_memalign: 'the same',
  free: 'the same for delete',
  syscall: 'system calls of our own: ours passes on all but a wait for a word, and we wait for none',
};
/** What we offer and no C library has; and what has no declaration that a call could go by. */
const NOT_IN_HEADERS =
  /^(?:__tsan_|__sanitizer_|__foretrace_|__cxa_|__isoc|__atomic_|_Z|(?:WTF)?Annotate|GOMP_|__kmpc_|omp_|__\w+_chk$|__libc_start_main$|_Fork$|syscall$|link_this_|ompt_)|^(?:RunningOnValgrind|ThreadSanitizerQuery|ValgrindSlowdown)$/;

describe.each(['gcc', 'clang'] as const)('the runtime, as %s makes it,', (name) => {
  const made = () => {
    const env = { ...process.env, FORETRACE_CC: name };
    return objectSymbols(runtimeLibrary(findCompiler('c', env), env).object);
  };

  test('calls nothing that it stands in front of', (context) => {
    needs(name, context);
    const { offered, referred } = made();
    expect(offered.size).toBeGreaterThan(500);
    expect([...referred].filter((symbol) => offered.has(symbol)).sort()).toEqual(Object.keys(AS_THE_PROGRAM).sort());
  });

  test('wants nothing without a reason', (context) => {
    needs(name, context);
    expect([...made().wanted].filter((symbol) => WANTED[symbol] === undefined)).toEqual([]);
  });

  test('has every function of the C library that it stands in front of in intercepted.h', (context) => {
    needs(name, context);
    const listed = Array.from(readFileSync(`${CORE}intercepted.h`, 'utf8').matchAll(/NAME\((\w+)\)/g), ([, symbol]) => symbol!);
    const offered = [...made().offered].filter((symbol) => !NOT_IN_HEADERS.test(symbol));
    expect(offered.sort()).toEqual(listed.filter((symbol) => symbol !== 'NAME').sort());
  });
});

test('a call of such a function is refused by gcc', (context) => {
  needs('gcc', context);
  const compiled = (call: string) => {
    writeFileSync(join(folder, 'call.c'), `#include "${CORE}runtime.h"\nvoid f(void *p, size_t n) { ${call}; }\n`);
    return spawnSync('gcc', ['-O2', '-std=gnu11', '-fno-builtin', '-c', 'call.c'], { cwd: folder, encoding: 'utf8' });
  };
  expect(compiled('memset(p, 0, n)').stderr).toContain('ours stands in front of it');
  expect(compiled('free(p)').status).not.toBe(0);
  expect(compiled('FT_REAL(memset)(p, 0, n); ft_zero(p, n)').status).toBe(0);
});
