// Whether to wait is asked before the lock is had: the signal may come in between.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static void *waiter(void *a) { if (!atomic_load(&ready)) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); } return a; }
static void *waker(void *a) { late(); atomic_store(&ready, 1); LOCKED(m, pthread_cond_signal(&c)); return a; }
int main(void) { RUN(waiter, waker); }
