// Tasks of libomp (tasks.c has what they order). The library has the memory of a task, in which the program writes before the task is made: what the
// library knows of it, its private variables, and the addresses of what it shares. Ours have room in front of these addresses for what we must know.
#include "kmp.h"
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

// What the library and the compiler both know of a task. `destroy` is there if a flag says so.
struct known;
typedef int code(int thread, struct known *);
struct known {
  void *shared;
  code *run;
  int part;
  code *destroy;
};
enum { DESTROYS = 1 << 3 };

typedef void copier(struct known *to, struct known *from, int is_last);
// `task` is what is run; `other` what is not: a loop of tasks, and a task that its maker runs.
struct own {
  struct ft_task *task;
  code *run, *destroy;
  copier *copy;
  void *event;
  uint64_t bytes;
  struct ft_task other;
};
static struct own *own_of(const struct known *k) { return (struct own *)k->shared - 1; }

// The task that runs was put back: another part of it comes later, and may be under way already.
static __thread int put_back;
struct call {
  int thread;
  struct known *known;
  struct ft_task task;
};
static void call(void *value) {
  struct call *c = value;
  const struct own *own = own_of(c->known);
  code *destroy = own->destroy;
  int before = put_back;
  put_back = 0;
  struct ft_frame *top = ft_calling(ft_me, 0, FT_CALLER_SP(), call);
  own->run(c->thread, c->known);
  c->task.goes_on = put_back;
  put_back = before;
  if (!c->task.goes_on && destroy) destroy(c->thread, c->known);
  ft_called(ft_me, top);
}
// Runs a copy: that of the task may be gone when a part of it is over.
static int run(int thread, struct known *k) {
  struct ft_task *task = own_of(k)->task;
  uint64_t bytes = sizeof *task + task->dependences * sizeof *task->on;
  struct call *c = alloca(offsetof(struct call, task) + bytes);
  c->thread = thread;
  c->known = k;
  FT_REAL(memcpy)(&c->task, task, bytes);
  c->task.data = c;
  ft_task_run(&c->task);
  if (!c->task.goes_on) FT_REAL(free)(task);
  return 0;
}
// What the library calls in its place is done: it was part of the task.
static int destroyed(int thread, struct known *k) {
  (void)thread, (void)k;
  return 0;
}

// The library gives memory out again without a word.
static struct known *allocated(struct known *k, code *f, int flags, size_t shared, uint64_t site) {
  struct own *own = k->shared;
  k->shared = own + 1;
  *own = (struct own){.run = f, .destroy = flags & DESTROYS ? destroyed : NULL, .bytes = (uint64_t)(own + 1) + shared - (uint64_t)k};
  ft_allocated(k, own->bytes, 0, 0, site);
  return k;
}
#define ALLOCATE FT_KMP, int flags, size_t bytes, size_t shared, code *f
struct known *__kmpc_omp_task_alloc(ALLOCATE);
FT_EXPORT struct known *__kmpc_omp_task_alloc(ALLOCATE) {
  if (ft_kmp_calls()) return FT_OPENMP(__kmpc_omp_task_alloc, (place, thread, flags, bytes, shared, f));
  struct known *k = FT_OPENMP(__kmpc_omp_task_alloc, (place, thread, flags, bytes, shared + sizeof(struct own), run));
  return allocated(k, f, flags, shared, FT_SITE());
}
struct known *__kmpc_omp_target_task_alloc(ALLOCATE, int64_t device);
FT_EXPORT struct known *__kmpc_omp_target_task_alloc(ALLOCATE, int64_t device) {
  if (ft_kmp_calls()) return FT_OPENMP(__kmpc_omp_target_task_alloc, (place, thread, flags, bytes, shared, f, device));
  struct known *k = FT_OPENMP(__kmpc_omp_target_task_alloc, (place, thread, flags, bytes, shared + sizeof(struct own), run, device));
  return allocated(k, f, flags, shared, FT_SITE());
}

struct depends {
  uint64_t address, bytes;
  uint8_t how;
};
#define DEPENDS int count, const struct depends *on, int more_count, const struct depends *more
static struct ft_dependence dependence(const struct depends *d) {
  enum { READS = 1, IN_SET = 8 };
  return (struct ft_dependence){d->address, d->how == READS ? FT_DEPENDS_IN : d->how == IN_SET ? FT_DEPENDS_SET : FT_DEPENDS_OUT};
}

