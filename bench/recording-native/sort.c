// Merge sort, halves in threads of their own down to a quarter: memory that goes from thread to thread.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {
  int *items, *spare, n, depth;
};

static void *sort(void *value) {
  struct part *p = value;
  if (p->n < 2) return NULL;
  int half = p->n / 2;
  struct part left = {p->items, p->spare, half, p->depth + 1};
  struct part right = {p->items + half, p->spare + half, p->n - half, p->depth + 1};
  pthread_t thread;
  int forked = p->depth < 2 && !pthread_create(&thread, NULL, sort, &left);
  if (!forked) sort(&left);
  sort(&right);
  if (forked) pthread_join(thread, NULL);
  for (int i = 0, j = half, k = 0; k < p->n; k++)
    p->spare[k] = j == p->n || (i < half && p->items[i] <= p->items[j]) ? p->items[i++] : p->items[j++];
  memcpy(p->items, p->spare, p->n * sizeof *p->items);
  return NULL;
}

int main(int count, char **arguments) {
  int n = count > 1 ? atoi(arguments[1]) : 200000;
  int *items = malloc(n * sizeof *items), *spare = malloc(n * sizeof *spare);
  unsigned random = 1;
  for (int i = 0; i < n; i++) items[i] = (int)((random = random * 1664525 + 1013904223) >> 8);
  struct part all = {items, spare, n, 0};
  sort(&all);
  for (int i = 1; i < n; i++)
    if (items[i - 1] > items[i]) return 1;
  printf("%d\n", items[n / 2]);
  free(items);
  free(spare);
  return 0;
}
