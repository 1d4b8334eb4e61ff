// Events: a task that has one is over when somebody, whoever that is, says so of the event, and not before it has run to its end.
#include "openmp.h"
#include <stdlib.h>
#include <string.h>

struct event {
  struct event *next;
  void *handle;
  struct ft_task task;
};
static struct event *events;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int ft_events;

void ft_event_made(void *handle, const struct ft_task *task) {
  uint64_t bytes = sizeof(struct ft_task) + task->dependences * sizeof *task->on;
  struct event *e = FT_REAL(malloc)(offsetof(struct event, task) + bytes);
  if (!e) return;
  FT_REAL(memcpy)(&e->task, task, bytes);
  e->handle = handle;
  FT_REAL(pthread_mutex_lock)(&guard);
  e->next = events;
  events = e;
  FT_REAL(pthread_mutex_unlock)(&guard);
  __atomic_store_n(&ft_events, 1, __ATOMIC_RELAXED);
}

static struct event *taken(void *handle) {
  FT_REAL(pthread_mutex_lock)(&guard);
  struct event **at = &events;
  while (*at && (*at)->handle != handle) at = &(*at)->next;
  struct event *e = *at;
  if (e) *at = e->next;
  FT_REAL(pthread_mutex_unlock)(&guard);
  return e;
}

void omp_fulfill_event(void *);
FT_EXPORT void omp_fulfill_event(void *handle) {
  struct event *e = taken(handle);
  if (e) {
    ft_openmp_send(FT_EVENT_COMES, e->task.number, 0, FT_SITE());
    ft_task_over(&e->task, FT_SITE());
    ft_openmp_send(FT_REGION_ENDS, e->task.region, 0, FT_SITE());
    ft_openmp_send(FT_TASKS, e->task.region, FT_ANY_BARRIER, FT_SITE());
    FT_REAL(free)(e);
  }
  FT_OPENMP(omp_fulfill_event, (handle));
}
