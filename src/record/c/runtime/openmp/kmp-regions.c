// Parallel regions of libomp and what all threads of one do together.
#include "kmp.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// The code of a region, and the addresses of what it shares with its maker.
typedef void code(int *thread, int *bound, ...);
// `is_own`: it is the library's, and none of the program.
struct region {
  code *code;
  void **shared;
  int count, is_league, is_own;
  struct ft_region region;
};
struct call {
  const struct region *region;
  int *thread, *bound;
};

// With as many arguments as there are, or some more, which are not looked at.
enum { FEW = 8, SOME = 64, MOST = 512 };
#define FROM8(i) s[i], s[i + 1], s[i + 2], s[i + 3], s[i + 4], s[i + 5], s[i + 6], s[i + 7]
#define FROM64(i) FROM8(i), FROM8(i + 8), FROM8(i + 16), FROM8(i + 24), FROM8(i + 32), FROM8(i + 40), FROM8(i + 48), FROM8(i + 56)
#define FROM512(i) \
  FROM64(i), FROM64(i + 64), FROM64(i + 128), FROM64(i + 192), FROM64(i + 256), FROM64(i + 320), FROM64(i + 384), FROM64(i + 448)
#define CALL(name, all)                                                \
  static void name(void *value) {                                      \
    const struct call *c = value;                                      \
    void **s = c->region->shared;                                      \
    struct ft_frame *top = ft_calling(ft_me, 0, FT_CALLER_SP(), name); \
    c->region->code(c->thread, c->bound, all(0));                      \
    ft_called(ft_me, top);                                             \
  }
CALL(call_with_few, FROM8)
CALL(call_with_some, FROM64)
CALL(call_with_most, FROM512)

static int room(int count) {
  if (count > MOST) {
    ft_say("foretrace: a parallel region shares more than 512 variables, which cannot be recorded\n");
    abort();
  }
  return count <= FEW ? FEW : count <= SOME ? SOME : MOST;
}
static void call(void *value) {
  const struct region *r = ((const struct call *)value)->region;
  if (r->is_league) ft_openmp.team = ft_openmp_number();
  (r->count <= FEW ? call_with_few : r->count <= SOME ? call_with_some : call_with_most)(value);
}
static void run(int *thread, int *bound, ...) {
  va_list more;
  va_start(more, bound);
  const struct region *r = va_arg(more, const struct region *);
  va_end(more);
  struct call c = {r, thread, bound};
  if (r->is_own) call(&c);
  else ft_region_run(&r->region, call, &c);
}

#define PARALLEL(name, is_league, before)                                 \
  void name(const void *place, int count, code *f, ...);                  \
  FT_EXPORT void name(const void *place, int count, code *f, ...) {       \
    void *shared[room(count)];                                            \
    va_list more;                                                         \
    FT_REAL(memset)(shared, 0, sizeof shared);                            \
    va_start(more, f);                                                    \
    for (int i = 0; i < count; i++) shared[i] = va_arg(more, void *);     \
    va_end(more);                                                         \
    before;                                                               \
    struct region r = {f, shared, count, is_league, ft_kmp_calls(), {0}}; \
    if (!r.is_own) r.region = ft_region_made(FT_UNSHARED, FT_SITE());     \
    FT_OPENMP(name, (place, 1, run, &r));                                 \
    if (!r.is_own) ft_region_over(&r.region);                             \
  }
PARALLEL(__kmpc_fork_call, 0, (void)0)

