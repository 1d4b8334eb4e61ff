// Locks. An acquire is recorded when the lock is had and a release before it is given up, so the records of one lock never overlap.
// A release that fails is recorded all the same; the thread does not hold the lock, so it means nothing.
//
// Having a lock is also a read of its first byte, and making or destroying it a write: who does so while others may still use the
// lock has a race.
#include "../core/runtime.h"
#include <stdio.h>
#include <time.h>

// A robust mutex whose owner died is had, and says so.
static inline int had(int result) { return result == 0 || result == EOWNERDEAD; }

static void acquired(unsigned kind, unsigned extra, const volatile void *lock, uint64_t site) {
  if (ft_sync(kind, (uint64_t)lock, extra, site)) ft_range(RAW_READ_RANGE, lock, 1, site);
}

// Does not wait for ever.
#define TRY(kind, lock, name, parameters, arguments)                                     \
  FT_EXPORT int name parameters {                                                        \
    struct ft_thread *t = ft_self();                                                     \
    if (t) ft_comes(t, FT_SYNCHRONISES, lock, FT_SITE());                                \
    int result = FT_REAL(name) arguments;                                                \
    if (t && had(result)) acquired(kind, RAW_TRIES, lock, FT_SITE());                    \
    return result;                                                                       \
  }
// Says that it waits if it has to, which a try tells.
#define ACQUIRE(kind, what, name, try, wait, lock_type)                                  \
  FT_EXPORT int name(lock_type *lock) {                                                  \
    struct ft_thread *t = ft_self();                                                     \
    if (!t) return FT_REAL(name)(lock);                                                  \
    ft_comes(t, (kind) == RAW_ACQUIRE_SHARED ? FT_SHARES : FT_ACQUIRES, lock, FT_SITE()); \
    int result = FT_REAL(try)(lock);                                                     \
    if (result == EBUSY || result == EAGAIN || result == EDEADLK) {                      \
      ft_waits(what, (uint64_t)lock, FT_SITE());                                         \
      result = FT_UNLIKELY(ft_scheduled) && ft_schedule_holds()                          \
                   ? FT_TRIES(lock, FT_REAL(try)(lock), tried_ == EBUSY || tried_ == EAGAIN) \
                   : wait(lock);                                                         \
      ft_goes_on();                                                                      \
    }                                                                                    \
    if (had(result)) acquired(kind, 0, lock, FT_SITE());                                 \
    return result;                                                                       \
  }

#define UNTIL const struct timespec *until

// Mutexes are waited for often, and not for long: the thread that looks is made only when the wait is a long one.
static int wait_for_mutex(pthread_mutex_t *m) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 250000000;
  if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
  int result = FT_REAL(pthread_mutex_timedlock)(m, &until);
  if (result != ETIMEDOUT) return result;
  ft_watch();
  return FT_REAL(pthread_mutex_lock)(m);
}
static int wait_for_share(pthread_rwlock_t *l) {
  ft_watch();
  return FT_REAL(pthread_rwlock_rdlock)(l);
}
static int wait_for_writing(pthread_rwlock_t *l) {
  ft_watch();
  return FT_REAL(pthread_rwlock_wrlock)(l);
}
// After some turns it sleeps in between: one that never gets the lock would take a processor to the end.
static int wait_spinning(pthread_spinlock_t *s) {
  for (int i = 0, result; i < 10000; i++)
    if ((result = FT_REAL(pthread_spin_trylock)((void *)s)) != EBUSY) return result;
  ft_watch();
  for (int result;;) {
    ft_pause(100000);
    if ((result = FT_REAL(pthread_spin_trylock)((void *)s)) != EBUSY) return result;
  }
}
ACQUIRE(RAW_ACQUIRE, RAW_FOR_LOCK, pthread_mutex_lock, pthread_mutex_trylock, wait_for_mutex, pthread_mutex_t)
TRY(RAW_ACQUIRE, m, pthread_mutex_trylock, (pthread_mutex_t * m), (m))
TRY(RAW_ACQUIRE, m, pthread_mutex_timedlock, (pthread_mutex_t * m, UNTIL), (m, until))
TRY(RAW_ACQUIRE, m, pthread_mutex_clocklock, (pthread_mutex_t * m, clockid_t clock, UNTIL), (m, clock, until))
FT_EXPORT int pthread_mutex_unlock(pthread_mutex_t *m) {
  ft_sync(RAW_RELEASE, (uint64_t)m, 0, FT_SITE());
  int result = FT_REAL(pthread_mutex_unlock)(m);
  if (FT_UNLIKELY(ft_me->told)) ft_noise_told(ft_me);
  ft_lets(m);
  return result;
}

