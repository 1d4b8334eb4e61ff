// Each access is atomic, the update is not.
#include "common.h"
static atomic_int count;
static void *f(void *a) { int c = atomic_load(&count); atomic_store(&count, c + 1); return a; }
static void *g(void *a) { late(); return f(a); }
int main(void) { RUN(f, g); assert(atomic_load(&count) == 2); }
