// A lock is tried, and the section entered all the same.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turns;
static int x;
static void *f(void *a) { LOCKED(m, x++; atomic_fetch_add(&turns, 1); x++); return a; }
static void *g(void *a) { late(); int had = !pthread_mutex_trylock(&m); x--; if (had) pthread_mutex_unlock(&m); return a; }
int main(void) { RUN(f, g); }
