// A line is formatted and printed under a lock. Only so much of a text as the format asks for is read.
#include "suite.h"
static char line[64] = "none";
static char letters[2] = {'a', 'b'};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  snprintf(line, sizeof line, "%ld %lld %Lf %c %p", 1L, 2LL, 3.0L, 'x', (void *)line);
  pthread_mutex_unlock(&lock);
  letters[1] = 'c';
  return unused;
}

static void *printer(void *unused) {
  FILE *sink = fopen("/dev/null", "w");
  pthread_mutex_lock(&lock);
  fprintf(sink, "%f %s\n", 0.5, line);
  pthread_mutex_unlock(&lock);
  fprintf(sink, "%.1s %.*s\n", letters, 1, letters);
  fclose(sink);
  return unused;
}

int main(void) {
  both(writer, printer);
  char text[32];
  snprintf(text, sizeof text, "%s %d", "done", 4);
  return strcmp(text, "done 4") != 0;
}
