// The C11 mutex is tried, and its answer is not looked at.
#include <threads.h>
#include <unistd.h>
int value;
mtx_t lock;

static int holder(void *unused) {
  mtx_lock(&lock);
  value++;
  usleep(60000);
  mtx_unlock(&lock);
  return unused != NULL;
}

static int hasty(void *unused) {
  usleep(20000);
  int got = mtx_trylock(&lock);
  value++;
  if (got == thrd_success) mtx_unlock(&lock);
  return unused != NULL;
}

int main(void) {
  mtx_init(&lock, mtx_plain);
  thrd_t a, b;
  thrd_create(&a, holder, NULL);
  thrd_create(&b, hasty, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
