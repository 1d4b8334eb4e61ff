// Writes about so many megabytes of log in a second for some seconds: `paced SECONDS MEGABYTES KIND`, in turns of 10 ms. KIND: `clean`, all under a
// lock; `race`, two threads count without one, too; `handed`, memory found through a pointer under a lock and used outside of it. Prints when it ended.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 2, CELLS = 4096, TURN_NS = 10000000, UPDATE_BYTES = 96 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long cells[CELLS], raced, *given;
static int updates, turns, races, hands;

/** Takes what the other left and leaves something else: whoever has it has it alone. */
static void hand_over(long value) {
  long *fresh = malloc(sizeof *fresh), *old;
  *fresh = value;
  pthread_mutex_lock(&lock);
  old = given;
  given = fresh;
  pthread_mutex_unlock(&lock);
  if (old != NULL) ++*old;
  free(old);
}

static void *work(void *me) {
  struct timespec due;
  clock_gettime(CLOCK_MONOTONIC, &due);
  for (int turn = 0; turn < turns; turn++) {
    for (int i = 0; i < updates; i++) {
      pthread_mutex_lock(&lock);
      cells[(turn * 31 + i) % CELLS] += (long)me;
      pthread_mutex_unlock(&lock);
    }
    if (races) raced++;
    if (hands) hand_over(turn);
    due.tv_nsec += TURN_NS;
    if (due.tv_nsec >= 1000000000) due.tv_sec++, due.tv_nsec -= 1000000000;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
  }
  return NULL;
}

int main(int count, char **words) {
  pthread_t threads[THREADS];
  if (count < 4) return 2;
  turns = (int)(atof(words[1]) * 100);
  updates = (int)(atof(words[2]) * 1e4 / UPDATE_BYTES / THREADS);
  races = strcmp(words[3], "race") == 0;
  hands = strcmp(words[3], "handed") == 0;
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  printf("ended %lld\n", (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000);
  free(given);
}
