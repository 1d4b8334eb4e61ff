// strcpy writes what strlen reads.
#include "suite.h"

char text[64] = "before";
char longer[32] = "longer than that";

static void *measure(void *unused) { return strlen(text) > 60 ? text : unused; }

static void *replace(void *unused) {
  strcpy(text, longer);
  return unused;
}

int main(void) {
  both(measure, replace);
  return text[0] == 0;
}
