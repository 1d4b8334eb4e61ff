// The order of the two goes through a thread that only counts.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, count;
static void *f(void *a) { x = 1; LOCKED(m, count++); return a; }
static void *h(void *a) { usleep(5000); LOCKED(m, count++); return a; }
static void *g(void *a) { late(); LOCKED(m, count++); x = 2; return a; }
int main(void) { RUN(f, h, g); }
