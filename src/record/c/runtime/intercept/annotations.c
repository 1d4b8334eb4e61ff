// What a program may tell a race detector about itself: ThreadSanitizer's interface and the older annotations.
#include "../core/calls.h"

#define SEND(p) ft_sync(RAW_SEND, (uint64_t)(p), 0, FT_SITE())
#define RECEIVE(p) ft_sync(RAW_RECEIVE, (uint64_t)(p), 0, FT_SITE())

static void ignore(int accesses, int synchronisation) {
  struct ft_thread *t = ft_self();
  if (!t) return;
  t->ignore_accesses += accesses;
  t->ignore_synchronisation += synchronisation;
  ft_update_accesses(t);
}

// Plain accesses of this memory may race.
void ft_benign(uint64_t p, uint64_t bytes, uint64_t site) {
  struct ft_thread *t = ft_self();
  uint64_t where = t && bytes ? ft_placed(t, ft_where(site, 0), FT_CALLER_SP()) : 0;
  uint64_t *slot = where ? ft_reserve(t, 2 * RAW_RECORD_BYTES) : NULL;
  if (!slot) return;
  ft_end_runs(t);
  ft_put(slot + 2, ft_what(RAW_LENGTH, 0, bytes), 0);
  ft_put(slot, ft_what(RAW_BENIGN, 0, p), where);
  ft_written(t);
}

FT_EXPORT void __tsan_acquire(void *p) { RECEIVE(p); }
FT_EXPORT void __tsan_release(void *p) { SEND(p); }
FT_EXPORT void __tsan_ignore_thread_begin(void) { ignore(1, 0); }
FT_EXPORT void __tsan_ignore_thread_end(void) { ignore(-1, 0); }
FT_EXPORT void __tsan_flush_memory(void) {}

// A lock of the program's own making. What it does to work is not looked at.
enum { READ_LOCK = 1 << 3, TRY_LOCK_FAILED = 1 << 5 };
FT_EXPORT void __tsan_mutex_create(void *m, unsigned flags) { (void)m, (void)flags; }
FT_EXPORT void __tsan_mutex_destroy(void *m, unsigned flags) { (void)m, (void)flags; }
FT_EXPORT void __tsan_mutex_pre_lock(void *m, unsigned flags) {
  (void)m, (void)flags;
  ignore(1, 1);
}
FT_EXPORT void __tsan_mutex_post_lock(void *m, unsigned flags, int recursion) {
  (void)recursion;
  ignore(-1, -1);
  if (!(flags & TRY_LOCK_FAILED)) ft_sync(flags & READ_LOCK ? RAW_ACQUIRE_SHARED : RAW_ACQUIRE, (uint64_t)m, 0, FT_SITE());
}
FT_EXPORT int __tsan_mutex_pre_unlock(void *m, unsigned flags) {
  ft_sync(flags & READ_LOCK ? RAW_RELEASE_SHARED : RAW_RELEASE, (uint64_t)m, 0, FT_SITE());
  ignore(1, 1);
  return 0;
}
FT_EXPORT void __tsan_mutex_post_unlock(void *m, unsigned flags) {
  (void)m, (void)flags;
  ignore(-1, -1);
}
FT_EXPORT void __tsan_mutex_pre_signal(void *m, unsigned flags) {
  (void)m, (void)flags;
  ignore(1, 1);
}
FT_EXPORT void __tsan_mutex_post_signal(void *m, unsigned flags) {
  (void)m, (void)flags;
  ignore(-1, -1);
}
FT_EXPORT void __tsan_mutex_pre_divert(void *m, unsigned flags) {
  (void)m, (void)flags;
  ignore(-1, -1);
}
FT_EXPORT void __tsan_mutex_post_divert(void *m, unsigned flags) {
  (void)m, (void)flags;
  ignore(1, 1);
}

