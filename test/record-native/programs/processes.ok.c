// After a fork each process has its own memory.
#include "suite.h"
#include <sys/wait.h>
int value;

static void *worker(void *unused) {
  value++;
  return unused;
}

int main(void) {
  pid_t child = fork();
  if (child == 0) {
    join(start(worker, NULL));
    _exit(value != 1);
  }
  join(start(worker, NULL));
  int status;
  waitpid(child, &status, 0);
  return value != 1 || status != 0;
}
