// Every access of the balance is under the lock, and a deposit is lost all the same: docs/annotate.md.
#include <foretrace/annotate.h>
#include <pthread.h>
#include <stdio.h>

static int balance = 100;
static pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t step;

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
  pthread_barrier_wait(&step);
  pthread_barrier_wait(&step);
  set(now - 10);
  FORETRACE_ATOMIC_END();
  return unused;
}

static void *deposit(void *unused) {
  pthread_barrier_wait(&step);
  set(get() + 50);
  pthread_barrier_wait(&step);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&step, NULL, 2);
  pthread_create(&threads[0], NULL, withdraw, NULL);
  pthread_create(&threads[1], NULL, deposit, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%d\n", balance);
  return 0;
}
