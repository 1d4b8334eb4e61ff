// Five philosophers, of whom one takes the fork to the right first.
#include "suite.h"

enum { SEATS = 5 };
pthread_mutex_t forks[SEATS];
int meals[SEATS];

static void *dine(void *argument) {
  int seat = (int)(intptr_t)argument, next = (seat + 1) % SEATS;
  int first = seat < next ? seat : next, second = seat < next ? next : seat;
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
  }
  return NULL;
}
int main(void) {
  pthread_t guests[SEATS];
  for (int i = 0; i < SEATS; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < SEATS; i++) guests[i] = start(dine, (void *)(intptr_t)i);
  for (int i = 0; i < SEATS; i++) join(guests[i]);
}
