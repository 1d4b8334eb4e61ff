// A process that is being made: nobody else is within a guard, no handler comes before the new process knows that the logs of its parent are not its own.
#include "guard.h"

extern FT_OWN struct ft_guard __start_ft_guards[], __stop_ft_guards[];

// Whoever forks has all of the guards, and so this.
static uint64_t signals;

void ft_fork_begins(void) {
  uint64_t before = ft_block_signals();
  for (struct ft_guard *g = __start_ft_guards; g < __stop_ft_guards; g++) ft_guard_take(g);
  signals = before;
}

static void over(void) {
  uint64_t before = signals;
  // Each had all signals blocked before.
  for (struct ft_guard *g = __start_ft_guards; g < __stop_ft_guards; g++) ft_guard_leave(g);
  ft_set_signals(before);
}
void ft_fork_in_parent(void) { over(); }
void ft_fork_in_child(void) {
  ft_threads_forked();
  over();
}

// Before any library can register its own: ours is then the last before a fork and the first after it, so that what others do in a new process is not
// taken for the parent's.
static void start(void) { pthread_atfork(ft_fork_begins, ft_fork_in_parent, ft_fork_in_child); }
__attribute__((section(".preinit_array"), used)) static void (*const early)(void) = start;
