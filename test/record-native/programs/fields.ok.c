// Neighbours in a struct and in a word are not the same variable.
#include "suite.h"

struct {
  char a, b;
  short c;
  int d;
} shared;

static void *left(void *unused) {
  for (int i = 0; i < 20; i++) shared.a++, shared.c++;
  return unused;
}

static void *right(void *unused) {
  for (int i = 0; i < 20; i++) shared.b++, shared.d++;
  return unused;
}

int main(void) {
  both(left, right);
  return shared.a != 20;
}
