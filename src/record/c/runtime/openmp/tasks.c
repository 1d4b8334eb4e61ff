// Tasks: each begins with what its maker had done, and after the tasks that it depends on. Who waits for it comes after it: its parent in taskwait, whoever
// waits for its group, all threads at the next barrier. libgomp keeps a copy of the data of a task; ours have room in front for what we must know.
#include "openmp.h"
#include <stdbool.h>
#include <string.h>

typedef void copier(void *to, void *from);

// What a task is made of. libgomp looks for the reductions of a loop in the third word, and writes the event of a task that is over by that into the first.
struct made {
  uint64_t words[3];
  void **depends;
  copier *copy;
  void *data;
  size_t bytes, alignment;
  int is_loop, detaches;
  struct ft_task task;
};

void ft_task_over(const struct ft_task *task, uint64_t site) {
  for (uint64_t i = 0; i < task->dependences; i++) ft_openmp_send(task->on[i].how, task->parent, task->on[i].address, site);
  ft_child_over(task->parent, site);
  if (task->group) ft_openmp_send(FT_OF_GROUP_ENDS, task->group, 0, site);
}

static void run_in(struct ft_thread *t, const struct ft_task *task) {
  for (uint64_t i = 0; i < task->dependences; i++) ft_depend(task->on[i], task->parent, task->site);
  struct ft_frame *top = ft_calling(t, task->site + 1, FT_CALLER_SP(), run_in);
  task->run(task->data);
  ft_called(t, top);
}

void ft_task_run(struct ft_task *task) {
  struct ft_openmp before = ft_openmp;
  struct ft_thread *t = ft_me;
  uint64_t site = task->site;
  ft_openmp.task = task->number;
  ft_openmp.group = task->group;
  ft_openmp.team = task->team;
  uint32_t inside = ft_openmp_inside(t, 0);
  // While it waits, others may take the next one.
  ft_noise(t);
  // One whose maker waits for it needs no more order than that, nor does one that is run by who made it, and the parent that waits for it.
  struct ft_apart apart = task->at_once ? (struct ft_apart){0} : ft_apart_begin(FT_CALLER_SP(), 0, site);
  int elsewhere = apart.own || t->number != task->maker;
  if (elsewhere && task->made == task->number) ft_openmp_receive_once(FT_TASK_MADE, task->made, site);
  else if (elsewhere) ft_openmp_receive(FT_TASK_MADE, task->made, 0, site);
  else if (task->sent) ft_openmp_unsend(FT_TASK_MADE, task->made, task->sent);
  // Its data are its own.
  if (apart.own && task->bytes) ft_allocated(task, task->bytes, 0, 0, site);
  run_in(ft_me, task);
  if (!task->goes_on && (elsewhere || task->dependences || task->group)) ft_task_over(task, site);
  // What a thread itself does before it arrives at a barrier, or at the end of the region, its arrival tells.
  int is_within = before.region == task->region;
  if (apart.own || !is_within) ft_openmp_send(FT_REGION_ENDS, task->region, 0, site);
  if (is_within && (apart.own || before.waits)) ft_openmp_send(FT_TASKS, task->region, before.barriers, site);
  if (apart.own && task->bytes) ft_sync(RAW_FREE, (uint64_t)task, 0, site);
  if (apart.of) ft_apart_end(&apart, site);
  ft_openmp_inside(t, inside);
  ft_openmp.task = before.task;
  ft_openmp.group = before.group;
  ft_openmp.team = before.team;
}

static void run(void *task) { ft_task_run(task); }
static void run_of_loop(void *value) {
  struct ft_task *task = value;
  FT_REAL(memcpy)(task->data, task->range, sizeof task->range);
  run(value);
}

