// Parallel regions and what all threads of one do together. A region begins with what its maker did before, and what comes after it comes after all
// that its threads and tasks did; of a barrier likewise. Loops and sections order nothing but by the barrier at their end.
#include "openmp.h"
#include <stdarg.h>
#include <stdbool.h>

// What a region runs, in place of its data. libgomp looks for reductions in the first word.
struct region {
  void *reductions;
  void (*function)(void *);
  void *data;
  uint64_t number, group, site;
  const struct ft_thread *maker;
};

static void run(void *value) {
  const struct region *r = value;
  struct ft_openmp before = ft_openmp;
  struct ft_thread *t = ft_me;
  uint64_t site = r->site, number = r->number;
  // When the region is over, so is `r`.
  int is_maker = t == r->maker;
  uint32_t inside = ft_openmp_inside(t, 0);
  if (t->recording) t->idle = 0;
  ft_openmp = (struct ft_openmp){.region = number, .task = ft_openmp_number(), .group = r->group};
  ft_openmp_receive(FT_REGION_BEGINS, number, 0, site);
  struct ft_frame *top = ft_calling(t, site + 1, FT_CALLER_SP(), run);
  r->function(r->data);
  ft_called(t, top);
  ft_openmp_send(FT_REGION_ENDS, number, 0, site);
  ft_openmp = before;
  ft_openmp_inside(t, inside);
  if (is_maker || !t->recording) return;
  // A thread of the pool waits for its next region, in libgomp, and keeps no program from ending.
  ft_openmp_inside(t, 1);
  t->idle = 1;
}

static struct region begun(void (*function)(void *), void *data, uint64_t site) {
  struct region r = {data ? *(void **)data : NULL, function, data, ft_openmp_number(), ft_openmp.group, site, ft_me};
  ft_openmp_send(FT_REGION_BEGINS, r.number, 0, site);
  return r;
}
static void ended(const struct region *r) { ft_openmp_receive_once(FT_REGION_ENDS, r->number, r->site); }

typedef void function(void *);
#define PARALLEL(name, parameters, arguments)                       \
  void name parameters;                                             \
  FT_EXPORT void name parameters {                                  \
    struct region r = begun(f, data, FT_SITE());                    \
    FT_OPENMP(name, arguments);                                      \
    ended(&r);                                                      \
  }
#define LOOP long from, long to, long step

PARALLEL(GOMP_parallel, (function * f, void *data, unsigned threads, unsigned flags), (run, &r, threads, flags))
PARALLEL(GOMP_parallel_sections, (function * f, void *data, unsigned threads, unsigned count, unsigned flags),
         (run, &r, threads, count, flags))
#define PARALLEL_LOOP(kind)                                                                                        \
  PARALLEL(GOMP_parallel_loop_##kind, (function * f, void *data, unsigned threads, LOOP, long chunk, unsigned flags), \
           (run, &r, threads, from, to, step, chunk, flags))
PARALLEL_LOOP(static)
PARALLEL_LOOP(dynamic)
PARALLEL_LOOP(guided)
PARALLEL_LOOP(nonmonotonic_dynamic)
PARALLEL_LOOP(nonmonotonic_guided)
#define PARALLEL_AS_SET(kind)                                                                         \
  PARALLEL(GOMP_parallel_loop_##kind, (function * f, void *data, unsigned threads, LOOP, unsigned flags), \
           (run, &r, threads, from, to, step, flags))
PARALLEL_AS_SET(runtime)
PARALLEL_AS_SET(nonmonotonic_runtime)
PARALLEL_AS_SET(maybe_nonmonotonic_runtime)

unsigned GOMP_parallel_reductions(function *, void *, unsigned, unsigned);
FT_EXPORT unsigned GOMP_parallel_reductions(function *f, void *data, unsigned threads, unsigned flags) {
  struct region r = begun(f, data, FT_SITE());
  unsigned count = FT_OPENMP_RESULT(GOMP_parallel_reductions, (run, &r, threads, flags));
  ended(&r);
  return count;
}

// Outside of all regions a thread is alone.
static void arrive(uint64_t site) {
  if (!ft_openmp.region) return;
  ft_openmp_send(FT_BARRIER, ft_openmp.region, ft_openmp.barriers, site);
  ft_openmp.waits = 1;
}
static void leave(uint64_t site) {
  if (!ft_openmp.region) return;
  ft_openmp_receive(FT_BARRIER, ft_openmp.region, ft_openmp.barriers, site);
  ft_openmp_receive(FT_TASKS, ft_openmp.region, ft_openmp.barriers, site);
  ft_openmp.barriers++;
  ft_openmp.waits = 0;
}
#define BARRIER(name)             \
  void name(void);                \
  FT_EXPORT void name(void) {     \
    arrive(FT_SITE());            \
    FT_OPENMP(name, ());            \
    leave(FT_SITE());             \
  }
#define BARRIER_OR_END(name)          \
  bool name(void);                    \
  FT_EXPORT bool name(void) {         \
    arrive(FT_SITE());                \
    bool result = FT_OPENMP_RESULT(name, ());  \
    leave(FT_SITE());                 \
    return result;                    \
  }
BARRIER(GOMP_barrier)
BARRIER(GOMP_loop_end)
BARRIER(GOMP_sections_end)
BARRIER_OR_END(GOMP_barrier_cancel)
BARRIER_OR_END(GOMP_loop_end_cancel)
BARRIER_OR_END(GOMP_sections_end_cancel)

// Others may take the next section.
unsigned GOMP_sections_next(void);
FT_EXPORT unsigned GOMP_sections_next(void) {
  struct ft_thread *t = ft_self();
  if (t) ft_noise(t);
  return FT_OPENMP_RESULT(GOMP_sections_next, ());
}

// One thread makes a value, which all get: a barrier at which the others arrive before that. Who makes it comes back at once.
void *GOMP_single_copy_start(void);
FT_EXPORT void *GOMP_single_copy_start(void) {
  arrive(FT_SITE());
  void *value = FT_OPENMP_RESULT(GOMP_single_copy_start, ());
  if (value) leave(FT_SITE());
  ft_openmp.waits = 0;
  return value;
}
void GOMP_single_copy_end(void *);
FT_EXPORT void GOMP_single_copy_end(void *value) {
  arrive(FT_SITE());
  FT_OPENMP(GOMP_single_copy_end, (value));
  leave(FT_SITE());
}

// Iterations one after the other. Which one a thread waits for is not looked at: it comes after all that are over by then.
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
#define DOACROSS(post, wait, type)                                          \
  void post(type *);                                                        \
  void wait(type, ...);                                                     \
  FT_EXPORT void post(type *iteration) {                                    \
    ft_openmp_send(FT_DOACROSS, ft_openmp.region, 0, FT_SITE());            \
    FT_OPENMP(post, (iteration));                                             \
  }                                                                         \
  FT_EXPORT void wait(type first, ...) {                                    \
    va_list more;                                                           \
    type n[7];                                                              \
    va_start(more, first);                                                  \
    for (int i = 0; i < 7; i++) n[i] = va_arg(more, type);                  \
    va_end(more);                                                           \
    FT_OPENMP(wait, (first, n[0], n[1], n[2], n[3], n[4], n[5], n[6]));       \
    ft_openmp_receive(FT_DOACROSS, ft_openmp.region, 0, FT_SITE());         \
  }
DOACROSS(GOMP_doacross_post, GOMP_doacross_wait, long)
DOACROSS(GOMP_doacross_ull_post, GOMP_doacross_ull_wait, unsigned long long)
