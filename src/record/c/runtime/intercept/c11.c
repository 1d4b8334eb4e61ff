// C11 threads. Inside of the C library they are pthreads, but it calls those by names that cannot be interposed.
#include "../core/calls.h"
#include <stdlib.h>
#include <threads.h>
#include <time.h>

struct start {
  thrd_start_t function;
  void *argument;
};

static void *run(void *value) {
  struct start start = *(struct start *)value;
  FT_REAL(free)(value);
  ft_calling(ft_me, 0, FT_CALLER_SP(), run);
  return (void *)(intptr_t)start.function(start.argument);
}

static int answer(int error) {
  return error == 0 ? thrd_success : error == ENOMEM ? thrd_nomem : error == ETIMEDOUT ? thrd_timedout : error == EBUSY ? thrd_busy : thrd_error;
}

FT_EXPORT int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  struct start *start = FT_REAL(malloc)(sizeof *start);
  if (!start) return thrd_nomem;
  *start = (struct start){function, argument};
  int error = ft_thread_make(thread, NULL, run, start, (uint64_t)function, FT_SITE());
  if (error) FT_REAL(free)(start);
  return error == EAGAIN ? thrd_nomem : answer(error);
}
FT_EXPORT int thrd_join(thrd_t thread, int *result) {
  void *value;
  int error = ft_thread_join(thread, &value, FT_SITE());
  if (!error && result) *result = (int)(intptr_t)value;
  return answer(error);
}
FT_EXPORT int thrd_detach(thrd_t thread) { return answer(ft_thread_detach(thread)); }
FT_EXPORT _Noreturn void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }

#define TRY(name, parameters, arguments)                                                      \
  FT_EXPORT int name parameters {                                                             \
    struct ft_thread *t = ft_self();                                                          \
    if (t) ft_comes(t, FT_SYNCHRONISES, m, FT_SITE());                                        \
    int result = FT_REAL(name) arguments;                                                     \
    if (result == thrd_success) ft_sync(RAW_ACQUIRE, (uint64_t)m, RAW_TRIES, FT_SITE());      \
    return result;                                                                            \
  }
FT_EXPORT int mtx_lock(mtx_t *m) {
  struct ft_thread *t = ft_self();
  if (t) ft_comes(t, FT_ACQUIRES, m, FT_SITE());
  int result = FT_REAL(mtx_trylock)(m);
  if (result == thrd_busy) {
    ft_waits(RAW_FOR_LOCK, (uint64_t)m, FT_SITE());
    ft_watch();
    result = FT_REAL(mtx_lock)(m);
    ft_goes_on();
  }
  if (result == thrd_success) ft_sync(RAW_ACQUIRE, (uint64_t)m, 0, FT_SITE());
  return result;
}
TRY(mtx_trylock, (mtx_t * m), (m))
TRY(mtx_timedlock, (mtx_t *restrict m, const struct timespec *restrict until), (m, until))
FT_EXPORT int mtx_unlock(mtx_t *m) {
  ft_sync(RAW_RELEASE, (uint64_t)m, 0, FT_SITE());
  int result = FT_REAL(mtx_unlock)(m);
  ft_lets(m);
  return result;
}

FT_EXPORT int cnd_wait(cnd_t *c, mtx_t *m) {
  ft_sync(RAW_WAIT, (uint64_t)m, 0, FT_SITE());
  ft_waits(RAW_FOR_WAKING, (uint64_t)m, FT_SITE());
  ft_watch();
  // They are what POSIX has, by other names.
  int result = FT_UNLIKELY(ft_scheduled) ? answer(ft_schedule_condition((pthread_cond_t *)c, (pthread_mutex_t *)m)) : FT_REAL(cnd_wait)(c, m);
  ft_goes_on();
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_step(ft_me);
  ft_sync(RAW_ACQUIRE, (uint64_t)m, 0, FT_SITE());
  return result;
}
FT_EXPORT int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until) {
  ft_sync(RAW_WAIT, (uint64_t)m, 0, FT_SITE());
  int result = FT_REAL(cnd_timedwait)(c, m, until);
  ft_sync(RAW_ACQUIRE, (uint64_t)m, 0, FT_SITE());
  return result;
}
FT_EXPORT int cnd_signal(cnd_t *c) {
  ft_sync(RAW_NOTIFY, (uint64_t)c, 0, FT_SITE());
  int result = FT_REAL(cnd_signal)(c);
  ft_wakes(c, 0);
  return result;
}
FT_EXPORT int cnd_broadcast(cnd_t *c) {
  ft_sync(RAW_NOTIFY, (uint64_t)c, 0, FT_SITE());
  int result = FT_REAL(cnd_broadcast)(c);
  ft_wakes(c, 1);
  return result;
}
