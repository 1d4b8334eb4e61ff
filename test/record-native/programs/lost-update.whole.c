// The same, with the lock held over both.
#include "suite.h"
#include <foretrace/annotate.h>

int balance = 100;
pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;

static void *withdraw(void *unused) {
  for (int i = 0; i < 100; i++) {
    FORETRACE_ATOMIC_BEGIN("withdraw");
    pthread_mutex_lock(&account);
    balance -= 10;
    pthread_mutex_unlock(&account);
    FORETRACE_ATOMIC_END();
  }
  return unused;
}

int main(void) {
  both(withdraw, withdraw);
  return 0;
}
