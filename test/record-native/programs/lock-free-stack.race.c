// The node is filled after it was pushed.
#include "suite.h"

struct node {
  struct node *next;
  int value;
} nodes[2][10];
_Atomic(struct node *) top;

static void *worker(void *number) {
  struct node *mine = nodes[(intptr_t)number];
  for (int i = 0; i < 10; i++) {
    mine[i].next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &mine[i].next, &mine[i]));
    mine[i].value = i;
  }
  int sum = 0;
  for (struct node *node = atomic_load(&top); node; node = node->next) sum += node->value;
  return sum < 0 ? nodes : NULL;
}

int main(void) {
  pthread_t a = start(worker, (void *)0), b = start(worker, (void *)1);
  join(a);
  join(b);
  return 0;
}
