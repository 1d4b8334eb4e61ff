// One of many visits of a function is cut.
#include "suite.h"

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

__attribute__((noinline)) static void visited_withdraw(int time) {
  int now = get();
  if (time == 3) reached(), after(2);
  set(now - 10);
}

static void *withdraw(void *unused) {
  for (int i = 0; i < 6; i++) visited_withdraw(i);
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
