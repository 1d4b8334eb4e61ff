// Two counters under two locks on the way: two reads have to see other writes.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, one, two;
static void *f(void *a) { x = 1; LOCKED(m, one++); LOCKED(n, two++); return a; }
static void *g(void *a) { late(); LOCKED(m, one++); LOCKED(n, two++); x = 2; return a; }
int main(void) { RUN(f, g); }
