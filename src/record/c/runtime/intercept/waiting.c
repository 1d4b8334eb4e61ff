// Condition variables, barriers and semaphores. As with locks, to use one is to read its first byte, to make or destroy it a write.
#include "../core/guard.h"
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <time.h>

struct waiting {
  pthread_mutex_t *mutex;
  uint64_t site;
};

// The mutex is had again when the wait is over, and also when the thread is cancelled: its cleanup handlers unlock it.
static void awake(void *value) {
  struct waiting *w = value;
  ft_goes_on();
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_step(ft_me);
  ft_sync(RAW_ACQUIRE, (uint64_t)w->mutex, 0, w->site);
}

// One that nobody may end is told.
static void for_ever(pthread_mutex_t *m, uint64_t site) {
  ft_waits(RAW_FOR_WAKING, (uint64_t)m, site);
  ft_watch();
}
static void for_a_while(pthread_mutex_t *m, uint64_t site) { (void)m, (void)site; }

#define WAIT(tell, name, parameters, waited)                 \
  FT_EXPORT int name parameters {                               \
    struct waiting w = {m, FT_SITE()};                          \
    int result;                                                 \
    ft_leads(c, w.site);                                        \
    ft_range(RAW_READ_RANGE, c, 1, w.site);                     \
    ft_sync(RAW_WAIT, (uint64_t)m, 0, w.site);                  \
    tell(m, w.site);                                            \
    pthread_cleanup_push(awake, &w);                            \
    result = waited;                                            \
    pthread_cleanup_pop(1);                                     \
    return result;                                              \
  }
#define UNTIL const struct timespec *until
static int wait_for(pthread_cond_t *c, pthread_mutex_t *m) {
  return FT_UNLIKELY(ft_scheduled) ? ft_schedule_condition(c, m) : FT_REAL(pthread_cond_wait)(c, m);
}

WAIT(for_ever, pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t *m), wait_for(c, m))
WAIT(for_a_while, pthread_cond_timedwait, (pthread_cond_t * c, pthread_mutex_t *m, UNTIL), FT_REAL(pthread_cond_timedwait)(c, m, until))
WAIT(for_a_while, pthread_cond_clockwait, (pthread_cond_t * c, pthread_mutex_t *m, clockid_t clock, UNTIL),
     FT_REAL(pthread_cond_clockwait)(c, m, clock, until))

FT_EXPORT int pthread_cond_signal(pthread_cond_t *c) {
  ft_leads(c, FT_SITE());
  ft_me->told = ft_me->accesses;
  ft_range(RAW_READ_RANGE, c, 1, FT_SITE());
  ft_sync(RAW_NOTIFY, (uint64_t)c, 0, FT_SITE());
  int result = FT_REAL(pthread_cond_signal)(c);
  ft_wakes(c, 0);
  return result;
}
FT_EXPORT int pthread_cond_broadcast(pthread_cond_t *c) {
  ft_leads(c, FT_SITE());
  ft_me->told = ft_me->accesses;
  ft_range(RAW_READ_RANGE, c, 1, FT_SITE());
  ft_sync(RAW_NOTIFY, (uint64_t)c, 0, FT_SITE());
  int result = FT_REAL(pthread_cond_broadcast)(c);
  ft_wakes(c, 1);
  return result;
}
#define CHANGE(name, parameters, arguments)                     \
  FT_EXPORT int name parameters {                               \
    ft_range(RAW_WRITE_RANGE, it, 1, FT_SITE());                \
    return FT_REAL(name) arguments;                             \
  }
CHANGE(pthread_cond_init, (pthread_cond_t * it, const pthread_condattr_t *how), (it, how))
CHANGE(pthread_cond_destroy, (pthread_cond_t * it), (it))
CHANGE(pthread_barrier_init, (pthread_barrier_t * it, const pthread_barrierattr_t *how, unsigned count), (it, how, count))
CHANGE(pthread_barrier_destroy, (pthread_barrier_t * it), (it))

