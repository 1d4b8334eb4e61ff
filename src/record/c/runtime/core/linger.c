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
    struct ft_others others = ft_others();
    if (!others.running) return;
    if (!waited) first = others.recorded;
    if (others.recorded - first > A_LOT) return;
    still = others.blocked == others.running && others.recorded == before ? still + 1 : 0;
    before = others.recorded;
    ft_pause(1000000);
  }
}

void ft_linger(void) {
  static int lingering;
  if (!ft_me->recording) return;
  ft_blocks();
  if (!__atomic_exchange_n(&lingering, 1, __ATOMIC_SEQ_CST)) {
    let_others_run();
    // Once is enough, should an exit handler call exit.
    most = 0;
    __atomic_store_n(&lingering, 0, __ATOMIC_SEQ_CST);
  } else {
    // The program ends as the first wants it that ends it.
    while (__atomic_load_n(&lingering, __ATOMIC_SEQ_CST)) ft_pause(100000000);
  }
  ft_goes_on();
}
