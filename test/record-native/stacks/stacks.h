// What the labelled programs of stacks share. Each variable is touched once by the thread `first` and once by the thread `second`. Its comment has both
// call stacks, innermost first, with a bar between them: functions of the program, without those of libraries.
#ifndef STACKS_H
#define STACKS_H
#include <pthread.h>

// A function with a frame of its own.
#define FAR __attribute__((noinline))
#ifdef __clang__
#define ONE FAR
#else
// And only one of it: a debugger stops in it, and looks at its argument.
#define ONE __attribute__((noinline, noclone))
#endif

ONE static void touch(int *p) { (*p)++; }

static volatile int zero;
// Its frame reaches below those of small functions.
FAR static void large(int *p) {
  volatile char room[4096];
  room[zero] = 0;
  touch(p);
  room[zero] = 1;
}

// Touches all variables of a list. Optimisation at the end of a file makes `second` and what it calls as any other function.
#define TOUCH_ALL(...)                                                    \
  int *all[] = {__VA_ARGS__};                                             \
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) touch(all[i])

#endif
