// What processes may share: then somebody else may end a wait.
#include "../core/runtime.h"
#include <sys/shm.h>

#define SHARE(name, type)                               \
  FT_EXPORT int name(type *how, int shared) {           \
    if (shared) ft_outsiders = 1;                       \
    return FT_REAL(name)(how, shared);                  \
  }
SHARE(pthread_mutexattr_setpshared, pthread_mutexattr_t)
SHARE(pthread_rwlockattr_setpshared, pthread_rwlockattr_t)
SHARE(pthread_condattr_setpshared, pthread_condattr_t)
SHARE(pthread_barrierattr_setpshared, pthread_barrierattr_t)

FT_EXPORT void *shmat(int id, const void *address, int flags) {
  ft_outsiders = 1;
  return FT_REAL(shmat)(id, address, flags);
}
