// Threads: which there are, how they begin and end, and who made and awaited them.
//
// While a thread is the only one, and all that others did is known to be over (they were joined), its accesses race with nothing
// before or after: they are not recorded.
#include "calls.h"
#include "guard.h"
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct ft_thread ft_nobody = {.top = ft_no_frames, .last_frame = ft_no_frames};
struct ft_thread ft_silent = {.top = ft_no_frames, .last_frame = ft_no_frames};
__thread struct ft_thread *ft_me __attribute__((tls_model("initial-exec"))) = &ft_nobody;
// Times start at 1: 0 is what a log has before its first stamp.
uint64_t ft_clock = 1;
int ft_on;
long ft_fork_pending;

enum { BUCKETS = 1024 };
// By pthread_t; all; and what ended threads leave for new ones.
static struct ft_thread *known[BUCKETS], *all, *spare;
FT_GUARD(registry);
static uint32_t numbers;
// Threads that were made and not joined. Nobody is alone while there is one.
static int unjoined;
static pthread_key_t key;

static void lock(void) { ft_guard_take(&registry); }
static void unlock(void) { ft_guard_leave(&registry); }

static struct ft_thread **bucket(pthread_t self) { return &known[((uint64_t)self >> 6 ^ (uint64_t)self >> 16) % BUCKETS]; }

static struct ft_thread *make(void) {
  uint64_t bytes = sizeof(struct ft_thread) + FT_SEEN * sizeof(uint64_t) + FT_LOADED * sizeof(struct ft_loaded) + ft_calls_bytes;
  lock();
  struct ft_thread *t = spare;
  if (t) spare = t->next_all;
  unlock();
  uint64_t epoch = t ? t->last_epoch : 0;
  uint32_t contexts = t ? t->last_context : 0, places = t ? t->last_place : 0;
  if (t) ft_zero(t, sizeof *t);
  else t = (void *)syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1L, 0L);
  if (t == MAP_FAILED) return NULL;
  t->seen = (uint64_t *)(t + 1);
  t->seen_mask = FT_SEEN_FIRST - 1;
  t->loaded = (struct ft_loaded *)(t->seen + FT_SEEN);
  // What an ended thread left in `seen` is of earlier epochs.
  t->last_epoch = epoch;
  ft_forget(t);
  t->last_context = contexts;
  t->last_place = places;
  ft_calls_attach(t, t->loaded + FT_LOADED);
  lock();
  t->number = numbers++;
  ft_schedule_made(t);
  t->next_all = all;
  if (all) all->before_all = t;
  all = t;
  unlock();
  ft_count_threads(1);
  return t;
}

// Under the lock.
static void enter(struct ft_thread *t, pthread_t self) {
  if (t->known) return;
  t->known = 1;
  t->self = self;
  t->next_known = *bucket(self);
  *bucket(self) = t;
}
static void leave(struct ft_thread *t) {
  if (!t->known) return;
  struct ft_thread **at = bucket(t->self);
  while (*at != t) at = &(*at)->next_known;
  *at = t->next_known;
  t->known = 0;
}
// Nobody will ask for this thread again: it was joined, or it ended detached and its maker is done with it.
static void drop(struct ft_thread *t) {
  leave(t);
  if (t->before_all) t->before_all->next_all = t->next_all;
  else all = t->next_all;
  if (t->next_all) t->next_all->before_all = t->before_all;
  t->next_all = spare;
  spare = t;
}
static void drop_if_over(struct ft_thread *t) {
  if (t->ended && t->detached && t->made) drop(t);
}

void ft_update_accesses(struct ft_thread *t) {
  t->accesses = t->recording && !t->ignore_accesses && !t->inside && !ft_unwanted && __atomic_load_n(&unjoined, __ATOMIC_RELAXED) > 0;
}

static void stack_of(pthread_t self, char **from, size_t *bytes) {
  pthread_attr_t attributes;
  void *address = NULL;
  *bytes = 0;
  if (pthread_getattr_np(self, &attributes)) return;
  pthread_attr_getstack(&attributes, &address, bytes);
  pthread_attr_destroy(&attributes);
  *from = address;
}

