// The second thread looks whether the first is done, and goes on whether or not it is.
#include "common.h"
static atomic_int done;
static int x, seen;
static void *f(void *a) { x = 1; atomic_store(&done, 1); return a; }
static void *g(void *a) { late(); seen = atomic_load(&done); x = 2; return a; }
int main(void) { RUN(f, g); }