// A task that its maker waits for: one of a final task, or outside of all regions. The library does others at once, too, in a region of one thread.
int omp_in_final(void);
static struct ft_task plain(uint64_t dependences, uint64_t site) {
  struct ft_task task = ft_task(call, dependences, site);
  task.bytes = 0;
  task.at_once = !ft_openmp.region || FT_OPENMP(omp_in_final, ());
  return task;
}
static struct ft_task *kept(struct ft_task task) {
  struct ft_task *copy = FT_REAL(malloc)(sizeof task + task.dependences * sizeof *task.on);
  if (!copy) abort();
  *copy = task;
  return copy;
}
static struct ft_task *depending(DEPENDS, uint64_t site) {
  uint64_t all = count + more_count;
  struct ft_task *task = kept(plain(all, site));
  for (uint64_t i = 0; i < all; i++) task->on[i] = dependence(i < (uint64_t)count ? &on[i] : &more[i - count]);
  return task;
}

static void take_destroyer(struct known *k) {
  struct own *own = own_of(k);
  if (!own->destroy) return;
  own->destroy = k->destroy;
  k->destroy = destroyed;
}
// It is made, or put back by itself.
static void made(struct known *k, DEPENDS, uint64_t site) {
  struct own *own = own_of(k);
  if (own->task) {
    put_back = 1;
    // Its parts may be any thread's, and nobody's who made it.
    own->task->maker = UINT32_MAX;
  } else {
    own->task = depending(count, on, more_count, more, site);
    if (own->event) ft_event_made(own->event, own->task);
    take_destroyer(k);
  }
  ft_openmp_send(FT_TASK_MADE, own->task->number, 0, site);
  own->task->sent = ft_me->pos;
}

int __kmpc_omp_task(FT_KMP, struct known *);
FT_EXPORT int __kmpc_omp_task(FT_KMP, struct known *k) {
  return FT_KMP_RESULT(__kmpc_omp_task, (place, thread, k), made(k, 0, NULL, 0, NULL, FT_SITE()), (void)0);
}
int __kmpc_omp_task_with_deps(FT_KMP, struct known *, DEPENDS);
FT_EXPORT int __kmpc_omp_task_with_deps(FT_KMP, struct known *k, DEPENDS) {
  return FT_KMP_RESULT(__kmpc_omp_task_with_deps, (place, thread, k, count, on, more_count, more),
                       made(k, count, on, more_count, more, FT_SITE()), (void)0);
}

static void wait_for(DEPENDS, uint64_t site) {
  for (int i = 0; i < count + more_count; i++) ft_depend(dependence(i < count ? &on[i] : &more[i - count]), ft_openmp.task, site);
}
void __kmpc_omp_wait_deps(FT_KMP, DEPENDS);
FT_EXPORT void __kmpc_omp_wait_deps(FT_KMP, DEPENDS) {
  FT_KMP_CALL(__kmpc_omp_wait_deps, (place, thread, count, on, more_count, more), (void)0, wait_for(count, on, more_count, more, FT_SITE()));
}
void __kmpc_omp_taskwait_deps_51(FT_KMP, DEPENDS, int goes_on);
FT_EXPORT void __kmpc_omp_taskwait_deps_51(FT_KMP, DEPENDS, int goes_on) {
  FT_KMP_CALL(__kmpc_omp_taskwait_deps_51, (place, thread, count, on, more_count, more, goes_on), (void)0,
              wait_for(count, on, more_count, more, FT_SITE()));
}

