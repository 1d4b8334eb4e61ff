// Double-checked locking with a plain pointer.
#include "suite.h"

struct config {
  int limit;
} *config;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  if (!config) {
    pthread_mutex_lock(&lock);
    if (!config) {
      struct config *made = malloc(sizeof *made);
      made->limit = 42;
      config = made;
    }
    pthread_mutex_unlock(&lock);
  }
  return config;
}

static void *user(void *unused) { return get()->limit == 42 ? unused : &config; }

int main(void) {
  both(user, user);
  return 0;
}
