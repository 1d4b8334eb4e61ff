// What the programs of the suite share. The verdict of a program is in its name: `ok`, `race`, or `predicted` (a race that this run,
// ordered by delays, does not show by happens-before). Delays tell a recorder nothing.
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

static inline void later(void) { usleep(40000); }

static inline struct timespec in_a_while(clockid_t clock) {
  struct timespec until;
  clock_gettime(clock, &until);
  until.tv_sec += 5;
  return until;
}
#endif