ACQUIRE(RAW_ACQUIRE_SHARED, RAW_FOR_SHARE, pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, wait_for_share, pthread_rwlock_t)
TRY(RAW_ACQUIRE_SHARED, l, pthread_rwlock_tryrdlock, (pthread_rwlock_t * l), (l))
TRY(RAW_ACQUIRE_SHARED, l, pthread_rwlock_timedrdlock, (pthread_rwlock_t * l, UNTIL), (l, until))
TRY(RAW_ACQUIRE_SHARED, l, pthread_rwlock_clockrdlock, (pthread_rwlock_t * l, clockid_t clock, UNTIL), (l, clock, until))
ACQUIRE(RAW_ACQUIRE, RAW_FOR_LOCK, pthread_rwlock_wrlock, pthread_rwlock_trywrlock, wait_for_writing, pthread_rwlock_t)
TRY(RAW_ACQUIRE, l, pthread_rwlock_trywrlock, (pthread_rwlock_t * l), (l))
TRY(RAW_ACQUIRE, l, pthread_rwlock_timedwrlock, (pthread_rwlock_t * l, UNTIL), (l, until))
TRY(RAW_ACQUIRE, l, pthread_rwlock_clockwrlock, (pthread_rwlock_t * l, clockid_t clock, UNTIL), (l, clock, until))

ACQUIRE(RAW_ACQUIRE, RAW_FOR_LOCK, pthread_spin_lock, pthread_spin_trylock, wait_spinning, pthread_spinlock_t)
TRY(RAW_ACQUIRE, s, pthread_spin_trylock, (pthread_spinlock_t * s), ((void *)s))
FT_EXPORT int pthread_spin_unlock(pthread_spinlock_t *s) {
  ft_sync(RAW_RELEASE, (uint64_t)s, 0, FT_SITE());
  int result = FT_REAL(pthread_spin_unlock)(s);
  ft_lets(s);
  return result;
}

#define CHANGE(name, parameters, arguments)                                              \
  FT_EXPORT int name parameters {                                                        \
    ft_range(RAW_WRITE_RANGE, lock, 1, FT_SITE());                                       \
    return FT_REAL(name) arguments;                                                      \
  }
CHANGE(pthread_mutex_init, (pthread_mutex_t * lock, const pthread_mutexattr_t *how), (lock, how))
CHANGE(pthread_mutex_destroy, (pthread_mutex_t * lock), (lock))
CHANGE(pthread_rwlock_init, (pthread_rwlock_t * lock, const pthread_rwlockattr_t *how), (lock, how))
CHANGE(pthread_rwlock_destroy, (pthread_rwlock_t * lock), (lock))
CHANGE(pthread_spin_init, (pthread_spinlock_t * lock, int shared), (lock, shared))
CHANGE(pthread_spin_destroy, (pthread_spinlock_t * lock), (lock))

// How a thread holds a reader-writer lock, it alone knows: glibc keeps the writer's kernel thread id while it writes.
FT_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l) {
  int writer = l->__data.__cur_writer != 0;
  ft_sync(writer ? RAW_RELEASE : RAW_RELEASE_SHARED, (uint64_t)l, 0, FT_SITE());
  int result = FT_REAL(pthread_rwlock_unlock)(l);
  ft_lets(l);
  return result;
}

// The lock of a stream.
FT_EXPORT void flockfile(FILE *file) {
  if (FT_REAL(ftrylockfile)(file)) {
    ft_waits(RAW_FOR_LOCK, (uint64_t)file, FT_SITE());
    ft_watch();
    FT_REAL(flockfile)(file);
    ft_goes_on();
  }
  ft_sync(RAW_ACQUIRE, (uint64_t)file, 0, FT_SITE());
}
FT_EXPORT int ftrylockfile(FILE *file) {
  int result = FT_REAL(ftrylockfile)(file);
  if (!result) ft_sync(RAW_ACQUIRE, (uint64_t)file, RAW_TRIES, FT_SITE());
  return result;
}
FT_EXPORT void funlockfile(FILE *file) {
  ft_sync(RAW_RELEASE, (uint64_t)file, 0, FT_SITE());
  FT_REAL(funlockfile)(file);
  ft_lets(file);
}
