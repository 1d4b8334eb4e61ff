// Waiting for tasks: for the children of a task, and for all of a group.
#include "openmp.h"

void GOMP_taskwait(void);
FT_EXPORT void GOMP_taskwait(void) {
  FT_OPENMP(GOMP_taskwait, ());
  ft_openmp_receive(FT_CHILD_ENDS, ft_openmp.task, 0, FT_SITE());
}

// Groups that the thread is in, from the outermost that is remembered; one in a deeper one counts for that.
enum { DEEPEST = 64 };
static __thread uint64_t groups[DEEPEST];
static __thread uint32_t depth;
void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);
FT_EXPORT void GOMP_taskgroup_start(void) {
  if (depth < DEEPEST) {
    groups[depth] = ft_openmp.group;
    ft_openmp.group = ft_openmp_number();
  }
  depth++;
  FT_OPENMP(GOMP_taskgroup_start, ());
}
FT_EXPORT void GOMP_taskgroup_end(void) {
  FT_OPENMP(GOMP_taskgroup_end, ());
  ft_openmp_receive(FT_OF_GROUP_ENDS, ft_openmp.group, 0, FT_SITE());
  if (--depth < DEEPEST) ft_openmp.group = groups[depth];
}
