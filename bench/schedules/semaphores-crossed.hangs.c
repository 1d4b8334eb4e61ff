// Two semaphores taken crosswise: no lock has an owner here.
#include "common.h"
static sem_t p, q;
static void *f(void *a) { sem_wait(&p); sem_wait(&q); sem_post(&q); sem_post(&p); return a; }
static void *g(void *a) { late(); sem_wait(&q); sem_wait(&p); sem_post(&p); sem_post(&q); return a; }
int main(void) { sem_init(&p, 0, 1); sem_init(&q, 0, 1); RUN(f, g); }
