// Critical sections of libomp, iterations that come one after the other, and flushes. Locks of the standard are in locks.c.
#include "kmp.h"

void __kmpc_critical(FT_KMP, void *lock);
void __kmpc_critical_with_hint(FT_KMP, void *lock, uint32_t hint);
void __kmpc_end_critical(FT_KMP, void *lock);
static void had(void *lock, uint64_t site) { ft_sync(RAW_ACQUIRE, ft_of_team(lock), 0, site); }
FT_EXPORT void __kmpc_critical(FT_KMP, void *lock) { FT_KMP_CALL(__kmpc_critical, (place, thread, lock), (void)0, had(lock, FT_SITE())); }
FT_EXPORT void __kmpc_critical_with_hint(FT_KMP, void *lock, uint32_t hint) {
  FT_KMP_CALL(__kmpc_critical_with_hint, (place, thread, lock, hint), (void)0, had(lock, FT_SITE()));
}
FT_EXPORT void __kmpc_end_critical(FT_KMP, void *lock) {
  FT_KMP_CALL(__kmpc_end_critical, (place, thread, lock), ft_sync(RAW_RELEASE, ft_of_team(lock), 0, FT_SITE()), (void)0);
}

// Which iteration a thread waits for is not looked at: it comes after all that are over by then.
#define AFTER(what) ft_openmp_receive(what, ft_openmp.region, 0, FT_SITE())
#define BEFORE(what) ft_openmp_send(what, ft_openmp.region, 0, FT_SITE())
void __kmpc_ordered(FT_KMP);
void __kmpc_end_ordered(FT_KMP);
FT_EXPORT void __kmpc_ordered(FT_KMP) { FT_KMP_CALL(__kmpc_ordered, (place, thread), (void)0, AFTER(FT_ORDERED)); }
FT_EXPORT void __kmpc_end_ordered(FT_KMP) { FT_KMP_CALL(__kmpc_end_ordered, (place, thread), BEFORE(FT_ORDERED), (void)0); }
void __kmpc_doacross_wait(FT_KMP, const int64_t *iteration);
void __kmpc_doacross_post(FT_KMP, const int64_t *iteration);
FT_EXPORT void __kmpc_doacross_wait(FT_KMP, const int64_t *iteration) {
  FT_KMP_CALL(__kmpc_doacross_wait, (place, thread, iteration), (void)0, AFTER(FT_DOACROSS));
}
FT_EXPORT void __kmpc_doacross_post(FT_KMP, const int64_t *iteration) {
  FT_KMP_CALL(__kmpc_doacross_post, (place, thread, iteration), BEFORE(FT_DOACROSS), (void)0);
}

void __kmpc_flush(const void *place);
FT_EXPORT void __kmpc_flush(const void *place) {
  FT_KMP_CALL(__kmpc_flush, (place), (void)0, ft_sync(RAW_FENCE, 0, __ATOMIC_SEQ_CST, FT_SITE()));
}
