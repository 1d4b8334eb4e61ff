// Each thread has the time in memory of its own; what localtime gives back and the text of strtok are used under a lock.
#include "suite.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  time_t now = 0;
  struct tm own, *time = localtime_r(&now, &own);
  if (time->tm_mon > 11) abort();
  pthread_mutex_lock(&lock);
  if (localtime(&now)->tm_mon > 11) abort();
  char text[] = "one two";
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    if (strlen(word) != 3) abort();
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  both(worker, worker);
  return 0;
}
