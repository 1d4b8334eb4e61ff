// C11 threads without a lock.
#include <threads.h>
int value;

static int worker(void *unused) {
  value++;
  return unused != NULL;
}

int main(void) {
  thrd_t a, b;
  thrd_create(&a, worker, NULL);
  thrd_create(&b, worker, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
