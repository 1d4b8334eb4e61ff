// What the programs share: two or three threads, and a way to fail. All data that may be touched by two threads at once is atomic or under a lock unless a
// race is the bug.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

typedef void *(*body)(void *);

static inline void run(int count, const body *bodies) {
  pthread_t threads[8];
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, bodies[i], (void *)(long)i);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}
#define RUN(...)                                              \
  run(sizeof((body[]){__VA_ARGS__}) / sizeof(body), (body[]){__VA_ARGS__})

#define LOCKED(m, ...)          \
  do {                          \
    pthread_mutex_lock(&(m));   \
    __VA_ARGS__;                \
    pthread_mutex_unlock(&(m)); \
  } while (0)

// Whatever the machine does, the other threads are most likely there first: the bug needs a schedule that is not the usual one.
static inline void late(void) { usleep(20000); }
