// Two threads find that nobody has begun, and both begin.
#include "common.h"
static atomic_int begun, made;
static void *init(void *a) { if (a) late(); if (!atomic_load(&begun)) { atomic_store(&begun, 1); atomic_fetch_add(&made, 1); } return a; }
int main(void) { RUN(init, init); assert(atomic_load(&made) == 1); }
