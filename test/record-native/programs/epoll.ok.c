// What is set up before its descriptor is given to an epoll instance is seen by the thread that hears from it.
#include "suite.h"
#include <sys/epoll.h>

int state, instance, channel[2];

static void *giver(void *unused) {
  struct epoll_event event = {.events = EPOLLOUT};
  state = 42;
  epoll_ctl(instance, EPOLL_CTL_ADD, channel[1], &event);
  return unused;
}

static void *hearer(void *unused) {
  struct epoll_event event;
  while (epoll_wait(instance, &event, 1, -1) < 1) continue;
  return state < 0 ? &state : unused;
}

int main(void) {
  if (pipe(channel)) return 1;
  instance = epoll_create1(0);
  both(giver, hearer);
  return 0;
}
