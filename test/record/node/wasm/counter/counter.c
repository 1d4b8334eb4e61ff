/* Two workers add to these: one with an atomic, one without. */
#include "counter.h"

int plain;
_Atomic int total;

__attribute__((export_name("add"))) void add(int n) {
  for (int i = 0; i < n; i++) {
    increment(&plain);
    total += 1;
  }
}
