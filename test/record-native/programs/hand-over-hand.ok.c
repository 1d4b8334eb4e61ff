// A list whose nodes are locked hand over hand, always from front to back.
#include "suite.h"

enum { NODES = 8 };
static struct node {
  pthread_mutex_t lock;
  int value;
  struct node *next;
} nodes[NODES];

static void *walk(void *unused) {
  for (int i = 0; i < 50; i++) {
    struct node *at = &nodes[0];
    pthread_mutex_lock(&at->lock);
    while (at->next) {
      struct node *next = at->next;
      pthread_mutex_lock(&next->lock);
      at->value++;
      pthread_mutex_unlock(&at->lock);
      at = next;
    }
    pthread_mutex_unlock(&at->lock);
  }
  return unused;
}
int main(void) {
  for (int i = 0; i < NODES; i++) {
    pthread_mutex_init(&nodes[i].lock, NULL);
    nodes[i].next = i + 1 < NODES ? &nodes[i + 1] : NULL;
  }
  both(walk, walk);
}
