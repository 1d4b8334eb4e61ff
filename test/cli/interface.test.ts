// The names of ThreadSanitizer's interface, as programs and libraries look for them: by the dynamic linker, or by functions of their own that it calls.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { folder, foretrace } from './run.ts';

const NAMES =
  `RunningOnValgrind ValgrindSlowdown ThreadSanitizerQuery AnnotateHappensBefore AnnotateHappensAfter AnnotateIgnoreReadsBegin
  AnnotateBenignRaceSized AnnotateRWLockAcquired AnnotateThreadName AnnotateBarrierWaitBefore AnnotateBarrierWaitAfter WTFAnnotateBenignRaceSized
  __tsan_acquire __tsan_release __tsan_mutex_create __tsan_mutex_post_lock __tsan_check_no_mutexes_held __tsan_create_fiber __tsan_java_init
  __tsan_get_current_report __tsan_get_report_data __tsan_locate_address __tsan_flush_memory __tsan_external_write __tsan_on_initialize
  __sanitizer_report_error_summary __sanitizer_set_death_callback __sanitizer_get_report_path __sanitizer_symbolize_pc __sanitizer_symbolize_global
  __sanitizer_get_module_and_offset_for_pc __sanitizer_acquire_crash_state __sanitizer_print_stack_trace __sanitizer_get_heap_size
  __sanitizer_unaligned_load32 __sanitizer_syscall_pre_impl_fork`.split(/\s+/);

test('is found by the dynamic linker, and does what it says', (context) => {
  needs('c', context);
  const cwd = folder();
  writeFileSync(
    join(cwd, 'program.c'),
    `#define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    void __tsan_on_initialize(void) { puts("begins"); }
    int __tsan_on_finalize(int failed) { printf("ends %d\\n", failed); return failed; }
    #define CALL(type, name) ((type)dlsym(RTLD_DEFAULT, name))
    int main(void) {
      static const char *const names[] = {${NAMES.map((name) => `"${name}"`).join(', ')}};
      for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!dlsym(RTLD_DEFAULT, names[i])) printf("no %s\\n", names[i]);
      printf("valgrind %d\\n", CALL(int (*)(void), "RunningOnValgrind")());
      for (int i = 0; i < 2; i++) printf("crash %d\\n", CALL(int (*)(void), "__sanitizer_acquire_crash_state")());
      char path[4096];
      void *offset;
      int found = CALL(int (*)(void *, char *, unsigned long, void **), "__sanitizer_get_module_and_offset_for_pc")(getenv, path, sizeof path, &offset);
      printf("module %d %s\\n", found, strstr(path, "libc.so") ? "libc" : path);
      printf("report %p\\n", CALL(void *(*)(void), "__tsan_get_current_report")());
      return 0;
    }`,
  );
  expect(foretrace(['cc', '-w', 'program.c', '-o', 'program'], { cwd }).status).toBe(0);
  const env = { ...process.env, FORETRACE_RECORD: join(cwd, 'recording') };
  const { stdout, status } = spawnSync(join(cwd, 'program'), { cwd, env, encoding: 'utf8' });
  expect(stdout).toBe('begins\nvalgrind 0\ncrash 1\ncrash 0\nmodule 1 libc\nreport (nil)\nends 0\n');
  expect(status).toBe(0);
});