// libomp has one team if it is told no number: with two, they show whether they race.
static __thread int is_told, most_threads;
int __kmpc_global_thread_num(const void *place);
void __kmpc_push_num_teams(FT_KMP, int teams, int threads);
void __kmpc_push_num_teams_51(FT_KMP, int least, int most, int threads);
FT_EXPORT void __kmpc_push_num_teams(FT_KMP, int teams, int threads) {
  is_told = teams != 0;
  most_threads = threads;
  FT_OPENMP(__kmpc_push_num_teams, (place, thread, teams, threads));
}
FT_EXPORT void __kmpc_push_num_teams_51(FT_KMP, int least, int most, int threads) {
  is_told = most != 0;
  most_threads = threads;
  FT_OPENMP(__kmpc_push_num_teams_51, (place, thread, least, most, threads));
}
static void tell_teams(const void *place) {
  enum { TEAMS = 2 };
  if (!is_told && !ft_kmp_calls()) FT_OPENMP(__kmpc_push_num_teams, (place, FT_OPENMP(__kmpc_global_thread_num, (place)), TEAMS, most_threads));
  is_told = most_threads = 0;
}
PARALLEL(__kmpc_fork_teams, 1, tell_teams(place))

void __kmpc_fork_call_if(const void *place, int count, code *f, int is_parallel, void *shared);
FT_EXPORT void __kmpc_fork_call_if(const void *place, int count, code *f, int is_parallel, void *shared) {
  void *all[FEW] = {shared};
  struct region r = {f, all, shared != NULL, 0, 0, ft_region_made(FT_UNSHARED, FT_SITE())};
  FT_OPENMP(__kmpc_fork_call_if, (place, count ? count : 1, run, is_parallel, &r));
  ft_region_over(&r.region);
}

// A region of one thread, which calls its code itself. Those in more regions than are remembered count for the innermost that is.
enum { DEEPEST = 64 };
static __thread struct ft_openmp outer[DEEPEST];
static __thread uint32_t depth;
static void enter(uint64_t stack, uint64_t site) {
  if (depth < DEEPEST) {
    outer[depth] = ft_openmp;
    struct ft_region r = ft_region_made(FT_UNSHARED, site);
    ft_region_enter(&r, stack);
  }
  depth++;
}
static void leave(uint64_t site) {
  ft_openmp_receive(FT_REGION_ENDS, ft_openmp.region, 0, site);
  if (--depth < DEEPEST) ft_openmp = outer[depth];
}
void __kmpc_serialized_parallel(FT_KMP);
void __kmpc_end_serialized_parallel(FT_KMP);
FT_EXPORT void __kmpc_serialized_parallel(FT_KMP) {
  FT_KMP_CALL(__kmpc_serialized_parallel, (place, thread), (void)0, enter(FT_CALLER_SP(), FT_SITE()));
}
FT_EXPORT void __kmpc_end_serialized_parallel(FT_KMP) {
  FT_KMP_CALL(__kmpc_end_serialized_parallel, (place, thread), (void)0, leave(FT_SITE()));
}

void __kmpc_barrier(FT_KMP);
FT_EXPORT void __kmpc_barrier(FT_KMP) { FT_KMP_CALL(__kmpc_barrier, (place, thread), ft_arrive(FT_SITE()), ft_leave(FT_SITE())); }
int __kmpc_cancel_barrier(FT_KMP);
FT_EXPORT int __kmpc_cancel_barrier(FT_KMP) {
  return FT_KMP_RESULT(__kmpc_cancel_barrier, (place, thread), ft_arrive(FT_SITE()), ft_leave(FT_SITE()));
}

// One thread has made a value, which all get, and at the end all have it. The library calls the code that copies: it has its own order for that.
void __kmpc_copyprivate(FT_KMP, size_t, void *, void (*)(void *, void *), int);
FT_EXPORT void __kmpc_copyprivate(FT_KMP, size_t bytes, void *values, void (*copy)(void *, void *), int has_made) {
  FT_KMP_CALL(__kmpc_copyprivate, (place, thread, bytes, values, copy, has_made), ft_arrive(FT_SITE()), ft_leave(FT_SITE()));
}

// Sums. The library adds those of threads to each other, and says whether this one adds what it has to the variable: alone (ALONE), or with atomics. A
// thread that adds nothing has waited for all, where there is a barrier; others wait for it at the end.
enum { ALONE = 1 };
typedef void adder(void *, void *);
#define SUMS FT_KMP, int count, size_t bytes, void *sums, adder *add, void *lock
// How the thread adds, between the begin and the end.
static __thread int adds;
static void begun(int how, void *lock, uint64_t site) {
  adds = how;
  if (how == ALONE) ft_sync(RAW_ACQUIRE, (uint64_t)lock, 0, site);
}
static void ended(void *lock, uint64_t site) {
  if (adds == ALONE) ft_sync(RAW_RELEASE, (uint64_t)lock, 0, site);
}

