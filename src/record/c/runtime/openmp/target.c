// Target regions: they are run by the host, whatever other devices there are, as tasks are, and data are where they are.
#include "openmp.h"
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

// The device, a flag, and how a word is handed on.
enum { HOST = -2, LATER = 1 << 0, WORD = 13 };

// A region, which the first of its addresses tells of.
struct target {
  ft_function *function;
  struct ft_task task;
};

static void run_region(void *value) {
  void **addresses = value;
  const struct target *target = addresses[0];
  struct ft_openmp before = ft_openmp;
  ft_openmp = (struct ft_openmp){.task = before.task, .team = before.team, .stack = FT_CALLER_SP()};
  target->function(addresses + 1);
  ft_openmp = before;
}
static void run(void *value) {
  struct target *target = ((void **)value)[0];
  target->task.data = value;
  ft_task_run(&target->task);
  FT_REAL(free)(target);
}

int omp_in_final(void);
// What is moved where is not looked at.
#define UNUSED __attribute__((unused))
#define MAPPED UNUSED size_t count, UNUSED void **addresses, UNUSED size_t *sizes, UNUSED unsigned short *kinds
void GOMP_target_ext(UNUSED int device, ft_function *f, MAPPED, unsigned flags, void **depends, void **arguments);
FT_EXPORT void GOMP_target_ext(UNUSED int device, ft_function *f, MAPPED, unsigned flags, void **depends, void **arguments) {
  uint64_t dependences = depends ? ft_dependence_count(depends) : 0;
  struct target *target = FT_REAL(malloc)(sizeof *target + dependences * sizeof *target->task.on);
  if (!target) abort();
  target->function = f;
  target->task = ft_task(run_region, dependences, FT_SITE());
  target->task.at_once = !(flags & LATER) || FT_OPENMP(omp_in_final, ());
  for (uint64_t i = 0; i < dependences; i++) target->task.on[i] = ft_dependence(depends, i);
  if (!target->task.at_once) ft_openmp_send(FT_TASK_MADE, target->task.number, 0, FT_SITE());
  void **to = alloca((count + 1) * sizeof *to);
  size_t *bytes = alloca((count + 1) * sizeof *bytes);
  unsigned short *how = alloca((count + 1) * sizeof *how);
  to[0] = target;
  bytes[0] = 0;
  how[0] = WORD;
  FT_REAL(memcpy)(to + 1, addresses, count * sizeof *to);
  FT_REAL(memcpy)(bytes + 1, sizes, count * sizeof *bytes);
  FT_REAL(memcpy)(how + 1, kinds, count * sizeof *how);
  FT_OPENMP(GOMP_target_ext, (HOST, run, count + 1, to, bytes, how, flags, depends, arguments));
}

// Nothing is moved, but tasks may wait for that, and it for tasks.
static void move(unsigned flags, void **depends, uint64_t site) {
  if (depends) ft_task_of_nothing(depends, flags & LATER, site);
}
void GOMP_target_update_ext(UNUSED int device, MAPPED, unsigned flags, void **depends);
FT_EXPORT void GOMP_target_update_ext(UNUSED int device, MAPPED, unsigned flags, void **depends) { move(flags, depends, FT_SITE()); }
void GOMP_target_enter_exit_data(UNUSED int device, MAPPED, unsigned flags, void **depends);
FT_EXPORT void GOMP_target_enter_exit_data(UNUSED int device, MAPPED, unsigned flags, void **depends) { move(flags, depends, FT_SITE()); }
void GOMP_target_data_ext(UNUSED int device, MAPPED);
FT_EXPORT void GOMP_target_data_ext(UNUSED int device, MAPPED) {}
void GOMP_target_end_data(void);
FT_EXPORT void GOMP_target_end_data(void) {}
