// One side forgot to take the lock for the fee; the locks around it order this run.
#include "suite.h"

int last_balance, fees;
pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *unused) {
  fees++;
  pthread_mutex_lock(&account);
  last_balance = 110;
  pthread_mutex_unlock(&account);
  reached();
  return unused;
}

static void *withdraw(void *unused) {
  after(1);
  pthread_mutex_lock(&account);
  last_balance = 90;
  pthread_mutex_unlock(&account);
  fees++;
  return unused;
}

int main(void) {
  both(deposit, withdraw);
  return 0;
}
