// Two threads scan text, each into its own variables; what the text does not have is not written.
#include "suite.h"

int shared;

static void *worker(void *unused) {
  char word[8], set[8], letters[2], *made = NULL;
  short small = 0;
  double real = 0;
  int length = 0, found = sscanf("word ]^x 5% 2.5 abend", "%7s %7[]^x]%hd%% %lf %2c%ms %n%d", word, set, &small, &real, letters, &made, &length, &shared);
  if (found != 6 || small != 5 || real != 2.5 || length != 21 || letters[1] != 'b' || strcmp(made, "end")) abort();
  free(made);
  return unused;
}

int main(void) {
  both(worker, worker);
  return 0;
}
