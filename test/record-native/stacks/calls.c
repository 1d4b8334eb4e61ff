// Calls of all kinds within one thread: recursion, tail calls, pointers, callbacks of the C library, memory of the stack.
#include "stacks.h"
#include <stdlib.h>
#include <string.h>
#ifndef DEEP
#define DEEP 70000
#endif

int called;       // touch < calls < first | touch < second
int pointed;      // touch < pointee < points < first | touch < second
int recursive;    // touch < down < down < down < recurses < first | touch < second
int mutual;       // touch < odd < even < odd < mutually < first | touch < second
int last;         // touch < tail < tails < first | touch < second
int last_of_many; // touch < far_tail < far_tail < far_tail < many_tails < first | touch < second
int sorted;       // touch < compare < sorts < first | touch < second
int nested;       // touch < compare_inner < sorts_inner < compare_outer < sorts_outer < first | touch < second
int found;        // touch < is_it < finds < first | touch < second
int once;         // touch < initialise < only_once < first | touch < second
int sized;        // touch < takes < first | touch < second
int many_words;   // touch < takes_many < first | touch < second
int after;        // touch < large < first | touch < second
int deep_down;    // touch | touch < second
int deep_up;      // touch < large < first | touch < second

FAR static void calls(void) { touch(&called); }

FAR static void pointee(int *p) { touch(p); }
static void (*volatile to)(int *) = pointee;
FAR static void points(void) { to(&pointed); }

FAR static void down(int n) {
  if (n) down(n - 1);
  else touch(&recursive);
}
FAR static void recurses(void) { down(2); }

static void even(int n);
FAR static void odd(int n) {
  if (n) even(n - 1);
  else touch(&mutual);
}
FAR static void even(int n) { odd(n - 1); }
FAR static void mutually(void) { odd(2); }

// Optimised, the last call of a function is a jump.
FAR static void tail(int *p) { touch(p); }
FAR static void tails(int *p) { tail(p); }
FAR static int far_tail(int n, int *p) {
  if (n) return far_tail(n - 1, p);
  touch(p);
  return 0;
}
FAR static void many_tails(void) { far_tail(2, &last_of_many); }

FAR static int compare(const void *a, const void *b) {
  if (!zero++) touch(&sorted);
  return *(const int *)a - *(const int *)b;
}
FAR static void sorts(void) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, compare);
  zero = 0;
}

FAR static int compare_inner(const void *a, const void *b) {
  if (!zero++) touch(&nested);
  return *(const int *)a - *(const int *)b;
}
FAR static void sorts_inner(void) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, compare_inner);
}
FAR static int compare_outer(const void *a, const void *b) {
  sorts_inner();
  return *(const int *)a - *(const int *)b;
}
FAR static void sorts_outer(void) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, compare_outer);
  zero = 0;
}

FAR static int is_it(const void *a, const void *b) {
  touch(&found);
  return *(const int *)a - *(const int *)b;
}
FAR static void finds(void) {
  int number = 1;
  bsearch(&number, &number, 1, sizeof number, is_it);
}

static pthread_once_t control = PTHREAD_ONCE_INIT;
FAR static void initialise(void) { touch(&once); }
FAR static void only_once(void) { pthread_once(&control, initialise); }

FAR static void takes(int n) {
  volatile char room[n];
  memset((char *)room, 0, n);
  touch(&sized);
}
FAR static int takes_many(int a, int b, int c, int d, int e, int f, int g, int *p) {
  touch(p);
  return a + b + c + d + e + f + g;
}

// More frames than are kept.
FAR static void deeper(int n) {
  if (!n) touch(&deep_down);
  else {
    deeper(n - 1);
    zero = 0;
  }
}

static void *first(void *unused) {
  calls();
  points();
  recurses();
  mutually();
  tails(&last);
  many_tails();
  sorts();
  sorts_outer();
  finds();
  only_once();
  takes(100);
  takes_many(1, 2, 3, 4, 5, 6, 7, &many_words);
  large(&after);
  deeper(DEEP);
  large(&deep_up);
  return unused;
}
static void *second(void *unused) {
  TOUCH_ALL(&called, &pointed, &recursive, &mutual, &last, &last_of_many, &sorted, &nested, &found, &once, &sized, &many_words, &after,
            &deep_down, &deep_up);
  return unused;
}
int main(void) {
  pthread_attr_t large_stack;
  pthread_t threads[2];
  pthread_attr_init(&large_stack);
  pthread_attr_setstacksize(&large_stack, 64 << 20);
  pthread_create(threads, &large_stack, first, 0);
  pthread_create(threads + 1, 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
