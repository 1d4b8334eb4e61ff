// Tasks: each begins with what its maker had done, and after the tasks that it depends on. Who waits for it comes after it: its parent in taskwait, whoever
// waits for its group, all threads at the next barrier. libgomp keeps a copy of the data of a task; ours have room in front for what we must know.
#include "openmp.h"
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
  uint64_t number, parent, group, region, site, offset, dependences;
  uint32_t maker;
  struct dependence on[];
};
// What it is made of. libgomp looks for the reductions of a loop in the third word.
struct made {
  uint64_t words[3];
  struct task task;
  void **depends;
  copier *copy;
  void *data;
  size_t bytes, alignment;
  int is_loop;
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

static void run(void *value) {
  struct task *task = value;
  struct ft_openmp before = ft_openmp;
  struct ft_thread *t = ft_me;
  void *data = (char *)task + task->offset;
  uint64_t site = task->site, parent = task->parent;
  // While it waits, others may take the next one.
  if (t->recording) ft_noise(t);
  ft_openmp.task = task->number;
  ft_openmp.group = task->group;
  // Most tasks are run by who made them: that is order enough, also for the parent that waits for them.
  int elsewhere = t->number != task->maker;
  if (elsewhere) ft_openmp_receive(FT_TASK_MADE, task->number, 0, site);
  for (uint64_t i = 0; i < task->dependences; i++) wait_for(task->on[i], parent, site);
  struct ft_frame *top = ft_calling(t, site + 1, FT_CALLER_SP(), run);
  task->run(data);
  ft_called(t, top);
  for (uint64_t i = 0; i < task->dependences; i++)
    ft_openmp_send(FT_DEPENDS_OUT + task->on[i].how, parent, task->on[i].address, site);
  if (elsewhere) ft_openmp_send(FT_CHILD_ENDS, parent, 0, site);
  if (task->group) ft_openmp_send(FT_OF_GROUP_ENDS, task->group, 0, site);
  // What a thread does before it arrives at a barrier, or at the end of the region, its arrival tells.
  if (before.region != task->region) ft_openmp_send(FT_REGION_ENDS, task->region, 0, site);
  else if (before.waits) ft_openmp_send(FT_TASKS, task->region, before.barriers, site);
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
    ft_openmp_send(FT_TASK_MADE, task->number, 0, task->site);
  }
  void *data = (char *)to + task->offset;
  if (m->copy) m->copy(data, m->data);
  else FT_REAL(memcpy)(data, m->data, m->bytes);
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
  return m;
}

enum { DEPENDS = 1 << 3, NO_GROUP = 1 << 11, DETACHED = 1 << 13 };

#define TASK function *f, void *data, copier *copies, long bytes, long alignment
void GOMP_task(TASK, bool now, unsigned flags, void **depends, int priority, void *event);
FT_EXPORT void GOMP_task(TASK, bool now, unsigned flags, void **depends, int priority, void *event) {
  // libgomp writes where the event is into the data itself.
  if (flags & DETACHED) return FT_OPENMP(GOMP_task)(f, data, copies, bytes, alignment, now, flags, depends, priority, event);
  struct made m = made(f, data, copies, bytes, alignment, flags & DEPENDS ? depends : NULL, FT_SITE());
  ft_openmp_send(FT_TASK_MADE, m.task.number, 0, FT_SITE());
  FT_OPENMP(GOMP_task)(run, &m, copy, m.task.offset + bytes, m.alignment, now, flags, depends, priority, event);
}

#define TASKLOOP(name, type)                                                                                            \
  void name(TASK, unsigned flags, unsigned long tasks, int priority, type from, type to, type step);                    \
  FT_EXPORT void name(TASK, unsigned flags, unsigned long tasks, int priority, type from, type to, type step) {         \
    struct made m = made(f, data, copies, bytes, alignment, NULL, FT_SITE());                                                 \
    m.is_loop = 1;                                                                                                      \
    FT_REAL(memcpy)(m.words, data, bytes < (long)sizeof m.words ? (size_t)bytes : sizeof m.words);                      \
    if (!(flags & NO_GROUP)) m.task.group = ft_openmp_number();                                                         \
    FT_OPENMP(name)                                                                                                     \
    (run_of_loop, &m, copy, m.task.offset + bytes, m.alignment, flags, tasks, priority, from, to, step); \
    if (!(flags & NO_GROUP)) ft_openmp_receive(FT_OF_GROUP_ENDS, m.task.group, 0, FT_SITE());                           \
  }
TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)

void GOMP_taskwait(void);
FT_EXPORT void GOMP_taskwait(void) {
  FT_OPENMP(GOMP_taskwait)();
  ft_openmp_receive(FT_CHILD_ENDS, ft_openmp.task, 0, FT_SITE());
}
void GOMP_taskwait_depend(void **);
FT_EXPORT void GOMP_taskwait_depend(void **depends) {
  FT_OPENMP(GOMP_taskwait_depend)(depends);
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
  FT_OPENMP(GOMP_taskgroup_start)();
}
FT_EXPORT void GOMP_taskgroup_end(void) {
  FT_OPENMP(GOMP_taskgroup_end)();
  ft_openmp_receive(FT_OF_GROUP_ENDS, ft_openmp.group, 0, FT_SITE());
  if (--depth < DEEPEST) ft_openmp.group = groups[depth];
}
