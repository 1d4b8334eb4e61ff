// What the programs of the suite share. The verdict of a program is in its name: `ok`, `race`, `predicted` (a race that this run,
// ordered by `reached` and `after`, does not show by happens-before), `deadlock` (it hangs, as a whole or in part, and is ended by the
// recorder) or `may-deadlock` (another schedule would hang).
#ifndef SUITE_H
#define SUITE_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef void *body(void *);

static inline pthread_t start(body *run, void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, argument)) abort();
  return thread;
}

static inline void join(pthread_t thread) { pthread_join(thread, NULL); }

// Both at once, and then the end of both.
static inline void both(body *first, body *second) {
  pthread_t a = start(first, NULL), b = start(second, NULL);
  join(a);
  join(b);
}

// How far the run is, for programs that need a certain schedule: `after(2)` returns when `reached` was called twice. A recorder sees
// nothing of it, and a program is as ordered as without. A run that is led elsewhere (`npm run bench -- confirm`) has SUITE_UNORDERED set.
#ifdef __clang__
#define UNSEEN __attribute__((disable_sanitizer_instrumentation, noinline, unused))
#else
#define UNSEEN __attribute__((no_sanitize("thread"), noinline, unused))
#endif
static int steps_of_the_run;
UNSEEN static void reached(void) { __atomic_add_fetch(&steps_of_the_run, 1, __ATOMIC_SEQ_CST); }
// Stands for somebody who keeps this order in every schedule, as a garbage collector does.
UNSEEN static void always_after(int steps) {
  while (__atomic_load_n(&steps_of_the_run, __ATOMIC_SEQ_CST) < steps) usleep(200);
}
UNSEEN static void after(int steps) {
  if (!getenv("SUITE_UNORDERED")) always_after(steps);
}

// For what is worth seeing in most runs: no verdict may depend on it.
static inline void later(void) { usleep(40000); }

// A time limit that is never met, however busy the machine is.
static inline struct timespec in_a_while(clockid_t clock) {
  struct timespec until;
  clock_gettime(clock, &until);
  until.tv_sec += 3600;
  return until;
}
#endif
