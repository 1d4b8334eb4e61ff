// What others do comes between two visits of a function from one line, and never into one.
#include "suite.h"

int balance = 100;
pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static int visited_step(int time, int now) {
  if (time % 2 == 0) {
    pthread_mutex_lock(&account);
    now = balance;
    pthread_mutex_unlock(&account);
  } else {
    pthread_mutex_lock(&account);
    balance = now - 10;
    pthread_mutex_unlock(&account);
  }
  return now;
}

static void *steps(void *unused) {
  for (int i = 0, now = 0; i < 6; i++) {
    now = visited_step(i, now);
    if (i == 2) reached(), after(2);
  }
  return unused;
}

static void *deposit(void *unused) {
  after(1);
  pthread_mutex_lock(&account);
  balance = 200;
  pthread_mutex_unlock(&account);
  reached();
  return unused;
}

int main(void) {
  both(steps, deposit);
  return 0;
}