// A barrier that orders nothing, for tests that want a schedule: arrivals in the upper bits, how many are awaited in the lower. It
// has 32 bits: some versions of the interface declare no more, and the lower half of 64 does as well.
FT_EXPORT void __tsan_testonly_barrier_init(uint32_t *barrier, unsigned count) { *barrier = count; }
FT_EXPORT void __tsan_testonly_barrier_wait(uint32_t *barrier) {
  uint32_t count = *barrier & 0xff;
  uint32_t round = (__atomic_fetch_add(barrier, 256, __ATOMIC_SEQ_CST) >> 8) / count;
  while ((__atomic_load_n(barrier, __ATOMIC_SEQ_CST) >> 8) / count == round) ft_pause(20000);
}

// Memory of other runtimes.
FT_EXPORT void *__tsan_external_register_tag(const char *name) {
  (void)name;
  return (void *)1;
}
FT_EXPORT void __tsan_external_register_header(void *tag, const char *header) { (void)tag, (void)header; }
FT_EXPORT void __tsan_external_assign_tag(void *p, void *tag) { (void)p, (void)tag; }
FT_EXPORT void __tsan_external_read(void *p, void *pc, void *tag) {
  (void)tag;
  ft_range(RAW_READ_RANGE, p, 1, (uint64_t)pc - 1);
}
FT_EXPORT void __tsan_external_write(void *p, void *pc, void *tag) {
  (void)tag;
  ft_range(RAW_WRITE_RANGE, p, 1, (uint64_t)pc - 1);
}

