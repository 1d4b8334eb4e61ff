// A queue whose emptiness is asked without the lock.
#include "suite.h"

struct node {
  struct node *next;
  int value;
} *first;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *unused) {
  for (int i = 0; i < 10; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    pthread_mutex_lock(&lock);
    node->next = first;
    first = node;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *pop(void *unused) {
  for (int i = 0; i < 10; i++) {
    if (!first) continue;
    pthread_mutex_lock(&lock);
    struct node *node = first;
    if (node) first = node->next;
    pthread_mutex_unlock(&lock);
    free(node);
  }
  return unused;
}

int main(void) {
  both(push, pop);
  return 0;
}
