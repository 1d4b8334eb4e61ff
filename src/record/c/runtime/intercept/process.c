// The life of the process: main, exit, fork, shared objects that are loaded later.
#include "../core/calls.h"
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// An address that no memory has: what exit handlers do is ordered after their registration.
#define EXIT_HANDLERS 0xfc0000000000ull

static void over(void) {
  ft_linger();
  ft_sync(RAW_RECEIVE, EXIT_HANDLERS, 0, 0);
}

static int (*program)(int, char **, char **);
static int main_and_over(int count, char **arguments, char **environment) {
  ft_calling(ft_me, 0, FT_CALLER_SP(), main_and_over);
  int status = program(count, arguments, environment);
  // Threads that still run may use the variables of main: its part of the stack is left alone until they are done, or the process is. To return
  // would be to exit as well, with the frames of that where main had its own.
  *(volatile char *)__builtin_alloca(64 << 10) = 0;
  over();
  FT_REAL(exit)(status);
  __builtin_unreachable();
}

// main returns into the C library; this is the only place to stand between the two.
typedef int start_main(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
start_main __libc_start_main;
FT_EXPORT int __libc_start_main(int (*main)(int, char **, char **), int count, char **arguments, void (*init)(void),
                                void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
  program = main;
  return FT_REAL(__libc_start_main)(main_and_over, count, arguments, init, fini, rtld_fini, stack_end);
}

FT_EXPORT _Noreturn void exit(int status) {
  over();
  FT_REAL(exit)(status);
  __builtin_unreachable();
}

int __cxa_atexit(void (*)(void *), void *, void *);
FT_EXPORT int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
  ft_sync(RAW_SEND, EXIT_HANDLERS, 0, FT_SITE());
  return FT_REAL(__cxa_atexit)(function, argument, object);
}

static void end(void) {
  // A child of vfork leaves in the memory of its parent.
  if (!ft_process || ft_process != syscall(SYS_getpid)) return;
  ft_save_maps();
  if (ft_me->recording) ft_thread_end(ft_me);
  ft_threads_over();
}

// After the exit handlers of the program, since ours was registered before them.
__attribute__((destructor(101))) static void last(void) {
  if (ft_process) ft_tell_program();
  end();
}
FT_EXPORT void _exit(int status) {
  end();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}
FT_EXPORT void _Exit(int status) {
  end();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}
FT_EXPORT void quick_exit(int status) {
  ft_linger();
  end();
  FT_REAL(quick_exit)(status);
  __builtin_unreachable();
}

// A process that is made by clone with memory of its own, or by _Fork, is as if by fork, but nobody is told of it.
struct cloned {
  int (*run)(void *);
  void *argument;
};
static int cloned(void *value) {
  struct cloned *it = value;
  ft_fork_in_child();
  return it->run(it->argument);
}
FT_EXPORT int clone(int (*run)(void *), void *stack, int flags, void *argument, ...) {
  struct cloned it = {run, argument};
  va_list more;
  va_start(more, argument);
  pid_t *parent = va_arg(more, pid_t *);
  void *local = va_arg(more, void *);
  pid_t *own = va_arg(more, pid_t *);
  va_end(more);
  if (flags & CLONE_VM || !ft_on) return FT_REAL(clone)(run, stack, flags, argument, parent, local, own);
  ft_fork_begins();
  int result = FT_REAL(clone)(cloned, stack, flags, &it, parent, local, own);
  ft_fork_in_parent();
  return result;
}
pid_t _Fork(void);
FT_EXPORT pid_t _Fork(void) {
  ft_fork_begins();
  pid_t child = FT_REAL(_Fork)();
  if (child) ft_fork_in_parent();
  else ft_fork_in_child();
  return child;
}

// The C library looks at who calls dlopen, so this must be a jump and not a call; what is loaded is noted by the next who can.
FT_EXPORT void *dlopen(const char *file, int mode) {
  void *(*real)(const char *, int) = FT_REAL(dlopen);
  ft_maps_stale = 1;
  ft_steer_stale();
  return real(file, mode);
}

void ft_thread_name(long number, const char *name) {
  char line[64];
  int length = FT_REAL(snprintf)(line, sizeof line, "%ld %.15s\n", number, name);
  for (int i = 0; i < length - 1; i++)
    if ((unsigned char)line[i] < ' ') line[i] = ' ';
  ft_folder_append("threads", line, length);
}
int ft_set_thread_name(pthread_t thread, const char *name) {
  int result = FT_REAL(pthread_setname_np)(thread, name);
  long number = result || !ft_on ? -1 : ft_thread_number(thread);
  if (number >= 0) ft_thread_name(number, name);
  return result;
}
FT_EXPORT int pthread_setname_np(pthread_t thread, const char *name) { return ft_set_thread_name(thread, name); }
