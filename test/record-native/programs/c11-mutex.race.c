// The C11 mutex is tried, and its answer is not looked at.
#include <threads.h>
int value;
mtx_t lock;

static int hasty(void *unused) {
  int got = mtx_trylock(&lock);
  value++;
  if (got == thrd_success) mtx_unlock(&lock);
  return unused != NULL;
}

int main(void) {
  mtx_init(&lock, mtx_plain);
  mtx_lock(&lock);
  thrd_t a, b;
  thrd_create(&a, hasty, NULL);
  thrd_create(&b, hasty, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  mtx_unlock(&lock);
  return 0;
}
