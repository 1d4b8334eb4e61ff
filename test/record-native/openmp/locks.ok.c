// A lock, one that its owner may take again, and one that is only tried.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  int sum = 0, depth = 0, tries = 0;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 20; i++) {
    omp_set_lock(&lock);
    sum++;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    depth++;
    omp_unset_nest_lock(&nest);
    depth++;
    omp_unset_nest_lock(&nest);
    if (omp_test_lock(&lock)) {
      tries++;
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  printf("%d %d %d\n", sum, depth, tries > 0);
  return 0;
}
