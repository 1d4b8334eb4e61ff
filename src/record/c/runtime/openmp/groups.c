// Waiting for tasks: for the children of a task, and for all of a group.
#include "openmp.h"

// Whether there may be something to receive, by the last bits of the parent's number: most tasks are run by who made them, and programs have millions.
enum { PARENTS = 1 << 16 };
static uint8_t told[PARENTS];
void ft_child_over(uint64_t parent, uint64_t site) {
  __atomic_store_n(&told[parent % PARENTS], 1, __ATOMIC_RELAXED);
  ft_openmp_send(FT_CHILD_ENDS, parent, 0, site);
}

void ft_wait_for_children(uint64_t site) {
  if (__atomic_load_n(&told[ft_openmp.task % PARENTS], __ATOMIC_RELAXED)) ft_openmp_receive(FT_CHILD_ENDS, ft_openmp.task, 0, site);
}

void GOMP_taskwait(void);
FT_EXPORT void GOMP_taskwait(void) {
  FT_OPENMP(GOMP_taskwait, ());
  ft_wait_for_children(FT_SITE());
}

// Groups that the thread is in, from the outermost that is remembered; one in a deeper one counts for that.
enum { DEEPEST = 64 };
static __thread uint64_t groups[DEEPEST];
static __thread uint32_t depth;
void ft_group_begin(void) {
  if (depth < DEEPEST) {
    groups[depth] = ft_openmp.group;
    ft_openmp.group = ft_openmp_number();
  }
  depth++;
}
void ft_group_end(uint64_t site) {
  ft_openmp_receive(FT_OF_GROUP_ENDS, ft_openmp.group, 0, site);
  if (--depth < DEEPEST) ft_openmp.group = groups[depth];
}

void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);
FT_EXPORT void GOMP_taskgroup_start(void) {
  ft_group_begin();
  FT_OPENMP(GOMP_taskgroup_start, ());
}
FT_EXPORT void GOMP_taskgroup_end(void) {
  FT_OPENMP(GOMP_taskgroup_end, ());
  ft_group_end(FT_SITE());
}
