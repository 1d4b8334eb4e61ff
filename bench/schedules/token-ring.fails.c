// Each adds one to what its neighbour had, each value under its own lock.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x1 = 1, x2 = 2, x3 = 1;
static void *one(void *a) { int t; LOCKED(m, t = x3); LOCKED(m, x1 = (t + 1) % 4); return a; }
static void *two(void *a) { int t; LOCKED(m, t = x1); LOCKED(m, x2 = t); return a; }
static void *three(void *a) { int t; late(); LOCKED(m, t = x2); LOCKED(m, x3 = t); return a; }
int main(void) { RUN(one, two, three); assert(x1 == x2 && x2 == x3); }
