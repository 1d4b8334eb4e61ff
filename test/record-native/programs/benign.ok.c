// A statistic that need not be exact, and says so.
#include "suite.h"
long hits;
void AnnotateBenignRaceSized(const char *file, int line, const volatile void *address, size_t bytes, const char *why);

static void *worker(void *unused) {
  for (int i = 0; i < 100; i++) hits++;
  return unused;
}

int main(void) {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "roughly is enough");
  both(worker, worker);
  return hits == 0;
}
