// A race some frames deep in a container: two threads count an item, each under a lock of its own.
#include <pthread.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int key, count;
};
struct table {
  struct item *first;
};
static struct table *stock;
static pthread_mutex_t of_sales = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t of_returns = PTHREAD_MUTEX_INITIALIZER;

static void table_add(struct table *table, int key) {
  struct item *item = calloc(1, sizeof(struct item));
  item->key = key;
  item->next = table->first;
  table->first = item;
}

static void visit(struct table *table, int key, void (*change)(struct item *)) {
  for (struct item *item = table->first; item; item = item->next)
    if (item->key == key) change(item);
}

static void decrease(struct item *item) { item->count--; }
static void increase(struct item *item) { item->count++; }

static void *sell(void *unused) {
  pthread_mutex_lock(&of_sales);
  visit(stock, 7, decrease);
  pthread_mutex_unlock(&of_sales);
  return unused;
}

static void *take_back(void *unused) {
  pthread_mutex_lock(&of_returns);
  visit(stock, 7, increase);
  pthread_mutex_unlock(&of_returns);
  return unused;
}

static void open_shop(pthread_t *clerks) {
  pthread_create(&clerks[0], NULL, sell, NULL);
  pthread_create(&clerks[1], NULL, take_back, NULL);
}

int main(void) {
  pthread_t clerks[2];
  stock = calloc(1, sizeof(struct table));
  table_add(stock, 7);
  open_shop(clerks);
  pthread_join(clerks[0], NULL);
  pthread_join(clerks[1], NULL);
}
