// Functions that the compiler expands in place of their calls, also those of another file if the linker optimises.
#include "inlining.h"

int expanded;  // inner < middle < outer < first | inner < middle < outer < second
int once;      // inner < middle < both < first | inner < middle < both < second
int again;     // inner < both < first | inner < both < second
int of_called; // inner < middle < outer < calls < first | inner < middle < outer < second
int other;     // add < other_file < first | add < other_file < second
int through;   // inner < middle < outer < applied < apply < first | inner < middle < outer < second

static inline void inner(int *p) { (*p)++; }
static inline void middle(int *p) { inner(p); }
static inline void outer(int *p) { middle(p); }
static inline void both(int *p, int *q) {
  middle(p);
  inner(q);
}
FAR static void calls(int *p) { outer(p); }
static void applied(int *p) { outer(p); }

static void *first(void *unused) {
  outer(&expanded);
  both(&once, &again);
  calls(&of_called);
  other_file(&other);
  apply(applied, &through);
  return unused;
}
static void *second(void *unused) {
  outer(&expanded);
  both(&once, &again);
  outer(&of_called);
  other_file(&other);
  outer(&through);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(threads, 0, first, 0);
  pthread_create(threads + 1, 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
