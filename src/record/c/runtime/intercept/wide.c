// Atomics of 16 bytes, and of sizes that the compiler hands to libatomic. Their values do not fit the log and are left out.
#include "../core/guard.h"
#include "../core/stripes.h"

typedef __int128 wide;
#define ORDER(order) ((unsigned)(order) & 7)

#ifdef __x86_64__
__attribute__((target("cx16"))) static wide swap_if(volatile wide *p, wide expected, wide v) {
  return __sync_val_compare_and_swap(p, expected, v);
}
#else
static wide swap_if(volatile wide *p, wide expected, wide v) {
  __atomic_compare_exchange_n(p, &expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
#endif

static void recorded(struct ft_stripe *s, int entered, struct ft_thread *t, unsigned kind, uint64_t p, unsigned size, int order,
                     uint64_t site) {
  if (!t) return;
  struct ft_tick tick = ft_tick(t);
  ft_stripe_leave(s, entered, kind != RAW_ATOMIC_LOAD);
  ft_forget(t);
  ft_tell(t, tick, ft_what(kind, size, p), ft_where(site, ORDER(order)));
}

#define WIDE(kind, result, name, parameters, next, back)                                                 \
  FT_EXPORT result __tsan_atomic128_##name parameters {                                                  \
    struct ft_thread *t = ft_atomic_self(ft_atomically(kind), p, 16, FT_SITE());                         \
    struct ft_stripe *s = ft_stripe(p);                                                                  \
    int entered = t ? ft_stripe_enter(s, t) : 0;                                                         \
    wide before = swap_if((volatile wide *)p, 0, 0), seen;                                               \
    while ((seen = swap_if((volatile wide *)p, before, next)) != before) before = seen;                  \
    recorded(s, entered, t, kind, (uint64_t)p, 16, order, FT_SITE());                                    \
    back;                                                                                                \
  }
#define PARAMETERS (volatile wide * p, wide v, int order)

WIDE(RAW_ATOMIC_LOAD, wide, load, (const volatile wide *p, int order), before, return before)
WIDE(RAW_ATOMIC_STORE, void, store, PARAMETERS, v, return)
WIDE(RAW_ATOMIC_UPDATE, wide, exchange, PARAMETERS, v, return before)
WIDE(RAW_ATOMIC_UPDATE, wide, fetch_add, PARAMETERS, before + v, return before)
WIDE(RAW_ATOMIC_UPDATE, wide, fetch_sub, PARAMETERS, before - v, return before)
WIDE(RAW_ATOMIC_UPDATE, wide, fetch_and, PARAMETERS, before & v, return before)
WIDE(RAW_ATOMIC_UPDATE, wide, fetch_or, PARAMETERS, before | v, return before)
WIDE(RAW_ATOMIC_UPDATE, wide, fetch_xor, PARAMETERS, before ^ v, return before)
WIDE(RAW_ATOMIC_UPDATE, wide, fetch_nand, PARAMETERS, ~(before & v), return before)

static wide compare(volatile wide *p, wide expected, wide v, int order, int failed, uint64_t site) {
  ft_expects(&expected);
  struct ft_thread *t = ft_atomic_self(FT_ATOMIC_COMPARES, p, 16, site);
  struct ft_stripe *s = ft_stripe(p);
  int entered = t ? ft_stripe_enter(s, t) : 0;
  wide before = swap_if(p, expected, v);
  int done = before == expected;
  recorded(s, entered, t, done ? RAW_ATOMIC_UPDATE : RAW_ATOMIC_LOAD, (uint64_t)p, 16, done ? order : failed, site);
  return before;
}
static int compare_to(volatile wide *p, wide *c, wide v, int order, int failed, uint64_t site) {
  wide expected = *c, before = compare(p, expected, v, order, failed, site);
  *c = before;
  return before == expected;
}
FT_EXPORT int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *c, wide v, int order, int failed) {
  return compare_to(p, c, v, order, failed, FT_SITE());
}
FT_EXPORT int __tsan_atomic128_compare_exchange_weak(volatile wide *p, wide *c, wide v, int order, int failed) {
  return compare_to(p, c, v, order, failed, FT_SITE());
}
FT_EXPORT wide __tsan_atomic128_compare_exchange_val(volatile wide *p, wide c, wide v, int order, int failed) {
  return compare(p, c, v, order, failed, FT_SITE());
}

// libatomic's functions for objects of any size, which have names that the compiler knows as something else. Ours take its place
// altogether: with ours in the program, the linker has no reason to link it.
enum { LOCKS = 64 };
FT_GUARD(locks[LOCKS]);
static struct ft_guard *lock_of(const void *p) { return &locks[((uint64_t)p >> 4) % LOCKS]; }
static void copy(void *to, const void *from, size_t n) { FT_REAL(memcpy)(to, from, n); }

#define NAMED(name) __asm__("__atomic_" name)
FT_EXPORT void ft_any_load(size_t n, void *p, void *to, int order) NAMED("load");
FT_EXPORT void ft_any_store(size_t n, void *p, void *from, int order) NAMED("store");
FT_EXPORT void ft_any_exchange(size_t n, void *p, void *v, void *to, int order) NAMED("exchange");
FT_EXPORT _Bool ft_any_compare(size_t n, void *p, void *c, void *v, int order, int failed) NAMED("compare_exchange");

#define INSIDE(doing, kind, order, action)                                                             \
  struct ft_thread *t = ft_atomic_self(doing, p, n, FT_SITE());                                        \
  struct ft_stripe *s = ft_stripe(p);                                                                  \
  int entered = t ? ft_stripe_enter(s, t) : 0;                                                         \
  ft_guard_take(lock_of(p));                                                                                 \
  action;                                                                                              \
  ft_guard_leave(lock_of(p));                                                                                        \
  recorded(s, entered, t, kind, (uint64_t)p, n < 256 ? n : 255, order, FT_SITE())

void ft_any_load(size_t n, void *p, void *to, int order) { INSIDE(FT_ATOMIC_READS, RAW_ATOMIC_LOAD, order, copy(to, p, n)); }
void ft_any_store(size_t n, void *p, void *from, int order) { INSIDE(FT_ATOMIC_WRITES, RAW_ATOMIC_STORE, order, copy(p, from, n)); }
void ft_any_exchange(size_t n, void *p, void *v, void *to, int order) {
  INSIDE(FT_ATOMIC_WRITES, RAW_ATOMIC_UPDATE, order, (copy(to, p, n), copy(p, v, n)));
}
_Bool ft_any_compare(size_t n, void *p, void *c, void *v, int order, int failed) {
  int same;
  ft_expects(c);
  INSIDE(FT_ATOMIC_COMPARES, same ? RAW_ATOMIC_UPDATE : RAW_ATOMIC_LOAD, same ? order : failed, {
    same = !FT_REAL(memcmp)(p, c, n);
    if (same) copy(p, v, n);
    else copy(c, p, n);
  });
  return same;
}
