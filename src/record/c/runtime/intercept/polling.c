// Waiting for descriptors by epoll: what a thread did before it gave a descriptor to an instance is ordered before what others do when they hear from that
// instance. Which of its descriptors they hear of cannot be told from outside: all that were given before count, as ThreadSanitizer has it.
#include "../core/runtime.h"
#include <sys/epoll.h>

FT_EXPORT int epoll_ctl(int instance, int operation, int fd, struct epoll_event *event) {
  if (operation != EPOLL_CTL_DEL) ft_order_descriptor(RAW_SEND, instance, FT_SITE());
  return FT_REAL(epoll_ctl)(instance, operation, fd, event);
}

#define WAIT(name, parameters, arguments)                                               \
  FT_EXPORT int name parameters {                                                       \
    int count = FT_REAL(name) arguments;                                                \
    if (count > 0) ft_order_descriptor(RAW_RECEIVE, instance, FT_SITE());               \
    return count;                                                                       \
  }
WAIT(epoll_wait, (int instance, struct epoll_event *events, int most, int timeout), (instance, events, most, timeout))
WAIT(epoll_pwait, (int instance, struct epoll_event *events, int most, int timeout, const sigset_t *signals),
     (instance, events, most, timeout, signals))
