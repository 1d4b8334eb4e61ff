// A semaphore says that the data is there; nobody looks at whether it was had.
#include "common.h"
static sem_t ready;
static int data;
static void *f(void *a) { data = 1; sem_post(&ready); return a; }
static void *g(void *a) { late(); sem_trywait(&ready); data = 2; return a; }
int main(void) { sem_init(&ready, 0, 0); RUN(f, g); }
