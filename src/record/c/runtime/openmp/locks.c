// Critical sections and locks of OpenMP.
#include "openmp.h"

// The one lock of all sections without a name, and that of updates which the processor cannot do at once.
static char nameless, updates;

// Threads of different teams do not exclude each other.
uint64_t ft_of_team(void *lock) {
  return ft_openmp.team ? ft_openmp_channel(FT_LOCK_OF_TEAM, (uint64_t)lock, ft_openmp.team) : (uint64_t)lock;
}

#define SECTION(start, end, parameters, arguments, lock) \
  void start parameters;                                 \
  void end parameters;                                   \
  FT_EXPORT void start parameters {                      \
    FT_OPENMP(start, arguments);                         \
    ft_sync(RAW_ACQUIRE, lock, 0, FT_SITE());            \
  }                                                      \
  FT_EXPORT void end parameters {                        \
    ft_sync(RAW_RELEASE, lock, 0, FT_SITE());            \
    FT_OPENMP(end, arguments);                           \
  }
SECTION(GOMP_critical_start, GOMP_critical_end, (void), (), ft_of_team(&nameless))
SECTION(GOMP_atomic_start, GOMP_atomic_end, (void), (), (uint64_t)&updates)
SECTION(GOMP_critical_name_start, GOMP_critical_name_end, (void **lock), (lock), ft_of_team(lock))
SECTION(omp_set_lock, omp_unset_lock, (void *lock), (lock), ft_of_team(lock))
SECTION(omp_set_nest_lock, omp_unset_nest_lock, (void *lock), (lock), ft_of_team(lock))

#define TRY(name)                                                             \
  int name(void *);                                                           \
  FT_EXPORT int name(void *lock) {                                            \
    int result = FT_OPENMP(name, (lock));                                     \
    if (result) ft_sync(RAW_ACQUIRE, ft_of_team(lock), RAW_TRIES, FT_SITE()); \
    return result;                                                            \
  }
TRY(omp_test_lock)
TRY(omp_test_nest_lock)