// One that its maker does at once, by itself: its children are its own.
static void enter(struct known *k, uint64_t site) {
  own_of(k)->other = plain(0, site);
  ft_openmp.task = own_of(k)->other.number;
  take_destroyer(k);
}
static void leave(int thread, struct known *k) {
  if (own_of(k)->destroy) own_of(k)->destroy(thread, k);
  ft_openmp.task = own_of(k)->other.parent;
}
void __kmpc_omp_task_begin_if0(FT_KMP, struct known *);
void __kmpc_omp_task_complete_if0(FT_KMP, struct known *);
FT_EXPORT void __kmpc_omp_task_begin_if0(FT_KMP, struct known *k) {
  FT_KMP_CALL(__kmpc_omp_task_begin_if0, (place, thread, k), enter(k, FT_SITE()), (void)0);
}
FT_EXPORT void __kmpc_omp_task_complete_if0(FT_KMP, struct known *k) {
  FT_KMP_CALL(__kmpc_omp_task_complete_if0, (place, thread, k), leave(thread, k), (void)0);
}

// Tasks of a loop are copies of the first, which is not run. Whoever copies is in the library: a part of the loop may be another thread's to make.
static void copy(struct known *to, struct known *from, int is_last) {
  struct own *own = own_of(to);
  own->task = kept(own->other);
  own->task->number = ft_openmp_number();
  ft_allocated(to, own->bytes, 0, 0, own->task->site);
  if (own->copy) own->copy(to, from, is_last);
}
#define LOOP FT_KMP, struct known *k, int is_parallel, uint64_t *from, uint64_t *to, int64_t step, int has_no_group, int how, uint64_t size
static void made_loop(struct known *k, copier *c, int is_parallel, int has_no_group, uint64_t site) {
  if (!has_no_group) ft_group_begin();
  struct own *own = own_of(k);
  own->other = plain(0, site);
  own->other.at_once |= !is_parallel;
  own->copy = c;
  take_destroyer(k);
  ft_openmp_send(FT_TASK_MADE, own->other.number, 0, site);
}
static void over(int has_no_group, uint64_t site) {
  if (!has_no_group) ft_group_end(site);
}
#define TASKLOOP(name, parameters, ...)                                                                      \
  void name parameters;                                                                                      \
  FT_EXPORT void name parameters {                                                                           \
    copier *copies = ft_kmp_calls() ? c : copy;                                                              \
    FT_KMP_CALL(name, (place, thread, k, is_parallel, from, to, step, has_no_group, how, size, __VA_ARGS__), \
                made_loop(k, c, is_parallel, has_no_group, FT_SITE()), over(has_no_group, FT_SITE()));       \
  }
TASKLOOP(__kmpc_taskloop, (LOOP, copier *c), copies)
TASKLOOP(__kmpc_taskloop_5, (LOOP, int modifier, copier *c), modifier, copies)

// The task is over when somebody says so of the event, too.
void *__kmpc_task_allow_completion_event(FT_KMP, struct known *);
FT_EXPORT void *__kmpc_task_allow_completion_event(FT_KMP, struct known *k) {
  return FT_KMP_RESULT(__kmpc_task_allow_completion_event, (place, thread, k), (void)0, own_of(k)->event = returned_);
}

int __kmpc_omp_taskwait(FT_KMP);
FT_EXPORT int __kmpc_omp_taskwait(FT_KMP) {
  return FT_KMP_RESULT(__kmpc_omp_taskwait, (place, thread), (void)0, ft_wait_for_children(FT_SITE()));
}
int __kmpc_omp_taskyield(FT_KMP, int);
FT_EXPORT int __kmpc_omp_taskyield(FT_KMP, int part) { return FT_KMP_RESULT(__kmpc_omp_taskyield, (place, thread, part), (void)0, (void)0); }

void __kmpc_taskgroup(FT_KMP);
void __kmpc_end_taskgroup(FT_KMP);
FT_EXPORT void __kmpc_taskgroup(FT_KMP) { FT_KMP_CALL(__kmpc_taskgroup, (place, thread), ft_group_begin(), (void)0); }
FT_EXPORT void __kmpc_end_taskgroup(FT_KMP) { FT_KMP_CALL(__kmpc_end_taskgroup, (place, thread), (void)0, ft_group_end(FT_SITE())); }

// Where the thread adds up.
void *__kmpc_task_reduction_get_th_data(int thread, void *group, void *sum);
FT_EXPORT void *__kmpc_task_reduction_get_th_data(int thread, void *group, void *sum) {
  return FT_KMP_RESULT(__kmpc_task_reduction_get_th_data, (thread, group, sum), (void)0, ft_use_own(FT_SITE()));
}
