// The balance is read in one critical section and written in another.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;
static void add(int by) { int b; LOCKED(m, b = balance); LOCKED(m, balance = b + by); }
static void *deposit(void *a) { add(50); return a; }
static void *withdraw(void *a) { late(); add(-30); return a; }
int main(void) { RUN(deposit, withdraw); assert(balance == 120); }