static void copy(void *to, void *from) {
  struct made *m = from;
  struct ft_task *task = to;
  // libgomp has the copy on its part of the stack, below ours, if it runs the task at once.
  m->task.at_once = to > __builtin_frame_address(0) && to < from;
  *task = m->task;
  task->data = (char *)to + task->offset;
  for (uint64_t i = 0; i < task->dependences; i++) task->on[i] = ft_dependence(m->depends, i);
  // A loop makes many: each is one of its own, and its children are its own.
  if (m->is_loop) task->number = task->made = ft_openmp_number();
  if (!task->at_once) {
    ft_openmp_send(FT_TASK_MADE, task->number, 0, task->site);
    task->sent = ft_me->pos;
  }
  if (m->detaches) {
    *(uint64_t *)m->data = m->words[0];
    ft_event_made((void *)m->words[0], task);
  }
  uint32_t inside = ft_openmp_inside(ft_me, 0);
  if (m->copy) m->copy(task->data, m->data);
  else FT_REAL(memcpy)(task->data, m->data, m->bytes);
  ft_openmp_inside(ft_me, inside);
}

struct ft_task ft_task(ft_function *run, uint64_t dependences, uint64_t site) {
  uint64_t number = ft_openmp_number();
  return (struct ft_task){.run = run,
                          .number = number,
                          .made = number,
                          .parent = ft_openmp.task,
                          .group = ft_openmp.group,
                          .region = ft_openmp.region,
                          .team = ft_openmp.team,
                          .site = site,
                          .maker = ft_me->number,
                          .bytes = sizeof(struct ft_task),
                          .dependences = dependences};
}
static struct made made(ft_function *run, void *data, copier *copy, long bytes, long alignment, void **depends, uint64_t site) {
  struct made m = {.depends = depends, .copy = copy, .data = data, .bytes = bytes, .alignment = alignment > 16 ? alignment : 16};
  m.task = ft_task(run, depends ? ft_dependence_count(depends) : 0, site);
  m.task.offset = (sizeof m.task + m.task.dependences * sizeof *m.task.on + m.alignment - 1) & -m.alignment;
  m.task.bytes = m.task.offset + bytes;
  return m;
}

enum { DEPENDS = 1 << 3, NO_GROUP = 1 << 11, DETACHES = 1 << 13 };

#define TASK ft_function *f, void *data, copier *copies, long bytes, long alignment
#define REST bool later, unsigned flags, void **depends, int priority, void *event
void GOMP_task(TASK, REST);
static void make(TASK, REST, uint64_t site) {
  struct made m = made(f, data, copies, bytes, alignment, flags & DEPENDS ? depends : NULL, site);
  m.detaches = (flags & DETACHES) != 0;
  FT_OPENMP(GOMP_task, (run, &m, copy, m.task.bytes, m.alignment, later, flags, depends, priority, event));
  // Of one that was run at once, the event has come, too.
  if (m.detaches && m.task.at_once) ft_openmp_receive_once(FT_EVENT_COMES, m.task.number, site);
}
FT_EXPORT void GOMP_task(TASK, REST) { make(f, data, copies, bytes, alignment, later, flags, depends, priority, event, FT_SITE()); }

static void nothing(void *data) { (void)data; }
void ft_task_of_nothing(void **depends, int later, uint64_t site) {
  make(nothing, NULL, NULL, 0, 1, later, DEPENDS, depends, 0, NULL, site);
}

#define TASKLOOP(name, type)                                                                                            \
  void name(TASK, unsigned flags, unsigned long tasks, int priority, type from, type to, type step);                    \
  FT_EXPORT void name(TASK, unsigned flags, unsigned long tasks, int priority, type from, type to, type step) {         \
    struct made m = made(f, data, copies, bytes, alignment, NULL, FT_SITE());                                           \
    m.is_loop = 1;                                                                                                      \
    FT_REAL(memcpy)(m.words, data, bytes < (long)sizeof m.words ? (size_t)bytes : sizeof m.words);                      \
    if (!(flags & NO_GROUP)) m.task.group = ft_openmp_number();                                                         \
    FT_OPENMP(name, (run_of_loop, &m, copy, m.task.bytes, m.alignment, flags, tasks, priority, from, to, step));        \
    if (!(flags & NO_GROUP)) ft_openmp_receive_once(FT_OF_GROUP_ENDS, m.task.group, FT_SITE());                         \
  }
TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)