// Where the thread-local variables are, in this thread: those of the program itself, which is the first object, and all that are laid out together with
// them when the thread begins.
enum { FARTHEST_LOCALS = 1 << 20 };
static int find_locals(struct dl_phdr_info *object, size_t bytes, void *found) {
  struct ft_locals *l = found;
  if (bytes < sizeof *object) return 1;
  uint64_t from = (uint64_t)object->dlpi_tls_data, to = from, ours = (uint64_t)&ft_me;
  if (!l->any) l->any = 1, l->program = from;
  if (!from || from + FARTHEST_LOCALS < ours || from > ours + FARTHEST_LOCALS) return 0;
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_TLS) to = from + object->dlpi_phdr[i].p_memsz;
  if (!l->from || from < l->from) l->from = from;
  if (to > l->to) l->to = to;
  return 0;
}

// They lie alike in all threads, so the C library is asked once: for its answer it takes a lock, which a process made by fork meanwhile would find taken.
static struct ft_locals locals_here(void) {
  static struct ft_locals first;
  static uint64_t of_first;
  uint64_t ours = (uint64_t)&ft_me;
  if (!first.any) {
    of_first = ours;
    dl_iterate_phdr(find_locals, &first);
  }
  uint64_t farther = ours - of_first;
  return (struct ft_locals){first.program ? first.program + farther : 0, first.from ? first.from + farther : 0, first.to ? first.to + farther : 0, first.any};
}

int ft_thread_open(struct ft_thread *t) {
  int error = 0, why = ft_on ? ft_log_open(t, &error) : RAW_STOPPED_LIMIT;
  if (why && ft_on) ft_log_stop(t, t->pos, why, error);
  t->recording = !why;
  ft_update_accesses(t);
  return !why;
}

void ft_thread_begin(struct ft_thread *t, uint64_t site) {
  char *stack = NULL;
  size_t bytes;
  ft_calls_begin(t, ft_me);
  // Before this thread is recorded: it allocates. What a handler did meanwhile would be lost.
  uint64_t signals = ft_block_signals();
  ft_me = &ft_silent;
  stack_of(FT_REAL(pthread_self)(), &stack, &bytes);
  t->stack = (uint64_t)stack;
  t->stack_end = t->stack + bytes;
  t->locals = locals_here();
  if (ft_thread_open(t)) {
    pthread_setspecific(key, t);
    ft_me = t;
    ft_sync(RAW_BEGIN, t->locals.program, 0, site);
    if (bytes) ft_allocated(stack, bytes, 0, RAW_STACK, site);
  }
  ft_set_signals(signals);
}

void ft_thread_end(struct ft_thread *t) {
  if (t->recording) ft_sync(RAW_END, 0, 0, 0);
  t->recording = t->accesses = 0;
  ft_me = &ft_silent;
  if (t->steered.frame) ft_steer_left(t);
  // One that was cancelled amid a wait.
  ft_waits_no_more(t);
  ft_log_close(t, 0);
  ft_schedule_over(t);
  lock();
  t->ended = 1;
  drop_if_over(t);
  unlock();
  ft_count_threads(-1);
  // It may have been the last that could have done something for the others.
  ft_watch();
}

// The C library calls destructors of thread data in rounds; the last round is after all that the program still does.
static void last_words(void *value) {
  struct ft_thread *t = value;
  if (++t->destructor_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) pthread_setspecific(key, t);
  else {
    uint64_t signals = ft_block_signals();
    ft_thread_end(t);
    // It may be the last, which then runs the exit handlers.
    ft_set_signals(signals);
  }
}

static void *started(void *value) {
  struct ft_thread *t = value;
  lock();
  enter(t, FT_REAL(pthread_self)());
  unlock();
  ft_thread_begin(t, t->code);
  if (t->holds_signals) ft_set_signals(t->signals);
  ft_noise_start(t);
  ft_calling(t, 0, FT_CALLER_SP(), started);
  // Also if it ends in the middle: what its end calls is not called by its functions.
  void *result;
  pthread_cleanup_push(ft_all_left, t);
  result = t->start(t->argument);
  pthread_cleanup_pop(1);
  return result;
}

