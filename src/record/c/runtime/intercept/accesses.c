// The calls that the compiler puts before plain accesses. This is where a recorded program spends its time.
#include "../core/calls.h"

static __attribute__((noinline)) void unrecorded(void) {
  // The first access of a thread that was not made by pthread_create; the ones before its arrival are not missed.
  if (ft_me == &ft_nobody && ft_on) ft_attach();
}

// The accesses of one instruction that walks through memory are one record, which grows in place. The run has the time of its first
// access. That is as right as the later times would be: all of them are between the same two synchronisations of this thread, as
// `epoch` says, and what synchronisation does not order is unordered, whatever its time.
//
// A handler may go on with the same run, or begin another in its place, or empty the buffer, between any two instructions here, and leave
// a run that is half the one and half the other. So it is the record itself that must end where this access begins and be of the same
// instruction, and it only grows if it is still that.
static inline __attribute__((always_inline)) int extend(struct ft_run *r, uint64_t epoch, uint64_t what, uint64_t where, unsigned size) {
  uint64_t before = r->what, bytes = before >> 56, *slot = r->slot;
  if (r->epoch != epoch || ((before + bytes) ^ what) << 8 || bytes > 255 - size) return 0;
  if ((slot[1] ^ where) & ~RAW_TIME || !ft_exchange(slot, before, before + ((uint64_t)size << 56))) return 0;
  r->what = before + ((uint64_t)size << 56);
  return 1;
}
// The epoch is that of the record at every moment, or none.
static inline __attribute__((always_inline)) void begin(struct ft_run *r, uint64_t epoch, uint64_t what, uint64_t *slot) {
  r->epoch = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  r->what = what;
  r->slot = slot;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  r->epoch = epoch;
}

// Most epochs are short, and what they see lies in the cache if few places of `seen` are in use: a store of skip lists records in 0.21 s
// instead of 0.24. Whoever records much in one epoch comes by the same memory again, and needs all of them: with the first ones alone
// the log of a matrix product would be 464 MB instead of 9.5. What was seen before is then recorded once more.
enum { SHORT_EPOCH = 32 };
static inline void count(struct ft_thread *t) {
  if (t->counted != t->epoch) t->counted = t->epoch, t->count = 0, t->seen_mask = FT_SEEN_FIRST - 1;
  if (++t->count == SHORT_EPOCH) t->seen_mask = FT_SEEN - 1;
}

// Apart, so that what extends a run pays nothing for it.
static __attribute__((noinline)) void single(struct ft_thread *t, struct ft_run *run, uint64_t what, uint64_t where) {
  uint64_t now = ft_now(), epoch = t->epoch + t->walk, *slot;
  ft_note_locals(t, what & FT_ADDRESS);
  if (now != t->time) slot = ft_append(t, now, what, where);
  else {
    slot = ft_reserve(t, RAW_RECORD_BYTES);
    if (!slot) return;
    ft_put(slot, what, where);
    ft_written(t);
  }
  begin(run, epoch, what, slot);
  count(t);
}

// The gate holds threads before accesses that the plan names. These are not dropped when they come again: what is remembered of them is forgotten.
static __attribute__((noinline)) void led(struct ft_thread *t, uint64_t what, uint64_t where) {
  enum ft_doing doing = (what >> 48 & 255) == RAW_READ ? FT_READS : FT_WRITES;
  ft_steer_event(t, doing, what & FT_ADDRESS, what >> 56, where & FT_ADDRESS);
  if (ft_steer_stays(where & FT_ADDRESS)) ft_forget(t);
}

// Apart, so that what is dropped pays nothing for it. An access from another context is not of the run: it is told with its own callers.
static __attribute__((noinline)) void fresh(struct ft_thread *t, struct ft_run *run, uint64_t what, uint64_t where, uint64_t sp) {
  if (FT_UNLIKELY(ft_steers)) led(t, what, where);
  where = ft_placed(t, where, sp);
  if (!extend(run, t->epoch + t->walk, what, where, what >> 56)) single(t, run, what, where);
}

// The same access by the same instruction, with no synchronisation of this thread in between, races with nothing that the first
// one does not race with: it is dropped. Neighbours in memory are neighbours in `seen`, and instructions are strewn over it: of the
// accesses of a matrix product 99 % are dropped so, of a merge sort 74 % (with a quarter of the places: 49 and 62 %).
static inline __attribute__((always_inline)) void plain(unsigned kind, unsigned size, const volatile void *address, uint64_t site) {
  struct ft_thread *t = ft_me;
  if (FT_UNLIKELY(!t->accesses)) {
    unrecorded();
    return;
  }
  uint64_t what = ft_what(kind, size, (uint64_t)address), where = ft_where(site, RAW_ELEMENT(size));
  uint64_t mark = (what + t->epoch) ^ where * 0xbf58476d1ce4e5b9ull;
  uint64_t strewn = site * 0x9e3779b97f4a7c15ull >> 40, *seen = &t->seen[((uint64_t)address / size + strewn) & t->seen_mask];
  if (*seen == mark) return;
  *seen = mark;
  // This is part of the function that the program calls, so the stack pointer is the program's.
  fresh(t, &t->runs[strewn % FT_RUNS], what, where, FT_CALLER_SP());
}

