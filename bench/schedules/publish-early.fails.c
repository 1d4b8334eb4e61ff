// The flag is set before the data.
#include "common.h"
static atomic_int ready, data;
static void *publish(void *a) { atomic_store(&ready, 1); atomic_store(&data, 42); return a; }
static void *use(void *a) { late(); if (atomic_load(&ready)) assert(atomic_load(&data) == 42); return a; }
int main(void) { RUN(publish, use); }