static void count_unjoined(void) {
  __atomic_add_fetch(&unjoined, 1, __ATOMIC_SEQ_CST);
  lock();
  for (struct ft_thread *t = all; t; t = t->next_all) ft_update_accesses(t);
  unlock();
}
void ft_threads_expect(void) {
  static int expected;
  if (!__atomic_exchange_n(&expected, 1, __ATOMIC_RELAXED)) count_unjoined();
}
// What was not made by pthread_create: nobody joins it.
struct ft_thread *ft_thread_add(void) {
  struct ft_thread *t = make();
  if (!t) return NULL;
  t->detached = t->made = 1;
  ft_steer_made(NULL, t);
  count_unjoined();
  return t;
}
struct ft_thread *ft_attach(void) {
  uint64_t signals = ft_block_signals();
  // Unless a handler came first.
  struct ft_thread *t = ft_me == &ft_nobody ? ft_thread_add() : NULL;
  if (t) ft_thread_begin(t, 0);
  ft_set_signals(signals);
  return ft_me->recording ? ft_me : NULL;
}

void ft_threads_init(void) {
  if (!ft_fork_pending) pthread_key_create(&key, last_words);
  ft_fork_pending = 0;
  struct ft_thread *t = make();
  if (!t) return;
  ft_on = 1;
  ft_steer_made(NULL, t);
  ft_steer_begin();
  enter(t, FT_REAL(pthread_self)());
  ft_thread_begin(t, 0);
}

// In a new process after fork, with all guards held: none of the other threads exists, and the logs are the parent's.
void ft_threads_forked(void) {
  for (struct ft_thread *t = all; t; t = t->next_all) t->recording = t->accesses = 0;
  ft_log_forked(ft_me);
  pthread_setspecific(key, NULL);
  ft_zero(known, sizeof known);
  all = spare = NULL;
  // The child of a child that has made no thread: daemons fork twice.
  ft_fork_pending = ft_on || ft_fork_pending ? syscall(SYS_getpid) : 0;
  ft_process = 0;
  ft_on = 0;
  numbers = 0;
  unjoined = 0;
  ft_deadlock_forked();
  ft_steer_forked();
  // Its frames go on: it may make a recording of its own later.
  if (ft_me == &ft_nobody) ft_me = &ft_silent;
  ft_stripes_reset();
  ft_reduce_forked();
}

// The process ends: what was recorded of all threads is written out.
void ft_threads_over(void) {
  ft_schedule_end();
  lock();
  for (struct ft_thread *t = all; t; t = t->next_all) ft_log_close(t, 1);
  unlock();
}

void ft_each_thread(void (*visit)(struct ft_thread *, void *), void *value) {
  lock();
  for (struct ft_thread *t = all; t; t = t->next_all) visit(t, value);
  unlock();
}

struct ft_others ft_others(const struct ft_thread *except) {
  struct ft_others others = {0};
  lock();
  for (struct ft_thread *t = all; t; t = t->next_all)
    if (!t->ended && !t->idle && t != except) {
      others.running++;
      others.recorded += __atomic_load_n(&t->pos, __ATOMIC_RELAXED);
      // One that has not begun yet has no log, and does not wait.
      if (ft_is_blocked(t)) others.blocked++;
    }
  unlock();
  return others;
}

void ft_threads_stuck(void) {
  lock();
  for (struct ft_thread *t = all; t; t = t->next_all)
    if (!t->ended && t->waits && t->buffer) __atomic_or_fetch(&t->request[1], (uint64_t)RAW_STUCK << 48, __ATOMIC_RELEASE);
  unlock();
}

// Whether the new thread begins with signals of its own (glibc 2.32).
static int has_signals(const pthread_attr_t *attributes) {
  int (*get)(const pthread_attr_t *, sigset_t *) = FT_SYMBOL("pthread_attr_getsigmask_np", ft_find);
  sigset_t signals;
  return attributes && get && !get(attributes, &signals);
}

// Signals are blocked in the new thread until it is known: a handler that came first would be another thread's, which nobody has made.
static int make_held(struct ft_thread *t, pthread_t *thread, const pthread_attr_t *attributes) {
  if (has_signals(attributes)) return FT_REAL(pthread_create)(thread, attributes, started, t);
  uint64_t signals = t->signals = ft_block_signals();
  t->holds_signals = 1;
  int result = FT_REAL(pthread_create)(thread, attributes, started, t);
  ft_set_signals(signals);
  return result;
}

