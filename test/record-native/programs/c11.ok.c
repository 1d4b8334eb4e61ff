// C11 threads, mutex, condition variable and call_once.
#include <threads.h>
int value, made, results;
mtx_t lock;
cnd_t changed;
once_flag once = ONCE_FLAG_INIT;

static void make(void) { made = 1; }

static int worker(void *unused) {
  call_once(&once, make);
  if (!made) return 1;
  mtx_lock(&lock);
  value++;
  cnd_broadcast(&changed);
  while (value < 2) cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  return unused != NULL;
}

int main(void) {
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_t a, b;
  thrd_create(&a, worker, NULL);
  thrd_create(&b, worker, NULL);
  int first, second;
  thrd_join(a, &first);
  thrd_join(b, &second);
  results = first + second;
  return results != 0 || value != 2;
}