#define WHERE const char *file, int line
#define UNUSED (void)file, (void)line
FT_EXPORT void AnnotateHappensBefore(WHERE, uintptr_t p) { UNUSED, SEND(p); }
FT_EXPORT void AnnotateHappensAfter(WHERE, uintptr_t p) { UNUSED, RECEIVE(p); }
FT_EXPORT void AnnotateCondVarSignal(WHERE, uintptr_t p) { UNUSED, SEND(p); }
FT_EXPORT void AnnotateCondVarSignalAll(WHERE, uintptr_t p) { UNUSED, SEND(p); }
FT_EXPORT void AnnotateCondVarWait(WHERE, uintptr_t p, uintptr_t lock) { UNUSED, (void)lock, RECEIVE(p); }
// All that was done before a barrier of the program's own making is before all that comes after.
FT_EXPORT void AnnotateBarrierInit(WHERE, uintptr_t b, long count, int again) { UNUSED, (void)b, (void)count, (void)again; }
FT_EXPORT void AnnotateBarrierWaitBefore(WHERE, uintptr_t b) { UNUSED, SEND(b); }
FT_EXPORT void AnnotateBarrierWaitAfter(WHERE, uintptr_t b) { UNUSED, RECEIVE(b); }
FT_EXPORT void AnnotateBarrierDestroy(WHERE, uintptr_t b) { UNUSED, (void)b; }
FT_EXPORT void AnnotateRWLockCreate(WHERE, uintptr_t m) { UNUSED, (void)m; }
FT_EXPORT void AnnotateRWLockCreateStatic(WHERE, uintptr_t m) { UNUSED, (void)m; }
FT_EXPORT void AnnotateRWLockDestroy(WHERE, uintptr_t m) { UNUSED, (void)m; }
FT_EXPORT void AnnotateRWLockAcquired(WHERE, uintptr_t m, uintptr_t writes) {
  UNUSED, ft_sync(writes ? RAW_ACQUIRE : RAW_ACQUIRE_SHARED, m, 0, FT_SITE());
}
FT_EXPORT void AnnotateRWLockReleased(WHERE, uintptr_t m, uintptr_t writes) {
  UNUSED, ft_sync(writes ? RAW_RELEASE : RAW_RELEASE_SHARED, m, 0, FT_SITE());
}
FT_EXPORT void AnnotateIgnoreReadsBegin(WHERE) { UNUSED, ignore(1, 0); }
FT_EXPORT void AnnotateIgnoreReadsEnd(WHERE) { UNUSED, ignore(-1, 0); }
FT_EXPORT void AnnotateIgnoreWritesBegin(WHERE) { UNUSED, ignore(1, 0); }
FT_EXPORT void AnnotateIgnoreWritesEnd(WHERE) { UNUSED, ignore(-1, 0); }
FT_EXPORT void AnnotateIgnoreSyncBegin(WHERE) { UNUSED, ignore(0, 1); }
FT_EXPORT void AnnotateIgnoreSyncEnd(WHERE) { UNUSED, ignore(0, -1); }
FT_EXPORT void AnnotateBenignRaceSized(WHERE, uintptr_t p, uintptr_t bytes, char *why) {
  UNUSED, (void)why, ft_benign(p, bytes, FT_SITE());
}
FT_EXPORT void AnnotateBenignRace(WHERE, uintptr_t p, char *why) { UNUSED, (void)why, ft_benign(p, 1, FT_SITE()); }
FT_EXPORT void AnnotateNewMemory(WHERE, uintptr_t p, uintptr_t bytes) {
  UNUSED, ft_allocated((void *)p, bytes, 0, RAW_HEAP, FT_SITE());
}
FT_EXPORT void AnnotateThreadName(WHERE, char *name) { UNUSED, ft_set_thread_name(FT_REAL(pthread_self)(), name); }
FT_EXPORT void AnnotateFlushState(WHERE) { UNUSED; }
FT_EXPORT void AnnotateEnableRaceDetection(WHERE, int on) { UNUSED, ignore(on ? -1 : 1, 0); }
FT_EXPORT void AnnotateMutexIsNotPHB(WHERE, uintptr_t m) { UNUSED, (void)m; }
FT_EXPORT void AnnotateMutexIsUsedAsCondVar(WHERE, uintptr_t m) { UNUSED, (void)m; }
FT_EXPORT void AnnotatePCQCreate(WHERE, uintptr_t q) { UNUSED, (void)q; }
FT_EXPORT void AnnotatePCQDestroy(WHERE, uintptr_t q) { UNUSED, (void)q; }
FT_EXPORT void AnnotatePCQPut(WHERE, uintptr_t q) { UNUSED, SEND(q); }
FT_EXPORT void AnnotatePCQGet(WHERE, uintptr_t q) { UNUSED, RECEIVE(q); }
FT_EXPORT void AnnotateExpectRace(WHERE, uintptr_t p, char *why) { UNUSED, (void)p, (void)why; }
FT_EXPORT void AnnotateNoOp(WHERE, uintptr_t p) { UNUSED, (void)p; }
FT_EXPORT void AnnotateTraceMemory(WHERE, uintptr_t p) { UNUSED, (void)p; }
FT_EXPORT void AnnotateFlushExpectedRaces(WHERE) { UNUSED; }
FT_EXPORT void AnnotateMemoryIsInitialized(WHERE, uintptr_t p, uintptr_t n) { UNUSED, (void)p, (void)n; }
FT_EXPORT void AnnotateMemoryIsUninitialized(WHERE, uintptr_t p, uintptr_t n) { UNUSED, (void)p, (void)n; }
FT_EXPORT void AnnotatePublishMemoryRange(WHERE, uintptr_t p, uintptr_t n) { UNUSED, (void)p, (void)n; }
FT_EXPORT void AnnotateUnpublishMemoryRange(WHERE, uintptr_t p, uintptr_t n) { UNUSED, (void)p, (void)n; }
// As WebKit calls them.
FT_EXPORT void WTFAnnotateHappensBefore(WHERE, uintptr_t p) { UNUSED, SEND(p); }
FT_EXPORT void WTFAnnotateHappensAfter(WHERE, uintptr_t p) { UNUSED, RECEIVE(p); }
FT_EXPORT void WTFAnnotateBenignRaceSized(WHERE, uintptr_t p, uintptr_t bytes, char *why) {
  UNUSED, (void)why, ft_benign(p, bytes, FT_SITE());
}
FT_EXPORT int RunningOnValgrind(void) { return 0; }
FT_EXPORT double ValgrindSlowdown(void) { return 10; }
FT_EXPORT const char *ThreadSanitizerQuery(const char *what) {
  (void)what;
  return "0";
}