int __kmpc_reduce_nowait(SUMS);
FT_EXPORT int __kmpc_reduce_nowait(SUMS) {
  return FT_KMP_RESULT(__kmpc_reduce_nowait, (place, thread, count, bytes, sums, add, lock), (void)0, begun(returned_, lock, FT_SITE()));
}
void __kmpc_end_reduce_nowait(FT_KMP, void *lock);
FT_EXPORT void __kmpc_end_reduce_nowait(FT_KMP, void *lock) {
  FT_KMP_CALL(__kmpc_end_reduce_nowait, (place, thread, lock), ended(lock, FT_SITE()), (void)0);
}

static void begun_for_all(int how, void *lock, uint64_t site) {
  if (how) ft_openmp.waits = 0;
  else ft_leave(site);
  begun(how, lock, site);
}
int __kmpc_reduce(SUMS);
FT_EXPORT int __kmpc_reduce(SUMS) {
  return FT_KMP_RESULT(__kmpc_reduce, (place, thread, count, bytes, sums, add, lock), ft_arrive(FT_SITE()),
                       begun_for_all(returned_, lock, FT_SITE()));
}
static void ended_for_all(void *lock, uint64_t site) {
  ended(lock, site);
  ft_arrive(site);
}
void __kmpc_end_reduce(FT_KMP, void *lock);
FT_EXPORT void __kmpc_end_reduce(FT_KMP, void *lock) {
  FT_KMP_CALL(__kmpc_end_reduce, (place, thread, lock), ended_for_all(lock, FT_SITE()), ft_leave(FT_SITE()));
}

// One thread does what stands there: others may come first.
#define ONE(name)   \
  int name(FT_KMP); \
  FT_EXPORT int name(FT_KMP) { return FT_KMP_RESULT(name, (place, thread), ft_noise(ft_me), ft_openmp.differs |= returned_); }
ONE(__kmpc_single)
ONE(__kmpc_master)
int __kmpc_masked(FT_KMP, int filter);
FT_EXPORT int __kmpc_masked(FT_KMP, int filter) {
  return FT_KMP_RESULT(__kmpc_masked, (place, thread, filter), (void)0, ft_openmp.differs |= returned_);
}

// Loops whose parts the library gives to whoever comes: each part is a share (shares.c), and when there is no more the loop is over. Those that clang itself
// divides among the threads, as it does sections, have nothing to be seen here.
static void shared(int is_one, uint64_t site) {
  if (is_one) ft_share_begins(site);
  else ft_shares_end(site);
}
#define LOOP(kind, type)                                                                                                              \
  void __kmpc_dispatch_init_##kind(FT_KMP, int how, type from, type to, type step, type chunk);                                       \
  FT_EXPORT void __kmpc_dispatch_init_##kind(FT_KMP, int how, type from, type to, type step, type chunk) {                            \
    FT_KMP_CALL(__kmpc_dispatch_init_##kind, (place, thread, how, from, to, step, chunk), ft_shares_begin(FT_SHARED_LOOP, FT_SITE()), \
                (void)0);                                                                                                             \
  }                                                                                                                                   \
  int __kmpc_dispatch_next_##kind(FT_KMP, int *is_last, type *from, type *to, type *step);                                            \
  FT_EXPORT int __kmpc_dispatch_next_##kind(FT_KMP, int *is_last, type *from, type *to, type *step) {                                 \
    return FT_KMP_RESULT(__kmpc_dispatch_next_##kind, (place, thread, is_last, from, to, step), ft_share_next(FT_SITE()),             \
                         shared(returned_, FT_SITE()));                                                                               \
  }
LOOP(4, int32_t)
LOOP(4u, uint32_t)
LOOP(8, int64_t)
LOOP(8u, uint64_t)
