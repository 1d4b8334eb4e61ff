// One thread clears a few bytes, another copies them: so few that compilers do it in one or two instructions.
#include "suite.h"

struct pair {
  char bytes[16];
} from, to;

static void *clear(void *unused) {
  memset(&from, 0, sizeof from);
  return unused;
}

static void *copy(void *unused) {
  memcpy(&to, &from, sizeof to);
  return unused;
}

int main(void) {
  both(clear, copy);
  return 0;
}
