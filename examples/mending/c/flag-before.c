// The flag says that the answer is there. Neither compiler nor processor knows that the one belongs to the other.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static int answer;
static int ready;

static void *produce(void *unused) {
  answer = 42;
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  while (!ready) sched_yield();
  printf("%d\n", answer);
  pthread_join(producer, NULL);
  return 0;
}
