// Two values that belong together are set one after the other.
#include "common.h"
static atomic_int a, b;
static void *set(void *v) { atomic_store(&a, 1); atomic_store(&b, -1); return v; }
static void *check(void *v) { late(); int x = atomic_load(&a), y = atomic_load(&b); assert(x + y == 0); return v; }
int main(void) { RUN(set, set, check); }
