// The last one to use an object destroys its lock and frees it.
#include "suite.h"

struct object {
  pthread_mutex_t lock;
  int users;
};

static void *leave(void *value) {
  struct object *object = value;
  pthread_mutex_lock(&object->lock);
  int last = --object->users == 0;
  pthread_mutex_unlock(&object->lock);
  if (last) {
    pthread_mutex_destroy(&object->lock);
    free(object);
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    struct object *object = malloc(sizeof *object);
    pthread_mutex_init(&object->lock, NULL);
    object->users = 2;
    pthread_t a = start(leave, object), b = start(leave, object);
    join(a);
    join(b);
  }
  return 0;
}
