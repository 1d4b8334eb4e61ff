// The hash map whose nodes are freed while their lock is held.
#define FREE_INSIDE
#include "hash-map.c"
