// Counts the primes below 200, half of the numbers in each of two threads.
#include "tally.h"
#include <pthread.h>
#include <stdio.h>

static int is_prime(int n) {
  for (int i = 2; i * i <= n; i++)
    if (n % i == 0) return 0;
  return n > 1;
}

static void *search(void *first) {
  for (int n = *(int *)first; n < 200; n += 2)
    if (is_prime(n)) count(n);
  return NULL;
}

int main(void) {
  int even = 0, odd = 1;
  pthread_t helper;
  pthread_create(&helper, NULL, search, &even);
  search(&odd);
  pthread_join(helper, NULL);
  printf("%d primes, the largest is %d\n", tally.found, tally.largest);
  return 0;
}
