// Another way is taken if the thread comes early enough: only then is there a race.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, done;
static void *f(void *a) { x = 1; LOCKED(m, done = 1); return a; }
static void *g(void *a) { late(); int d; LOCKED(m, d = done); if (!d) x = 2; return a; }
int main(void) { RUN(f, g); }
