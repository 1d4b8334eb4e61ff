// What is in the other file of inlining.c.
#include "stacks.h"
void other_file(int *p);
void apply(void (*f)(int *), int *p);
