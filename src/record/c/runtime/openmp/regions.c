// Parallel regions. One begins with what its maker did before, and what comes after it comes after all that its threads and tasks did.
#include "openmp.h"

struct ft_region ft_region_made(enum ft_shared shares, uint64_t site) {
  struct ft_region r = {.number = ft_openmp_number(),
                        .group = ft_openmp.group,
                        .team = ft_openmp.team,
                        .site = site,
                        .maker = ft_me,
                        .shares = shares};
  if (ft_apart_left()) ft_threads_expect();
  ft_openmp_send(FT_REGION_BEGINS, r.number, 0, site);
  return r;
}
void ft_region_over(const struct ft_region *r) { ft_openmp_receive_once(FT_REGION_ENDS, r->number, r->site); }

void ft_region_enter(const struct ft_region *r, uint64_t stack) {
  ft_openmp = (struct ft_openmp){.region = r->number, .task = ft_openmp_number(), .group = r->group, .team = r->team, .stack = stack};
  ft_openmp_receive(FT_REGION_BEGINS, r->number, 0, r->site);
  ft_openmp.begin = ft_me->pos;
}

void ft_region_run(const struct ft_region *r, ft_function *function, void *value) {
  struct ft_openmp before = ft_openmp;
  struct ft_thread *t = ft_me;
  uint64_t site = r->site, number = r->number;
  // When the region is over, so is `r`.
  int is_maker = t == r->maker;
  uint32_t inside = ft_openmp_inside(t, 0);
  if (t->recording) t->idle = 0;
  ft_region_enter(r, FT_CALLER_SP());
  if (r->shares) ft_shares_begin(r->shares, site);
  struct ft_frame *top = ft_calling(t, site + 1, FT_CALLER_SP(), ft_region_run);
  function(value);
  ft_called(t, top);
  ft_openmp_send(FT_REGION_ENDS, number, 0, site);
  ft_openmp = before;
  ft_openmp_inside(t, inside);
  if (is_maker) return;
  // A thread of the pool waits for its next region, in the library, and keeps no program from ending.
  ft_openmp_inside(t, 1);
  if (t->recording) t->idle = 1;
}

// What a region of libgomp runs, in place of its data. libgomp looks for reductions in the first word.
struct region {
  void *reductions;
  ft_function *function;
  void *data;
  struct ft_region region;
};
static void run(void *value) {
  const struct region *r = value;
  ft_region_run(&r->region, r->function, r->data);
}
static struct region begun(ft_function *function, void *data, enum ft_shared shares, uint64_t site) {
  return (struct region){data ? *(void **)data : NULL, function, data, ft_region_made(shares, site)};
}

#define PARALLEL(name, parameters, arguments, shares)    \
  void name parameters;                                  \
  FT_EXPORT void name parameters {                       \
    struct region r = begun(f, data, shares, FT_SITE()); \
    FT_OPENMP(name, arguments);                          \
    ft_region_over(&r.region);                           \
  }
#define LIMITS long from, long to, long step

PARALLEL(GOMP_parallel, (ft_function * f, void *data, unsigned threads, unsigned flags), (run, &r, threads, flags), FT_UNSHARED)
PARALLEL(GOMP_parallel_sections, (ft_function * f, void *data, unsigned threads, unsigned count, unsigned flags),
         (run, &r, threads, count, flags), FT_SHARED_SECTIONS)
#define PARALLEL_LOOP(kind)                                                                                                \
  PARALLEL(GOMP_parallel_loop_##kind, (ft_function * f, void *data, unsigned threads, LIMITS, long chunk, unsigned flags), \
           (run, &r, threads, from, to, step, chunk, flags), FT_SHARED_LOOP)
PARALLEL_LOOP(static)
PARALLEL_LOOP(dynamic)
PARALLEL_LOOP(guided)
PARALLEL_LOOP(nonmonotonic_dynamic)
PARALLEL_LOOP(nonmonotonic_guided)
#define PARALLEL_AS_SET(kind)                                                                                  \
  PARALLEL(GOMP_parallel_loop_##kind, (ft_function * f, void *data, unsigned threads, LIMITS, unsigned flags), \
           (run, &r, threads, from, to, step, flags), FT_SHARED_LOOP)
PARALLEL_AS_SET(runtime)
PARALLEL_AS_SET(nonmonotonic_runtime)
PARALLEL_AS_SET(maybe_nonmonotonic_runtime)

unsigned GOMP_parallel_reductions(ft_function *, void *, unsigned, unsigned);
FT_EXPORT unsigned GOMP_parallel_reductions(ft_function *f, void *data, unsigned threads, unsigned flags) {
  struct region r = begun(f, data, FT_UNSHARED, FT_SITE());
  unsigned count = FT_OPENMP(GOMP_parallel_reductions, (run, &r, threads, flags));
  ft_region_over(&r.region);
  return count;
}
