// Room is asked for, and taken later.
#include "common.h"
enum { ROOM = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used;
static void *put(void *a) {
  for (int i = 0; i < 2; i++) {
    int room;
    if (a) late();
    LOCKED(m, room = used < ROOM);
    if (room) LOCKED(m, used++; assert(used <= ROOM));
  }
  return a;
}
int main(void) { RUN(put, put); }
