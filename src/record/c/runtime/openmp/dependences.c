// What tasks depend on, by the addresses that the program names.
#include "openmp.h"

// What gcc tells of dependences: the number of all and of those that write or, if the first word is 0, of all, of those that write, of those that exclude
// each other, which libgomp orders, and of readers; then the addresses in this order, and last objects that have an address and a kind.
uint64_t ft_dependence_count(void **told) { return (uint64_t)(told[0] ? told[0] : told[1]); }
struct ft_dependence ft_dependence(void **told, uint64_t i) {
  const uint64_t *n = (uint64_t *)told, out = n[0] ? n[1] : n[2] + n[3], plain = n[0] ? n[0] : out + n[4];
  void *at = told[(n[0] ? 2 : 5) + i];
  if (i < plain) return (struct ft_dependence){(uint64_t)at, i < out ? FT_DEPENDS_OUT : FT_DEPENDS_IN};
  enum { READS = 1, IN_SET = 5 };
  const uint64_t *object = at;
  return (struct ft_dependence){object[0], object[1] == READS ? FT_DEPENDS_IN : object[1] == IN_SET ? FT_DEPENDS_SET : FT_DEPENDS_OUT};
}

void ft_depend(struct ft_dependence d, uint64_t parent, uint64_t site) {
  ft_openmp_receive(FT_DEPENDS_OUT, parent, d.address, site);
  // Readers wait for no readers, and members of a set not for each other.
  if (d.how != FT_DEPENDS_IN) ft_openmp_receive(FT_DEPENDS_IN, parent, d.address, site);
  if (d.how != FT_DEPENDS_SET) ft_openmp_receive(FT_DEPENDS_SET, parent, d.address, site);
}

void GOMP_taskwait_depend(void **);
FT_EXPORT void GOMP_taskwait_depend(void **depends) {
  FT_OPENMP(GOMP_taskwait_depend, (depends));
  for (uint64_t i = 0; i < ft_dependence_count(depends); i++) ft_depend(ft_dependence(depends, i), ft_openmp.task, FT_SITE());
}
