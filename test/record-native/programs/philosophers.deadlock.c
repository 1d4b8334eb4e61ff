// Five philosophers, each with the fork to the left in hand.
#include "suite.h"

enum { SEATS = 5 };
pthread_mutex_t forks[SEATS];
int meals[SEATS];

static void *dine(void *argument) {
  int seat = (int)(intptr_t)argument;
  pthread_mutex_lock(&forks[seat]);
  reached();
  after(SEATS);
  pthread_mutex_lock(&forks[(seat + 1) % SEATS]);
  meals[seat]++;
  pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&forks[seat]);
  return NULL;
}
int main(void) {
  pthread_t guests[SEATS];
  for (int i = 0; i < SEATS; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < SEATS; i++) guests[i] = start(dine, (void *)(intptr_t)i);
  for (int i = 0; i < SEATS; i++) join(guests[i]);
}
