// A stack by compare-and-exchange whose nodes are never used again: no ABA.
#include "suite.h"

struct node {
  struct node *next;
  int value;
} nodes[2][10];
_Atomic(struct node *) top;
atomic_int sum;

static void *worker(void *number) {
  struct node *mine = nodes[(intptr_t)number];
  for (int i = 0; i < 10; i++) {
    mine[i].value = i;
    mine[i].next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&top, &mine[i].next, &mine[i], memory_order_release, memory_order_relaxed));
  }
  for (int i = 0; i < 10; i++) {
    struct node *taken = atomic_load_explicit(&top, memory_order_acquire);
    while (taken && !atomic_compare_exchange_weak_explicit(&top, &taken, taken->next, memory_order_acquire, memory_order_acquire));
    if (taken) atomic_fetch_add_explicit(&sum, taken->value, memory_order_relaxed);
  }
  return NULL;
}

int main(void) {
  pthread_t a = start(worker, (void *)0), b = start(worker, (void *)1);
  join(a);
  join(b);
  return sum != 90;
}
