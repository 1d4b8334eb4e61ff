// Others come in between, and nobody can tell: what they do is about something else.
#include "suite.h"
#include <foretrace/annotate.h>

int here, there;
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  FORETRACE_ATOMIC_BEGIN("first");
  pthread_mutex_lock(&one);
  here++;
  reached();
  after(2);
  here++;
  pthread_mutex_unlock(&one);
  FORETRACE_ATOMIC_END();
  return unused;
}

static void *second(void *unused) {
  after(1);
  FORETRACE_ATOMIC_BEGIN("second");
  pthread_mutex_lock(&two);
  there++;
  pthread_mutex_unlock(&two);
  FORETRACE_ATOMIC_END();
  reached();
  pthread_mutex_lock(&one);
  here++;
  pthread_mutex_unlock(&one);
  pthread_mutex_lock(&two);
  there++;
  pthread_mutex_unlock(&two);
  return unused;
}

int main(void) {
  both(first, second);
  return 0;
}
