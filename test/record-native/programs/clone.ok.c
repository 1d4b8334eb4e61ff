// A process made by clone has memory of its own: what it does there is not what its parent's threads do.
#include "suite.h"
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static int process(void *unused) {
  (void)unused;
  // Far more than a buffer of the recorder holds.
  for (int i = 0; i < 100000; i++) __sync_fetch_and_add(&value, 1);
  exit(7);
}

int main(void) {
  static char stack[64 << 10] __attribute__((aligned(16)));
  pthread_t thread = start(worker, NULL);
  int status, id = clone(process, stack + sizeof stack, SIGCHLD, NULL);
  worker(NULL);
  if (waitpid(id, &status, 0) != id) return 1;
  join(thread);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 7 || value != 200;
}