#define ACCESSES(size)                                                                                                       \
  FT_EXPORT void __tsan_read##size(void *p) { plain(RAW_READ, size, p, FT_SITE()); }                                        \
  FT_EXPORT void __tsan_write##size(void *p) { plain(RAW_WRITE, size, p, FT_SITE()); }                                      \
  FT_EXPORT void __tsan_unaligned_read##size(void *p) { plain(RAW_READ, size, p, FT_SITE()); }                              \
  FT_EXPORT void __tsan_unaligned_write##size(void *p) { plain(RAW_WRITE, size, p, FT_SITE()); }                            \
  FT_EXPORT void __tsan_volatile_read##size(void *p) { plain(RAW_READ, size, p, FT_SITE()); }                               \
  FT_EXPORT void __tsan_volatile_write##size(void *p) { plain(RAW_WRITE, size, p, FT_SITE()); }                             \
  FT_EXPORT void __tsan_unaligned_volatile_read##size(void *p) { plain(RAW_READ, size, p, FT_SITE()); }                     \
  FT_EXPORT void __tsan_unaligned_volatile_write##size(void *p) { plain(RAW_WRITE, size, p, FT_SITE()); }                   \
  FT_EXPORT void __tsan_read##size##_pc(void *p, void *pc) { plain(RAW_READ, size, p, (uint64_t)pc - 1); }                  \
  FT_EXPORT void __tsan_write##size##_pc(void *p, void *pc) { plain(RAW_WRITE, size, p, (uint64_t)pc - 1); }                \
  FT_EXPORT void __tsan_read_write##size(void *p) {                                                                          \
    plain(RAW_READ, size, p, FT_SITE());                                                                                    \
    plain(RAW_WRITE, size, p, FT_SITE());                                                                                   \
  }                                                                                                                          \
  FT_EXPORT void __tsan_unaligned_read_write##size(void *p) {                                                                \
    plain(RAW_READ, size, p, FT_SITE());                                                                                    \
    plain(RAW_WRITE, size, p, FT_SITE());                                                                                   \
  }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

FT_EXPORT void __tsan_read_range(void *p, unsigned long bytes) { ft_range(RAW_READ_RANGE, p, bytes, FT_SITE()); }
FT_EXPORT void __tsan_write_range(void *p, unsigned long bytes) { ft_range(RAW_WRITE_RANGE, p, bytes, FT_SITE()); }
FT_EXPORT void __tsan_read_range_pc(void *p, unsigned long n, void *pc) { ft_range(RAW_READ_RANGE, p, n, (uint64_t)pc - 1); }
FT_EXPORT void __tsan_write_range_pc(void *p, unsigned long n, void *pc) { ft_range(RAW_WRITE_RANGE, p, n, (uint64_t)pc - 1); }

// For memory that the program knows to be unaligned.
#define UNALIGNED(bits)                                                                                                      \
  FT_EXPORT uint##bits##_t __sanitizer_unaligned_load##bits(const void *p) {                                                 \
    uint##bits##_t value;                                                                                                    \
    plain(RAW_READ, bits / 8, p, FT_SITE());                                                                                \
    __builtin_memcpy(&value, p, sizeof value);                                                                               \
    return value;                                                                                                            \
  }                                                                                                                          \
  FT_EXPORT void __sanitizer_unaligned_store##bits(void *p, uint##bits##_t value) {                                          \
    plain(RAW_WRITE, bits / 8, p, FT_SITE());                                                                               \
    __builtin_memcpy(p, &value, sizeof value);                                                                               \
  }
UNALIGNED(16)
UNALIGNED(32)
UNALIGNED(64)

// Constructors and destructors set the pointer to the table of virtual functions again and again to what it is.
FT_EXPORT void __tsan_vptr_update(void **p, void *next) {
  if (*p != next) plain(RAW_WRITE, sizeof *p, p, FT_SITE());
}
FT_EXPORT void __tsan_vptr_read(void **p) { plain(RAW_READ, sizeof *p, p, FT_SITE()); }

FT_EXPORT void __tsan_init(void) { ft_init(); }
