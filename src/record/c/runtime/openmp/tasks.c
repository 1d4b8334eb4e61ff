// Tasks: each begins with what its maker had done, and after the tasks that it depends on. Who waits for it comes after it: its parent in taskwait, whoever
// waits for its group, all threads at the next barrier. libgomp keeps a copy of the data of a task; ours have room in front for what we must know.
#include "openmp.h"
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef void function(void *);
typedef void copier(void *to, void *from);

// How a task depends on an address.
enum { OUT, IN, SET };
struct dependence {
  uint64_t address;
  int how;
};

// A task, where libgomp has its data, which is behind it. A loop of tasks writes two numbers into the first words, which belong to the data.
struct task {
  uint64_t range[2];
  function *run;
  uint64_t number, parent, group, region, site, offset, bytes, dependences;
  uint32_t maker;
  struct dependence on[];
};
// What it is made of. libgomp looks for the reductions of a loop in the third word, and writes the event of a task that is over by that into the first.
struct made {
  uint64_t words[3];
  void **depends;
  copier *copy;
  void *data;
  size_t bytes, alignment;
  int is_loop, detaches;
  struct task task;
};

// What gcc tells of dependences: the number of all and of those that write or, if the first word is 0, of all, of those that write, of those that exclude
// each other, which libgomp orders, and of readers; then the addresses in this order, and last objects that have an address and a kind.
static uint64_t dependence_count(void **told) { return (uint64_t)(told[0] ? told[0] : told[1]); }
static struct dependence dependence(void **told, uint64_t i) {
  const uint64_t *n = (uint64_t *)told, out = n[0] ? n[1] : n[2] + n[3], plain = n[0] ? n[0] : out + n[4];
  void *at = told[(n[0] ? 2 : 5) + i];
  if (i < plain) return (struct dependence){(uint64_t)at, i < out ? OUT : IN};
  enum { READS = 1, IN_SET = 5 };
  const uint64_t *object = at;
  return (struct dependence){object[0], object[1] == READS ? IN : object[1] == IN_SET ? SET : OUT};
}

static void wait_for(struct dependence d, uint64_t parent, uint64_t site) {
  ft_openmp_receive(FT_DEPENDS_OUT, parent, d.address, site);
  // Readers wait for no readers, and members of a set not for each other.
  if (d.how != IN) ft_openmp_receive(FT_DEPENDS_IN, parent, d.address, site);
  if (d.how != SET) ft_openmp_receive(FT_DEPENDS_SET, parent, d.address, site);
}

// Tasks that are threads of their own in the recording: two that nothing orders race, whoever happens to run them. Each has a log, which a program
// with many small ones could not afford: those after the first are part of the thread that runs them. So are those that are done while they are made,
// whose maker waits for them.
//
// Its data, the thread-local variables and what is below it on the stack of that thread are its own for as long as it runs: what others had there before or
// have later is not.
enum { MOST_APART = 256 };
struct memory {
  void *address;
  uint64_t bytes;
};
// How many such tasks run on this thread, one within the other; the task that it makes; whether the one that runs uses what is the thread's own; and the thread-local variables.
static __thread uint64_t apart, making;
static __thread int uses;
static __thread struct memory locals;

static int find_locals(struct dl_phdr_info *program, size_t bytes, void *found) {
  if (bytes >= sizeof *program && program->dlpi_tls_data)
    for (int i = 0; i < program->dlpi_phnum; i++)
      if (program->dlpi_phdr[i].p_type == PT_TLS) *(struct memory *)found = (struct memory){program->dlpi_tls_data, program->dlpi_phdr[i].p_memsz};
  // The first is the program.
  return 1;
}

// No two blocks of the stack begin at one address.
static struct memory below(const struct ft_thread *t, uint64_t sp) {
  uint64_t from = t->stack + 16 * (apart + 1);
  return (struct memory){(void *)from, sp - from};
}

