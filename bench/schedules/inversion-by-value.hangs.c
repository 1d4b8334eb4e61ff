// The locks are taken in the other order only as long as the first thread is not done.
#include "common.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
static int x;
static void *f(void *v) { LOCKED(a, LOCKED(b, x++)); atomic_store(&done, 1); return v; }
static void *g(void *v) { late(); if (!atomic_load(&done)) LOCKED(b, LOCKED(a, x++)); return v; }
int main(void) { RUN(f, g); }
