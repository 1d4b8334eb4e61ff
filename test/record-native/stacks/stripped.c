// A library without names or lines between functions of the program, which it calls back.
#include "stacks.h"

int in_library;  // exported < first | exported < second
int called_back; // touch < callback < libstripped.so < exported_caller < first | touch < second

void exported(int *p);
void exported_caller(void (*f)(int *), int *p);

FAR static void callback(int *p) { touch(p); }

static void *first(void *unused) {
  exported(&in_library);
  exported_caller(callback, &called_back);
  return unused;
}
static void *second(void *unused) {
  exported(&in_library);
  touch(&called_back);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(threads, 0, first, 0);
  pthread_create(threads + 1, 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