int ft_thread_make(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument, uint64_t code,
                   uint64_t site) {
  if (FT_UNLIKELY(ft_fork_pending) && ft_folder_open()) ft_threads_init();
  struct ft_thread *me = ft_self(), *t = me ? make() : NULL;
  if (!t) return FT_REAL(pthread_create)(thread, attributes, start, argument);
  int detached = 0;
  if (attributes) pthread_attr_getdetachstate(attributes, &detached);
  t->detached = detached == PTHREAD_CREATE_DETACHED;
  t->start = start;
  t->argument = argument;
  t->code = code;
  t->inside = t->idle = me->inside;
  ft_steer_made(me, t);
  ft_note_stack(me, site);
  ft_sync(RAW_FORK, t->number, 0, site);
  __atomic_add_fetch(&unjoined, 1, __ATOMIC_SEQ_CST);
  ft_update_accesses(me);
  ft_noise_made(me, t);
  int result = make_held(t, thread, attributes);
  // Nobody drops it before it is made.
  if (!result) ft_noise_let(t);
  lock();
  t->made = 1;
  if (result) drop(t);
  else {
    if (!t->detached) enter(t, *thread);
    drop_if_over(t);
  }
  unlock();
  if (result) {
    ft_count_threads(-1);
    __atomic_sub_fetch(&unjoined, 1, __ATOMIC_SEQ_CST);
    ft_update_accesses(me);
  } else {
    // The new thread may run before it is there.
    ft_range(RAW_WRITE_RANGE, thread, sizeof *thread, site);
  }
  return result;
}

FT_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  return ft_thread_make(thread, attributes, start, argument, (uint64_t)start, FT_SITE());
}

static struct ft_thread *find(pthread_t self) {
  lock();
  struct ft_thread *t = *bucket(self);
  while (t && !pthread_equal(t->self, self)) t = t->next_known;
  unlock();
  return t;
}

long ft_thread_number(pthread_t self) {
  struct ft_thread *t = find(self);
  return t ? (long)t->number : -1;
}

// After the join; `t` was looked up before, since the number of a joined thread may already be another's.
static void joined(struct ft_thread *t, uint64_t site) {
  if (!t) return;
  ft_sync(RAW_JOIN, t->number, 0, site);
  lock();
  drop(t);
  unlock();
  __atomic_sub_fetch(&unjoined, 1, __ATOMIC_SEQ_CST);
  ft_update_accesses(ft_me);
}

// A thread waits long for others, and what it did last may be in records that could still grow: whoever follows gets them only when
// something else comes behind them, be it a fence that orders nothing. Until then the screen must remember all memory that others free.
static void settle(uint64_t site) {
  if (ft_me->accesses) ft_sync(RAW_FENCE, 0, __ATOMIC_RELAXED, site);
}
static int wait_for(struct ft_thread *t, pthread_t thread, void **value, uint64_t site) {
  settle(site);
  if (t) {
    ft_waits(RAW_FOR_END, t->number, site);
    if (FT_UNLIKELY(ft_scheduled) && t->ended) ft_schedule_waits(ft_me, FT_LET);
    ft_watch();
  }
  int result = FT_REAL(pthread_join)(thread, value);
  ft_goes_on();
  return result;
}
int ft_thread_join(pthread_t thread, void **value, uint64_t site) {
  struct ft_thread *t = find(thread);
  int result = wait_for(t, thread, value, site);
  if (!result) joined(t, site);
  return result;
}
FT_EXPORT int pthread_join(pthread_t thread, void **value) { return ft_thread_join(thread, value, FT_SITE()); }

#define JOIN(declared, ...)                            \
  FT_EXPORT int declared {                             \
    struct ft_thread *t = find(thread);                \
    int result = __VA_ARGS__;                          \
    if (!result) joined(t, FT_SITE());                 \
    return result;                                     \
  }
JOIN(pthread_tryjoin_np(pthread_t thread, void **value), FT_REAL(pthread_tryjoin_np)(thread, value))
JOIN(pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *until),
     FT_REAL(pthread_timedjoin_np)(thread, value, until))
JOIN(pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock, const struct timespec *until),
     FT_REAL(pthread_clockjoin_np)(thread, value, clock, until))

int ft_thread_detach(pthread_t thread) {
  struct ft_thread *t = find(thread);
  int result = FT_REAL(pthread_detach)(thread);
  if (!result && t) {
    lock();
    t->detached = 1;
    drop_if_over(t);
    unlock();
  }
  return result;
}
FT_EXPORT int pthread_detach(pthread_t thread) { return ft_thread_detach(thread); }