static struct ft_thread *begin_apart(struct ft_thread *t, const struct task *task, struct memory stack) {
  static int begun;
  if (!t->recording || !t->stack || task->number == making || begun >= MOST_APART) return NULL;
  struct ft_thread *own = __atomic_add_fetch(&begun, 1, __ATOMIC_RELAXED) <= MOST_APART ? ft_thread_add() : NULL;
  if (!own) return NULL;
  ft_calls_begin(own, NULL);
  ft_me = &ft_silent;
  if (!locals.address) dl_iterate_phdr(find_locals, &locals);
  ft_me = ft_thread_open(own) ? own : t;
  if (ft_me == t) return NULL;
  apart++;
  ft_me = t;
  ft_openmp_send(FT_OWN_THINGS, (uint64_t)&uses, 0, task->site);
  ft_me = own;
  own->stack = t->stack;
  own->stack_end = (uint64_t)stack.address + stack.bytes;
  ft_sync(RAW_BEGIN, 0, 0, task->site);
  ft_openmp_receive_once(FT_TASK_MADE, task->number, task->site);
  ft_allocated(stack.address, stack.bytes, 0, RAW_STACK, task->site);
  ft_allocated(locals.address, locals.bytes, 0, 0, task->site);
  ft_allocated(task, task->bytes, 0, 0, task->site);
  return own;
}
static void end_apart(struct ft_thread *t, struct ft_thread *own, const struct task *task, struct memory stack) {
  if (uses) ft_openmp_send(FT_OWN_THINGS, (uint64_t)&uses, 0, task->site);
  ft_sync(RAW_FREE, (uint64_t)stack.address, 0, task->site);
  if (locals.address) ft_sync(RAW_FREE, (uint64_t)locals.address, 0, task->site);
  ft_sync(RAW_FREE, (uint64_t)task, 0, task->site);
  ft_thread_end(own);
  ft_me = t;
  if (uses) ft_openmp_receive(FT_OWN_THINGS, (uint64_t)&uses, 0, task->site);
  apart--;
}

// Who asks which thread it is uses something that each thread has one of: sums of tasks are made so. A thread and its tasks use that one after the other.
static void use_own(uint64_t site) {
  if (apart && !uses) ft_openmp_receive(FT_OWN_THINGS, (uint64_t)&uses, 0, site);
  uses = 1;
}
int omp_get_thread_num(void);
FT_EXPORT int omp_get_thread_num(void) {
  use_own(FT_SITE());
  return FT_OPENMP_RESULT(omp_get_thread_num, ());
}
void GOMP_task_reduction_remap(size_t, size_t, void **);
FT_EXPORT void GOMP_task_reduction_remap(size_t count, size_t originals, void **sums) {
  use_own(FT_SITE());
  FT_OPENMP(GOMP_task_reduction_remap, (count, originals, sums));
}

static void run_in(struct ft_thread *t, struct task *task, int elsewhere) {
  void *data = (char *)task + task->offset;
  uint64_t site = task->site, parent = task->parent;
  for (uint64_t i = 0; i < task->dependences; i++) wait_for(task->on[i], parent, site);
  struct ft_frame *top = ft_calling(t, site + 1, FT_CALLER_SP(), run_in);
  task->run(data);
  ft_called(t, top);
  for (uint64_t i = 0; i < task->dependences; i++)
    ft_openmp_send(FT_DEPENDS_OUT + task->on[i].how, parent, task->on[i].address, site);
  if (elsewhere) ft_openmp_send(FT_CHILD_ENDS, parent, 0, site);
  if (task->group) ft_openmp_send(FT_OF_GROUP_ENDS, task->group, 0, site);
}

static void run(void *value) {
  struct task *task = value;
  struct ft_openmp before = ft_openmp;
  struct ft_thread *t = ft_me;
  uint64_t site = task->site;
  struct memory stack = below(t, FT_CALLER_SP());
  // While it waits, others may take the next one.
  if (t->recording) ft_noise(t);
  ft_openmp.task = task->number;
  ft_openmp.group = task->group;
  uint32_t inside = ft_openmp_inside(t, 0);
  int used = uses;
  uses = 0;
  struct ft_thread *own = begin_apart(t, task, stack);
  // A task that is run by who made it needs no more order than that, nor does the parent that waits for it.
  int elsewhere = own || t->number != task->maker;
  if (elsewhere && !own) ft_openmp_receive_once(FT_TASK_MADE, task->number, site);
  run_in(own ? own : t, task, elsewhere);
  // What a thread itself does before it arrives at a barrier, or at the end of the region, its arrival tells.
  int is_within = before.region == task->region;
  if (own || !is_within) ft_openmp_send(FT_REGION_ENDS, task->region, 0, site);
  if (is_within && (own || before.waits)) ft_openmp_send(FT_TASKS, task->region, before.barriers, site);
  if (own) end_apart(t, own, task, stack);
  ft_openmp_inside(t, inside);
  uses = used;
  ft_openmp.task = before.task;
  ft_openmp.group = before.group;
}

static void run_of_loop(void *value) {
  struct task *task = value;
  uint64_t *data = (uint64_t *)((char *)task + task->offset);
  data[0] = task->range[0];
  data[1] = task->range[1];
  run(value);
}

