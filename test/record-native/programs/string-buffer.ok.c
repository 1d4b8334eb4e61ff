// The length of the other buffer is read under its lock.
#include "suite.h"

struct buffer {
  pthread_mutex_t lock;
  int length;
  char text[64];
} a = {PTHREAD_MUTEX_INITIALIZER, 3, "abc"}, b = {PTHREAD_MUTEX_INITIALIZER, 3, "xyz"};

static void *append(void *unused) {
  pthread_mutex_lock(&a.lock);
  pthread_mutex_lock(&b.lock);
  memcpy(a.text + a.length, b.text, b.length);
  a.length += b.length;
  pthread_mutex_unlock(&b.lock);
  pthread_mutex_unlock(&a.lock);
  return unused;
}

static void *erase(void *unused) {
  pthread_mutex_lock(&b.lock);
  b.length = 0;
  pthread_mutex_unlock(&b.lock);
  return unused;
}

int main(void) {
  both(append, erase);
  return 0;
}
