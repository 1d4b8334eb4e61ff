// A counter in a critical section orders two writes in every run in which the first thread is the first: no reordering that keeps what reads saw has the race.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, count;
static void *f(void *a) { x = 1; LOCKED(m, count++); return a; }
static void *g(void *a) { late(); LOCKED(m, count++); x = 2; return a; }
int main(void) { RUN(f, g); }
