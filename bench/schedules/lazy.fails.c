// Three threads add up under one lock; one of them must not be the last.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void *one(void *a) { late(); LOCKED(m, data += 1); return a; }
static void *two(void *a) { late(); LOCKED(m, data += 2); return a; }
static void *look(void *a) { LOCKED(m, assert(data < 3)); return a; }
int main(void) { RUN(one, two, look); }
