// C11 and C++ atomics of 1 to 8 bytes, as the compiler calls them. All run sequentially consistent while they are recorded.
#include "../core/stripes.h"

#define ORDER(order) ((unsigned)(order) & 7)
#define NAME(bits, name) __tsan_atomic##bits##_##name

#define LOAD(bits, type)                                                                                                  \
  FT_EXPORT type NAME(bits, load)(const volatile type *p, int order) {                                                    \
    struct ft_thread *t = ft_atomic_self(FT_ATOMIC_READS, p, sizeof *p, FT_SITE());                                       \
    if (!t) return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                  \
    struct ft_stripe *s = ft_stripe(p);                                                                                   \
    uint64_t what = ft_what(RAW_ATOMIC_LOAD, sizeof *p, (uint64_t)p), where = ft_where(FT_SITE(), ORDER(order));          \
    for (int tries = 0; tries < 16; tries++) {                                                                            \
      uint64_t version = __atomic_load_n(&s->version, __ATOMIC_SEQ_CST);                                                  \
      if (version & 1) continue;                                                                                          \
      type value = __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                  \
      if (ft_loaded_before(t, what, where, version, value)) {                                                             \
        if (version == __atomic_load_n(&s->version, __ATOMIC_SEQ_CST)) return value;                                      \
        continue;                                                                                                         \
      }                                                                                                                   \
      struct ft_tick tick = ft_tick(t);                                                                                   \
      if (version != __atomic_load_n(&s->version, __ATOMIC_SEQ_CST)) {                                                    \
        ft_told(t);                                                                                                       \
        continue;                                                                                                         \
      }                                                                                                                   \
      ft_load(t, tick, what, where, version, value);                                                                      \
      return value;                                                                                                       \
    }                                                                                                                     \
    int entered = ft_stripe_enter(s, t);                                                                                  \
    type value = __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                    \
    ft_stripe_fail(s, entered, t, what, where, value);                                                                    \
    return value;                                                                                                         \
  }

#define STORE(bits, type)                                                                                                 \
  FT_EXPORT void NAME(bits, store)(volatile type *p, type v, int order) {                                                 \
    struct ft_thread *t = ft_atomic_self(FT_ATOMIC_WRITES, p, sizeof *p, FT_SITE());                                      \
    if (!t) {                                                                                                             \
      if (ORDER(order) == __ATOMIC_SEQ_CST) __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                     \
      else __atomic_store_n(p, v, __ATOMIC_RELEASE);                                                                      \
      return;                                                                                                             \
    }                                                                                                                     \
    struct ft_stripe *s = ft_stripe(p);                                                                                   \
    int entered = ft_stripe_enter(s, t);                                                                                  \
    type before = __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                                            \
    uint64_t what = ft_what(RAW_ATOMIC_STORE, sizeof *p, (uint64_t)p);                                                    \
    ft_stripe_update(s, entered, t, what, ft_where(FT_SITE(), ORDER(order)), before, v);                                  \
  }

#define UPDATE(bits, type, name, builtin, result)                                                                         \
  FT_EXPORT type NAME(bits, name)(volatile type * p, type v, int order) {                                                 \
    struct ft_thread *t = ft_atomic_self(FT_ATOMIC_WRITES, p, sizeof *p, FT_SITE());                                      \
    if (!t) return builtin(p, v, __ATOMIC_SEQ_CST);                                                                       \
    struct ft_stripe *s = ft_stripe(p);                                                                                   \
    int entered = ft_stripe_enter(s, t);                                                                                  \
    type before = builtin(p, v, __ATOMIC_SEQ_CST);                                                                        \
    uint64_t what = ft_what(RAW_ATOMIC_UPDATE, sizeof *p, (uint64_t)p);                                                   \
    ft_stripe_update(s, entered, t, what, ft_where(FT_SITE(), ORDER(order)), before, (type)(result));                     \
    return before;                                                                                                        \
  }

#define COMPARE(bits, type)                                                                                               \
  static type compare##bits(volatile type *p, type expected, type v, int order, int failed_order, uint64_t site) {        \
    ft_expects(&expected);                                                                                                \
    struct ft_thread *t = ft_atomic_self(FT_ATOMIC_COMPARES, p, sizeof *p, site);                                         \
    type before = expected;                                                                                               \
    if (!t) {                                                                                                             \
      __atomic_compare_exchange_n(p, &before, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                                  \
      return before;                                                                                                      \
    }                                                                                                                     \
    struct ft_stripe *s = ft_stripe(p);                                                                                   \
    int entered = ft_stripe_enter(s, t);                                                                                  \
    int done = __atomic_compare_exchange_n(p, &before, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                         \
    uint64_t what = ft_what(done ? RAW_ATOMIC_UPDATE : RAW_ATOMIC_LOAD, sizeof *p, (uint64_t)p);                          \
    if (done) ft_stripe_update(s, entered, t, what, ft_where(site, ORDER(order)), before, v);                             \
    else ft_stripe_fail(s, entered, t, what, ft_where(site, ORDER(failed_order)), before);                                \
    return before;                                                                                                        \
  }                                                                                                                       \
  FT_EXPORT int NAME(bits, compare_exchange_strong)(volatile type *p, type *c, type v, int order, int failed) {           \
    type expected = *c, before = compare##bits(p, expected, v, order, failed, FT_SITE());                                 \
    if (before == expected) return 1;                                                                                     \
    *c = before;                                                                                                          \
    return 0;                                                                                                             \
  }                                                                                                                       \
  FT_EXPORT int NAME(bits, compare_exchange_weak)(volatile type *p, type *c, type v, int order, int failed) {             \
    type expected = *c, before = compare##bits(p, expected, v, order, failed, FT_SITE());                                 \
    if (before == expected) return 1;                                                                                     \
    *c = before;                                                                                                          \
    return 0;                                                                                                             \
  }                                                                                                                       \
  FT_EXPORT type NAME(bits, compare_exchange_val)(volatile type *p, type c, type v, int order, int failed) {              \
    return compare##bits(p, c, v, order, failed, FT_SITE());                                                              \
  }

#define ATOMICS(bits, type)                                              \
  LOAD(bits, type)                                                       \
  STORE(bits, type)                                                      \
  UPDATE(bits, type, exchange, __atomic_exchange_n, v)                   \
  UPDATE(bits, type, fetch_add, __atomic_fetch_add, before + v)          \
  UPDATE(bits, type, fetch_sub, __atomic_fetch_sub, before - v)          \
  UPDATE(bits, type, fetch_and, __atomic_fetch_and, before & v)          \
  UPDATE(bits, type, fetch_or, __atomic_fetch_or, before | v)            \
  UPDATE(bits, type, fetch_xor, __atomic_fetch_xor, before ^ v)          \
  UPDATE(bits, type, fetch_nand, __atomic_fetch_nand, ~(before & v))     \
  COMPARE(bits, type)

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

FT_EXPORT void __tsan_atomic_thread_fence(int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  ft_sync(RAW_FENCE, 0, ORDER(order), FT_SITE());
}
// Orders a thread with its own signal handlers only.
FT_EXPORT void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
