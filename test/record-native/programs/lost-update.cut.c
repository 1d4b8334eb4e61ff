// Two sections of one lock where one is needed: the deposit between them is lost. No race: the lock is held at every access.
#include "suite.h"
#include <foretrace/annotate.h>

int balance = 100;
pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
  pthread_mutex_lock(&account);
  int now = balance;
  pthread_mutex_unlock(&account);
  return now;
}

static void set(int value) {
  pthread_mutex_lock(&account);
  balance = value;
  pthread_mutex_unlock(&account);
}

static void *withdraw(void *unused) {
  FORETRACE_ATOMIC_BEGIN("withdraw");
  int now = get();
  reached();
  after(2);
  set(now - 10);
  FORETRACE_ATOMIC_END();
  return unused;
}

static void *deposit(void *unused) {
  after(1);
  set(200);
  reached();
  return unused;
}

int main(void) {
  both(withdraw, deposit);
  return 0;
}
