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

#define ACQUIRE(kind, forever, lock, name, parameters, arguments)                        \
  FT_EXPORT int name parameters {                                                        \
    struct ft_thread *t = ft_self();                                                     \
    if (t) ft_noise(t);                                                                  \
    if (forever) ft_blocks();                                                            \
    int result = FT_REAL(name) arguments;                                                \
    ft_goes_on();                                                                        \
    if (t && had(result)) {                                                              \
      ft_sync(kind, (uint64_t)lock, 0, FT_SITE());                                       \
      ft_range(RAW_READ_RANGE, lock, 1, FT_SITE());                                      \
    }                                                                                    \
    return result;                                                                       \
  }

#define UNTIL const struct timespec *until

// The mutex is waited for by the second.
static int wait_for(pthread_mutex_t *m) {
  struct ft_patience patience = {0};
  int result = FT_REAL(pthread_mutex_trylock)(m);
  if (result != EBUSY) return result;
  do result = FT_REAL(pthread_mutex_timedlock)(m, ft_patience(&patience));
  while (result == ETIMEDOUT);
  return result;
}
FT_EXPORT int pthread_mutex_lock(pthread_mutex_t *m) {
  struct ft_thread *t = ft_self();
  if (!t) return FT_REAL(pthread_mutex_lock)(m);
  ft_noise(t);
  ft_blocks();
  int result = wait_for(m);
  ft_goes_on();
  if (had(result)) {
    ft_sync(RAW_ACQUIRE, (uint64_t)m, 0, FT_SITE());
    ft_range(RAW_READ_RANGE, m, 1, FT_SITE());
  }
  return result;
}
ACQUIRE(RAW_ACQUIRE, FT_BOUNDED, m, pthread_mutex_trylock, (pthread_mutex_t * m), (m))
ACQUIRE(RAW_ACQUIRE, FT_BOUNDED, m, pthread_mutex_timedlock, (pthread_mutex_t * m, UNTIL), (m, until))
ACQUIRE(RAW_ACQUIRE, FT_BOUNDED, m, pthread_mutex_clocklock, (pthread_mutex_t * m, clockid_t clock, UNTIL), (m, clock, until))
FT_EXPORT int pthread_mutex_unlock(pthread_mutex_t *m) {
  ft_sync(RAW_RELEASE, (uint64_t)m, 0, FT_SITE());
  int result = FT_REAL(pthread_mutex_unlock)(m);
  if (FT_UNLIKELY(ft_me->told)) ft_noise_told(ft_me);
  return result;
}

ACQUIRE(RAW_ACQUIRE_SHARED, FT_FOREVER, l, pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l))
ACQUIRE(RAW_ACQUIRE_SHARED, FT_BOUNDED, l, pthread_rwlock_tryrdlock, (pthread_rwlock_t * l), (l))
ACQUIRE(RAW_ACQUIRE_SHARED, FT_BOUNDED, l, pthread_rwlock_timedrdlock, (pthread_rwlock_t * l, UNTIL), (l, until))
ACQUIRE(RAW_ACQUIRE_SHARED, FT_BOUNDED, l, pthread_rwlock_clockrdlock, (pthread_rwlock_t * l, clockid_t clock, UNTIL), (l, clock, until))
ACQUIRE(RAW_ACQUIRE, FT_FOREVER, l, pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l))
ACQUIRE(RAW_ACQUIRE, FT_BOUNDED, l, pthread_rwlock_trywrlock, (pthread_rwlock_t * l), (l))
ACQUIRE(RAW_ACQUIRE, FT_BOUNDED, l, pthread_rwlock_timedwrlock, (pthread_rwlock_t * l, UNTIL), (l, until))
ACQUIRE(RAW_ACQUIRE, FT_BOUNDED, l, pthread_rwlock_clockwrlock, (pthread_rwlock_t * l, clockid_t clock, UNTIL), (l, clock, until))

ACQUIRE(RAW_ACQUIRE, FT_FOREVER, s, pthread_spin_lock, (pthread_spinlock_t * s), ((void *)s))
ACQUIRE(RAW_ACQUIRE, FT_BOUNDED, s, pthread_spin_trylock, (pthread_spinlock_t * s), ((void *)s))
FT_EXPORT int pthread_spin_unlock(pthread_spinlock_t *s) {
  ft_sync(RAW_RELEASE, (uint64_t)s, 0, FT_SITE());
  return FT_REAL(pthread_spin_unlock)(s);
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
  return FT_REAL(pthread_rwlock_unlock)(l);
}

// The lock of a stream.
FT_EXPORT void flockfile(FILE *file) {
  FT_REAL(flockfile)(file);
  ft_sync(RAW_ACQUIRE, (uint64_t)file, 0, FT_SITE());
}
FT_EXPORT int ftrylockfile(FILE *file) {
  int result = FT_REAL(ftrylockfile)(file);
  if (!result) ft_sync(RAW_ACQUIRE, (uint64_t)file, 0, FT_SITE());
  return result;
}
FT_EXPORT void funlockfile(FILE *file) {
  ft_sync(RAW_RELEASE, (uint64_t)file, 0, FT_SITE());
  FT_REAL(funlockfile)(file);
}
