// Iterations that wait for others. Which one a thread waits for is not looked at: it comes after all that are over by then.
#include "openmp.h"
#include <stdarg.h>

void GOMP_ordered_start(void);
void GOMP_ordered_end(void);
FT_EXPORT void GOMP_ordered_start(void) {
  FT_OPENMP(GOMP_ordered_start, ());
  ft_openmp_receive(FT_ORDERED, ft_openmp.region, 0, FT_SITE());
}
FT_EXPORT void GOMP_ordered_end(void) {
  ft_openmp_send(FT_ORDERED, ft_openmp.region, 0, FT_SITE());
  FT_OPENMP(GOMP_ordered_end, ());
}
// As many numbers as the loop is deep: what is behind them is handed on, and not looked at.
#define DOACROSS(post, wait, type)                                      \
  void post(type *);                                                    \
  void wait(type, ...);                                                 \
  FT_EXPORT void post(type *iteration) {                                \
    ft_openmp_send(FT_DOACROSS, ft_openmp.region, 0, FT_SITE());        \
    FT_OPENMP(post, (iteration));                                       \
  }                                                                     \
  FT_EXPORT void wait(type first, ...) {                                \
    va_list more;                                                       \
    type n[7];                                                          \
    va_start(more, first);                                              \
    for (int i = 0; i < 7; i++) n[i] = va_arg(more, type);              \
    va_end(more);                                                       \
    FT_OPENMP(wait, (first, n[0], n[1], n[2], n[3], n[4], n[5], n[6])); \
    ft_openmp_receive(FT_DOACROSS, ft_openmp.region, 0, FT_SITE());     \
  }
DOACROSS(GOMP_doacross_post, GOMP_doacross_wait, long)
DOACROSS(GOMP_doacross_ull_post, GOMP_doacross_ull_wait, unsigned long long)
