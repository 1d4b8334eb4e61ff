// The C library has every thread handle a signal before setgid returns, also those of the recorder that look after hangs.
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused) {
  usleep(100);
  return unused;
}

int main(void) {
  for (int i = 0; i < 100; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    usleep(i * 37 % 3000);
    if (setgid(getgid())) return 1;
  }
  return 0;
}
