// Barriers, also those at the end of loops and sections: all that the threads of a region and its tasks did before comes before what they do after.
#include "openmp.h"
#include <stdbool.h>

// Outside of all regions a thread is alone.
void ft_arrive(uint64_t site) {
  ft_share_ends(site);
  ft_shares_end(site);
  if (!ft_openmp.region) return;
  ft_openmp_send(FT_BARRIER, ft_openmp.region, ft_openmp.barriers, site);
  ft_openmp.waits = 1;
}
void ft_leave(uint64_t site) {
  if (!ft_openmp.region) return;
  ft_openmp_receive(FT_BARRIER, ft_openmp.region, ft_openmp.barriers, site);
  ft_openmp_receive(FT_TASKS, ft_openmp.region, ft_openmp.barriers, site);
  if (__atomic_load_n(&ft_events, __ATOMIC_RELAXED)) ft_openmp_receive(FT_TASKS, ft_openmp.region, FT_ANY_BARRIER, site);
  ft_openmp.barriers++;
  ft_openmp.waits = 0;
}
#define BARRIER(name)         \
  void name(void);            \
  FT_EXPORT void name(void) { \
    ft_arrive(FT_SITE());     \
    FT_OPENMP(name, ());      \
    ft_leave(FT_SITE());      \
  }
#define BARRIER_OR_END(name)           \
  bool name(void);                     \
  FT_EXPORT bool name(void) {          \
    ft_arrive(FT_SITE());              \
    bool result = FT_OPENMP(name, ()); \
    ft_leave(FT_SITE());               \
    return result;                     \
  }
BARRIER(GOMP_barrier)
BARRIER(GOMP_loop_end)
BARRIER(GOMP_sections_end)
BARRIER_OR_END(GOMP_barrier_cancel)
BARRIER_OR_END(GOMP_loop_end_cancel)
BARRIER_OR_END(GOMP_sections_end_cancel)

// One thread makes a value, which all get: a barrier at which the others arrive before that. Who makes it comes back at once.
void *GOMP_single_copy_start(void);
FT_EXPORT void *GOMP_single_copy_start(void) {
  ft_arrive(FT_SITE());
  void *value = FT_OPENMP(GOMP_single_copy_start, ());
  if (value) ft_leave(FT_SITE());
  else ft_openmp.differs = 1;
  ft_openmp.waits = 0;
  return value;
}
void GOMP_single_copy_end(void *);
FT_EXPORT void GOMP_single_copy_end(void *value) {
  ft_arrive(FT_SITE());
  FT_OPENMP(GOMP_single_copy_end, (value));
  ft_leave(FT_SITE());
}
