// The rest of the sanitizers' interface, so that programs which ask for it when they are built for ThreadSanitizer link: there are no
// reports while the program runs, and nothing to tell of the heap.
#include "../core/runtime.h"
#include <dlfcn.h>
#include <malloc.h>

// What a program may bring: options of its own, and what it wants to do when recording begins and ends. What the last one says of the status is for a
// detector that has found something by then.
const char *__tsan_default_options(void) __attribute__((weak));
void __tsan_on_initialize(void) __attribute__((weak));
int __tsan_on_finalize(int failed) __attribute__((weak));
int ft_unwanted;
void ft_ask_program(void) {
  if (__tsan_on_initialize) __tsan_on_initialize();
  const char *options = __tsan_default_options ? __tsan_default_options() : NULL;
  ft_unwanted = options && (ft_contains(options, "report_bugs=0") || ft_contains(options, "report_bugs=false"));
}

void ft_tell_program(void) {
  if (__tsan_on_finalize) __tsan_on_finalize(0);
}

#define NOTHING(name) \
  FT_EXPORT int name() { return 0; }
NOTHING(__tsan_get_report_data)
NOTHING(__tsan_get_report_tag)
NOTHING(__tsan_get_report_stack)
NOTHING(__tsan_get_report_mop)
NOTHING(__tsan_get_report_loc)
NOTHING(__tsan_get_report_loc_object_type)
NOTHING(__tsan_get_report_mutex)
NOTHING(__tsan_get_report_thread)
NOTHING(__tsan_get_report_unique_tid)
NOTHING(__tsan_get_alloc_stack)
NOTHING(__sanitizer_install_malloc_and_free_hooks)
FT_EXPORT void *__tsan_get_current_report(void) { return NULL; }
FT_EXPORT const char *__tsan_locate_address(uintptr_t p, char *name, size_t room, uintptr_t *from, size_t *bytes) {
  if (room) *name = 0;
  *from = p;
  *bytes = 0;
  return "unknown";
}
// It would be a report: see docs/deadlocks.md for what is found of locks.
FT_EXPORT void __tsan_check_no_mutexes_held(void) {}
FT_EXPORT size_t __tsan_testonly_shadow_stack_current_size(void) { return 0; }

FT_EXPORT void __sanitizer_print_stack_trace(void) {}
FT_EXPORT void __sanitizer_set_report_path(const char *path) { (void)path; }
FT_EXPORT void __sanitizer_set_report_fd(void *fd) { (void)fd; }
FT_EXPORT void __sanitizer_set_death_callback(void (*function)(void)) { (void)function; }
FT_EXPORT void __sanitizer_sandbox_on_notify(void *how) { (void)how; }
FT_EXPORT void __sanitizer_report_error_summary(const char *text) { (void)text; }
FT_EXPORT void __sanitizer_symbolize_pc(void *pc, const char *format, char *text, size_t room) {
  (void)pc, (void)format;
  if (room) *text = 0;
}
FT_EXPORT void __sanitizer_symbolize_global(void *p, const char *format, char *text, size_t room) {
  (void)p, (void)format;
  if (room) *text = 0;
}
FT_EXPORT const char *__sanitizer_get_report_path(void) { return NULL; }
// Whoever comes first may report its crash.
FT_EXPORT int __sanitizer_acquire_crash_state(void) {
  static int taken;
  return !__atomic_exchange_n(&taken, 1, __ATOMIC_RELAXED);
}
FT_EXPORT int __sanitizer_get_module_and_offset_for_pc(void *pc, char *path, size_t room, void **offset) {
  Dl_info module;
  if (!dladdr(pc, &module) || !module.dli_fname) return 0;
  if (room) {
    size_t n = ft_length(module.dli_fname);
    if (n >= room) n = room - 1;
    ft_copy(path, module.dli_fname, n);
    path[n] = 0;
  }
  *offset = (void *)((uint64_t)pc - (uint64_t)module.dli_fbase);
  return 1;
}
FT_EXPORT int __sanitizer_get_ownership(const volatile void *p) { return p != NULL; }
FT_EXPORT size_t __sanitizer_get_allocated_size(const volatile void *p) { return malloc_usable_size((void *)p); }
FT_EXPORT size_t __sanitizer_get_estimated_allocated_size(size_t bytes) { return bytes; }
FT_EXPORT size_t __sanitizer_get_current_allocated_bytes(void) { return 0; }
FT_EXPORT size_t __sanitizer_get_heap_size(void) { return 0; }
FT_EXPORT size_t __sanitizer_get_free_bytes(void) { return 0; }
FT_EXPORT size_t __sanitizer_get_unmapped_bytes(void) { return 0; }

// System calls that the program makes itself and tells of. The rest of them say nothing that a detector of races needs.
FT_EXPORT void __sanitizer_syscall_pre_impl_read(long fd, long p, long bytes) { (void)fd, (void)p, (void)bytes; }
FT_EXPORT void __sanitizer_syscall_post_impl_read(long got, long fd, long p, long bytes) {
  (void)fd, (void)bytes;
  if (got > 0) ft_range(RAW_WRITE_RANGE, (void *)p, got, FT_SITE());
}
FT_EXPORT void __sanitizer_syscall_pre_impl_write(long fd, long p, long bytes) {
  (void)fd;
  ft_range(RAW_READ_RANGE, (void *)p, bytes, FT_SITE());
}
FT_EXPORT void __sanitizer_syscall_post_impl_write(long got, long fd, long p, long bytes) { (void)got, (void)fd, (void)p, (void)bytes; }
FT_EXPORT void __sanitizer_syscall_pre_impl_pipe(long fds) { (void)fds; }
FT_EXPORT void __sanitizer_syscall_post_impl_pipe(long result, long fds) {
  if (!result) ft_range(RAW_WRITE_RANGE, (void *)fds, 2 * sizeof(int), FT_SITE());
}
FT_EXPORT void __sanitizer_syscall_pre_impl_close(long fd) { (void)fd; }
FT_EXPORT void __sanitizer_syscall_post_impl_close(long result, long fd) { (void)result, (void)fd; }
// The C library does not know of this fork.
FT_EXPORT void __sanitizer_syscall_pre_impl_fork(void) { ft_fork_begins(); }
FT_EXPORT void __sanitizer_syscall_post_impl_fork(long child) {
  if (child) ft_fork_in_parent();
  else ft_fork_in_child();
}
