// Each thread has its own; what a key's destructor writes is ordered by the join.
#include "suite.h"

_Thread_local int own;
int at_end;
pthread_key_t key;

static void last(void *value) { at_end += value != NULL; }

static void *worker(void *unused) {
  for (int i = 0; i < 20; i++) own++;
  return unused;
}

static void *keyed(void *unused) {
  pthread_setspecific(key, &key);
  return unused;
}

int main(void) {
  pthread_key_create(&key, last);
  both(worker, worker);
  join(start(keyed, NULL));
  return at_end != 1 || own != 0;
}
