// Message queues of POSIX and of System V, and semaphores of System V: what was done before something is sent, or given, is done for who gets it.
#include "../core/runtime.h"
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>

// Addresses that no memory has.
#define QUEUES 0xf90000000000ull
#define GIVEN 0xf80000000000ull
#define TAKEN 0xf70000000000ull
static void order(unsigned kind, uint64_t of, int id, uint64_t site) {
  if (ft_me->accesses) ft_sync(kind, of | (uint32_t)id, 0, site);
}

// A queue of POSIX is a descriptor here.
#define SEND(name, parameters, arguments)                             \
  FT_EXPORT int name parameters {                                     \
    ft_range(RAW_READ_RANGE, p, n, FT_SITE());                        \
    ft_order_descriptor(RAW_SEND, queue, FT_SITE());                  \
    return FT_REAL(name) arguments;                                   \
  }
#define RECEIVE(name, parameters, arguments)                          \
  FT_EXPORT ssize_t name parameters {                                 \
    ssize_t got = FT_REAL(name) arguments;                            \
    if (got < 0) return got;                                          \
    ft_order_descriptor(RAW_RECEIVE, queue, FT_SITE());               \
    ft_range(RAW_WRITE_RANGE, p, got, FT_SITE());                     \
    return got;                                                       \
  }
#define UNTIL const struct timespec *until
SEND(mq_send, (mqd_t queue, const char *p, size_t n, unsigned priority), (queue, p, n, priority))
SEND(mq_timedsend, (mqd_t queue, const char *p, size_t n, unsigned priority, UNTIL), (queue, p, n, priority, until))
RECEIVE(mq_receive, (mqd_t queue, char *p, size_t n, unsigned *priority), (queue, p, n, priority))
RECEIVE(mq_timedreceive, (mqd_t queue, char *restrict p, size_t n, unsigned *restrict priority, UNTIL), (queue, p, n, priority, until))

FT_EXPORT int msgsnd(int queue, const void *p, size_t n, int flags) {
  ft_range(RAW_READ_RANGE, p, sizeof(long) + n, FT_SITE());
  order(RAW_SEND, QUEUES, queue, FT_SITE());
  return FT_REAL(msgsnd)(queue, p, n, flags);
}
FT_EXPORT ssize_t msgrcv(int queue, void *p, size_t n, long kind, int flags) {
  ssize_t got = FT_REAL(msgrcv)(queue, p, n, kind, flags);
  if (got < 0) return got;
  order(RAW_RECEIVE, QUEUES, queue, FT_SITE());
  ft_range(RAW_WRITE_RANGE, p, sizeof(long) + got, FT_SITE());
  return got;
}

// Of a set as a whole. Who takes comes after who gave; who waits for zero after who took, too.
enum { GIVES = 1, TAKES = 2, WAITS = 4 };
static int doings(const struct sembuf *operations, size_t n) {
  int all = 0;
  for (size_t i = 0; i < n; i++) all |= operations[i].sem_op > 0 ? GIVES : operations[i].sem_op < 0 ? TAKES : WAITS;
  return all;
}
#define OPERATE(name, parameters, arguments)                                   \
  FT_EXPORT int name parameters {                                              \
    int doing = doings(operations, n);                                         \
    if (doing & GIVES) order(RAW_SEND, GIVEN, set, FT_SITE());                 \
    if (doing & TAKES) order(RAW_SEND, TAKEN, set, FT_SITE());                 \
    int result = FT_REAL(name) arguments;                                      \
    if (!result && doing & (TAKES | WAITS)) order(RAW_RECEIVE, GIVEN, set, FT_SITE()); \
    if (!result && doing & WAITS) order(RAW_RECEIVE, TAKEN, set, FT_SITE());   \
    return result;                                                             \
  }
OPERATE(semop, (int set, struct sembuf *operations, size_t n), (set, operations, n))
OPERATE(semtimedop, (int set, struct sembuf *operations, size_t n, UNTIL), (set, operations, n, until))
