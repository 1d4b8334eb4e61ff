// A program that ends while its threads have hardly begun would show nothing of them. So its end is put off while others still run: up
// to FORETRACE_LINGER milliseconds (plus what a busy machine adds), and no longer than there is something to see. There is nothing
// when all others have ended; when all of them wait for each other or for the thread that ends the program; when they have recorded a
// lot meanwhile.
#include "runtime.h"
#include <stdlib.h>

// One that waits may have been woken and not yet be there: so long must nothing change. And what is a lot, in bytes of the logs.
enum { STILL = 100, A_LOT = 16 << 20 };
static long most = 1000;

void ft_linger_init(void) {
  const char *asked = getenv("FORETRACE_LINGER");
  if (asked && *asked) most = strtol(asked, NULL, 10);
}

static void let_others_run(void) {
  uint64_t first = 0, before = 0;
  int still = 0;
  for (long waited = 0; waited < most && still < STILL && ft_on; waited++) {
    struct ft_others others = ft_others(ft_me);
    if (!others.running) return;
    if (!waited) first = others.recorded;
    if (others.recorded - first > A_LOT) return;
    still = others.blocked == others.running && others.recorded == before ? still + 1 : 0;
    before = others.recorded;
    ft_pause(1000000);
  }
}

// The program ends as the first wants it that ends it: whoever comes second waits until it is over, as POSIX has it since 2024. Here it
// matters more than elsewhere, since the first waits for others, and one of them may be about to end the program, too.
void ft_linger(void) {
  static struct ft_thread *ending;
  struct ft_thread *first = NULL;
  if (!ft_me->recording) return;
  ft_blocks();
  // The program ends, whatever its threads wait for.
  ft_outsiders = 1;
  if (!__atomic_compare_exchange_n(&ending, &first, ft_me, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && first != ft_me)
    for (;;) ft_pause(100000000);
  let_others_run();
  // Once is enough, should an exit handler call exit.
  most = 0;
  ft_goes_on();
}
