// The other file of inlining.c.
#include "inlining.h"
static inline void add(int *p) { (*p)++; }
void other_file(int *p) { add(p); }
void apply(void (*f)(int *), int *p) {
  f(p);
  zero = 0;
}
