// Java's StringBuffer bug: append reads the length of the other buffer without its lock.
#include "suite.h"

struct buffer {
  pthread_mutex_t lock;
  int length;
  char text[64];
} a = {PTHREAD_MUTEX_INITIALIZER, 3, "abc"}, b = {PTHREAD_MUTEX_INITIALIZER, 3, "xyz"};

static void *append(void *unused) {
  pthread_mutex_lock(&a.lock);
  int length = b.length;
  pthread_mutex_lock(&b.lock);
  memcpy(a.text + a.length, b.text, length);
  pthread_mutex_unlock(&b.lock);
  a.length += length;
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