FT_EXPORT int pthread_barrier_wait(pthread_barrier_t *b) {
  struct ft_thread *t = ft_self();
  if (t) ft_comes(t, FT_SYNCHRONISES, b, FT_SITE());
  ft_range(RAW_READ_RANGE, b, 1, FT_SITE());
  ft_sync(RAW_BARRIER_ENTER, (uint64_t)b, 0, FT_SITE());
  ft_waits(RAW_FOR_OTHERS, (uint64_t)b, FT_SITE());
  ft_watch();
  int result = FT_REAL(pthread_barrier_wait)(b);
  ft_goes_on();
  ft_lets(b);
  // Whoever is out may not take the barrier away under those who are not yet.
  ft_range(RAW_READ_RANGE, b, 1, FT_SITE());
  ft_sync(RAW_BARRIER_EXIT, (uint64_t)b, 0, FT_SITE());
  return result;
}

static unsigned count16(unsigned count) { return count < 0xffff ? count : 0xffff; }

FT_EXPORT int sem_init(sem_t *s, int shared, unsigned count) {
  if (shared) ft_outsiders = 1;
  int result = FT_REAL(sem_init)(s, shared, count);
  if (!result) ft_sync(RAW_SEMAPHORE_INIT, (uint64_t)s, count16(count), FT_SITE());
  return result;
}
FT_EXPORT int sem_post(sem_t *s) {
  ft_leads(s, FT_SITE());
  ft_sync(RAW_SEMAPHORE_POST, (uint64_t)s, 0, FT_SITE());
  int result = FT_REAL(sem_post)(s);
  ft_lets(s);
  return result;
}

#define TRY(name, parameters, arguments)                                                \
  FT_EXPORT int name parameters {                                                       \
    struct ft_thread *t = ft_self();                                                    \
    if (t) ft_comes(t, FT_SYNCHRONISES, s, FT_SITE());                                  \
    int result = FT_REAL(name) arguments;                                               \
    if (!result) ft_sync(RAW_SEMAPHORE_TAKE, (uint64_t)s, 0, FT_SITE());                \
    return result;                                                                      \
  }
FT_EXPORT int sem_wait(sem_t *s) {
  struct ft_thread *t = ft_self();
  if (t) ft_comes(t, FT_SYNCHRONISES, s, FT_SITE());
  int error = errno, result = FT_REAL(sem_trywait)(s);
  if (result) {
    errno = error;
    ft_waits(RAW_FOR_TOKEN, (uint64_t)s, FT_SITE());
    ft_watch();
    result = FT_UNLIKELY(ft_scheduled) && ft_schedule_holds() ? FT_TRIES(s, FT_REAL(sem_trywait)(s), tried_ && errno == EAGAIN)
                                                              : FT_REAL(sem_wait)(s);
    ft_goes_on();
  }
  if (!result) ft_sync(RAW_SEMAPHORE_TAKE, (uint64_t)s, 0, FT_SITE());
  return result;
}
TRY(sem_trywait, (sem_t * s), (s))
TRY(sem_timedwait, (sem_t * s, UNTIL), (s, until))
TRY(sem_clockwait, (sem_t * s, clockid_t clock, UNTIL), (s, clock, until))

// Opening a named semaphore again gives the same address; only the first time says how far it counts.
enum { NAMED = 64 };
static struct {
  sem_t *semaphore;
  int opened;
} named[NAMED];
FT_GUARD(naming);

static int opened(sem_t *s, int by) {
  int before = 0, at = -1;
  ft_guard_take(&naming);
  for (int i = 0; i < NAMED && (at < 0 || named[at].semaphore != s); i++)
    if (named[i].semaphore == s || (at < 0 && !named[i].semaphore)) at = i;
  if (at >= 0) {
    before = named[at].opened;
    named[at].opened += by;
    named[at].semaphore = named[at].opened > 0 ? s : NULL;
  }
  ft_guard_leave(&naming);
  return before;
}

FT_EXPORT sem_t *sem_open(const char *name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  unsigned count = flags & O_CREAT ? va_arg(more, unsigned) : 0;
  va_end(more);
  ft_outsiders = 1;
  sem_t *s = FT_REAL(sem_open)(name, flags, mode, count);
  int value;
  if (s != SEM_FAILED && !opened(s, 1) && !sem_getvalue(s, &value))
    ft_sync(RAW_SEMAPHORE_INIT, (uint64_t)s, count16(value), FT_SITE());
  return s;
}
FT_EXPORT int sem_close(sem_t *s) {
  opened(s, -1);
  return FT_REAL(sem_close)(s);
}
