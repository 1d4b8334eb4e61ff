// Double-checked locking with an atomic pointer.
#include "suite.h"

struct config {
  int limit;
};
_Atomic(struct config *) config;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  struct config *seen = atomic_load_explicit(&config, memory_order_acquire);
  if (!seen) {
    pthread_mutex_lock(&lock);
    seen = atomic_load_explicit(&config, memory_order_relaxed);
    if (!seen) {
      seen = malloc(sizeof *seen);
      seen->limit = 42;
      atomic_store_explicit(&config, seen, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  return seen;
}

static void *user(void *unused) { return get()->limit == 42 ? unused : &config; }

int main(void) {
  both(user, user);
  return 0;
}