static void copy(void *to, void *from) {
  const struct made *m = from;
  struct task *task = to;
  *task = m->task;
  for (uint64_t i = 0; i < task->dependences; i++) task->on[i] = dependence(m->depends, i);
  // A loop makes many: each is one of its own, and its children are its own.
  if (m->is_loop) {
    task->number = ft_openmp_number();
    making = task->number;
    ft_openmp_send(FT_TASK_MADE, task->number, 0, task->site);
  }
  void *data = (char *)to + task->offset;
  if (m->detaches) *(uint64_t *)m->data = m->words[0];
  uint32_t inside = ft_openmp_inside(ft_me, 0);
  if (m->copy) m->copy(data, m->data);
  else FT_REAL(memcpy)(data, m->data, m->bytes);
  ft_openmp_inside(ft_me, inside);
}

static struct made made(function *run, void *data, copier *copy, long bytes, long alignment, void **depends, uint64_t site) {
  struct made m = {.depends = depends, .copy = copy, .data = data, .bytes = bytes, .alignment = alignment > 16 ? alignment : 16};
  uint64_t count = depends ? dependence_count(depends) : 0, own = sizeof(struct task) + count * sizeof(struct dependence);
  m.task = (struct task){.run = run,
                         .number = ft_openmp_number(),
                         .parent = ft_openmp.task,
                         .group = ft_openmp.group,
                         .region = ft_openmp.region,
                         .site = site,
                         .maker = ft_me->number,
                         .offset = (own + m.alignment - 1) & -m.alignment,
                         .dependences = count};
  m.task.bytes = m.task.offset + bytes;
  return m;
}

enum { DEPENDS = 1 << 3, NO_GROUP = 1 << 11, DETACHES = 1 << 13 };

#define TASK function *f, void *data, copier *copies, long bytes, long alignment
void GOMP_task(TASK, bool now, unsigned flags, void **depends, int priority, void *event);
FT_EXPORT void GOMP_task(TASK, bool now, unsigned flags, void **depends, int priority, void *event) {
  struct made m = made(f, data, copies, bytes, alignment, flags & DEPENDS ? depends : NULL, FT_SITE());
  uint64_t before = making;
  m.detaches = (flags & DETACHES) != 0;
  making = m.task.number;
  ft_openmp_send(FT_TASK_MADE, m.task.number, 0, FT_SITE());
  FT_OPENMP(GOMP_task, (run, &m, copy, m.task.bytes, m.alignment, now, flags, depends, priority, event));
  making = before;
}

#define TASKLOOP(name, type)                                                                                            \
  void name(TASK, unsigned flags, unsigned long tasks, int priority, type from, type to, type step);                    \
  FT_EXPORT void name(TASK, unsigned flags, unsigned long tasks, int priority, type from, type to, type step) {         \
    struct made m = made(f, data, copies, bytes, alignment, NULL, FT_SITE());                                                 \
    uint64_t before = making;                                                                                           \
    m.is_loop = 1;                                                                                                      \
    FT_REAL(memcpy)(m.words, data, bytes < (long)sizeof m.words ? (size_t)bytes : sizeof m.words);                      \
    if (!(flags & NO_GROUP)) m.task.group = ft_openmp_number();                                                         \
    FT_OPENMP(name, (run_of_loop, &m, copy, m.task.bytes, m.alignment, flags, tasks, priority, from, to, step)); \
    making = before;                                                                                                    \
    if (!(flags & NO_GROUP)) ft_openmp_receive_once(FT_OF_GROUP_ENDS, m.task.group, FT_SITE());                         \
  }
TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)

void GOMP_taskwait(void);
FT_EXPORT void GOMP_taskwait(void) {
  FT_OPENMP(GOMP_taskwait, ());
  ft_openmp_receive(FT_CHILD_ENDS, ft_openmp.task, 0, FT_SITE());
}
void GOMP_taskwait_depend(void **);
FT_EXPORT void GOMP_taskwait_depend(void **depends) {
  FT_OPENMP(GOMP_taskwait_depend, (depends));
  for (uint64_t i = 0; i < dependence_count(depends); i++) wait_for(dependence(depends, i), ft_openmp.task, FT_SITE());
}

// Groups that the thread is in, from the outermost that is remembered; one in a deeper one counts for that.
enum { DEEPEST = 64 };
static __thread uint64_t groups[DEEPEST];
static __thread uint32_t depth;
void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);
FT_EXPORT void GOMP_taskgroup_start(void) {
  if (depth < DEEPEST) {
    groups[depth] = ft_openmp.group;
    ft_openmp.group = ft_openmp_number();
  }
  depth++;
  FT_OPENMP(GOMP_taskgroup_start, ());
}
FT_EXPORT void GOMP_taskgroup_end(void) {
  FT_OPENMP(GOMP_taskgroup_end, ());
  ft_openmp_receive(FT_OF_GROUP_ENDS, ft_openmp.group, 0, FT_SITE());
  if (--depth < DEEPEST) ft_openmp.group = groups[depth];
}
