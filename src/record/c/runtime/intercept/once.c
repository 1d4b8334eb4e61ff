// What is done once: who finds it done is ordered after who did it.
#include "../core/calls.h"

// Grows whenever something was done once. While it stands still, a thread that was ordered after it once stays so.
static uint64_t done_once;
enum { REMEMBERED = 32 };
static __thread struct {
  void *control;
  uint64_t when;
} remembered[REMEMBERED];

static __thread struct {
  void (*function)(void);
  pthread_once_t *control;
  uint64_t site;
} running;

static void run(void) {
  // What runs may itself do something once.
  void (*function)(void) = running.function;
  pthread_once_t *control = running.control;
  uint64_t site = running.site;
  struct ft_thread *t = ft_me;
  struct ft_frame *top = ft_calling(t, site + 1, FT_CALLER_SP(), run);
  function();
  ft_called(t, top);
  ft_sync(RAW_SEND, (uint64_t)control, 0, site);
  __atomic_add_fetch(&done_once, 1, __ATOMIC_SEQ_CST);
}

static int once(pthread_once_t *control, void (*function)(void), uint64_t site) {
  running.function = function;
  running.control = control;
  running.site = site;
  int result = FT_REAL(pthread_once)(control, run);
  if (result) return result;
  unsigned at = ((uint64_t)control >> 2) % REMEMBERED;
  uint64_t when = __atomic_load_n(&done_once, __ATOMIC_SEQ_CST);
  if (remembered[at].control == control && remembered[at].when == when) return 0;
  remembered[at].control = control;
  remembered[at].when = when;
  ft_sync(RAW_RECEIVE, (uint64_t)control, 0, site);
  return 0;
}

FT_EXPORT int pthread_once(pthread_once_t *control, void (*function)(void)) { return once(control, function, FT_SITE()); }

// glibc's call_once is the same function under another name.
FT_EXPORT void call_once(once_flag *control, void (*function)(void)) { once((pthread_once_t *)control, function, FT_SITE()); }

// Local statics of C++. The compiler looks at the first byte of the guard with an atomic load before it calls, so these are
// recorded as atomics of that byte.
int __cxa_guard_acquire(uint64_t *);
void __cxa_guard_release(uint64_t *);

FT_EXPORT int __cxa_guard_acquire(uint64_t *guard) {
  int mine = FT_REAL(__cxa_guard_acquire)(guard);
  struct ft_thread *t = mine ? NULL : ft_self();
  if (!t || !t->accesses) return mine;
  ft_forget(t);
  ft_tell_now(t, ft_what(RAW_ATOMIC_LOAD, 1, (uint64_t)guard), ft_where(FT_SITE(), __ATOMIC_ACQUIRE));
  return mine;
}
FT_EXPORT void __cxa_guard_release(uint64_t *guard) {
  struct ft_thread *t = ft_self();
  if (t && t->accesses) {
    ft_forget(t);
    ft_tell_now(t, ft_what(RAW_ATOMIC_STORE, 1, (uint64_t)guard), ft_where(FT_SITE(), __ATOMIC_RELEASE));
  }
  FT_REAL(__cxa_guard_release)(guard);
}
