// Four threads put, find and remove keys of one hash map with a lock for every 1/64 of its buckets: many short critical sections that seldom
// meet, and nodes that one thread makes and another frees, when it has left the critical section: that nobody can come by the node any more
// follows from what others have read, not from a lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, STRIPES = 64, BUCKETS = 4096, KEYS = 16384 };

struct node {
  unsigned key, value;
  struct node *next;
};

struct stripe {
  pthread_mutex_t lock;
  unsigned used;
};

static struct stripe stripes[STRIPES];
static struct node *buckets[BUCKETS];
static int operations;

static unsigned hashed(unsigned key) { return (key * 2654435761u) >> 8; }

/** The link that points at the key, or the one at which it belongs. */
static struct node **place(unsigned hash, unsigned key) {
  struct node **link = &buckets[hash % BUCKETS];
  while (*link && (*link)->key != key) link = &(*link)->next;
  return link;
}

static void put(unsigned key, unsigned value) {
  unsigned hash = hashed(key);
  struct stripe *stripe = &stripes[hash % STRIPES];
  pthread_mutex_lock(&stripe->lock);
  struct node **link = place(hash, key);
  if (!*link) {
    *link = calloc(1, sizeof **link);
    (*link)->key = key;
    stripe->used++;
  }
  (*link)->value = value;
  pthread_mutex_unlock(&stripe->lock);
}

static unsigned get(unsigned key) {
  unsigned hash = hashed(key);
  struct stripe *stripe = &stripes[hash % STRIPES];
  pthread_mutex_lock(&stripe->lock);
  struct node *found = *place(hash, key);
  unsigned value = found ? found->value : 0;
  pthread_mutex_unlock(&stripe->lock);
  return value;
}

static void take_out(unsigned key) {
  unsigned hash = hashed(key);
  struct stripe *stripe = &stripes[hash % STRIPES];
  pthread_mutex_lock(&stripe->lock);
  struct node **link = place(hash, key), *gone = *link;
  if (gone) {
    *link = gone->next;
    stripe->used--;
  }
#ifdef FREE_INSIDE
  free(gone);
  pthread_mutex_unlock(&stripe->lock);
#else
  pthread_mutex_unlock(&stripe->lock);
  free(gone);
#endif
}

static void *work(void *value) {
  unsigned random = (unsigned)(long)value + 1, sum = 0;
  for (int i = 0; i < operations; i++) {
    random = random * 1664525 + 1013904223;
    unsigned key = (random >> 8) % KEYS, kind = (random >> 28) % 8;
    if (kind < 2) put(key, key + 1);
    else if (kind < 3) take_out(key);
    else sum += get(key);
  }
  return (void *)(long)sum;
}

int main(int count, char **arguments) {
  operations = (count > 1 ? atoi(arguments[1]) : 100000) / THREADS;
  for (int i = 0; i < STRIPES; i++) pthread_mutex_init(&stripes[i].lock, NULL);
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  unsigned used = 0;
  for (int i = 0; i < STRIPES; i++) used += stripes[i].used;
  printf("%u\n", used);
  return 0;
}
