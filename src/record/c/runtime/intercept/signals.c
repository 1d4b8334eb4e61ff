// Signals: what a handler does is ordered after it was set, and after the signal was sent. The handlers that the kernel knows are ours, and call those of the
// program. What the interrupted code wants to be ignored, the handler does not.
#include "../core/calls.h"
#include "../core/guard.h"
#include <signal.h>
#include <ucontext.h>

// Addresses that no memory has.
#define SIGNALS 0xfa0000000000ull
enum { MOST = 65 };
// What the program has set, under the guard but for the function, which a handler reads at any time in any thread. To copy the whole would be to have half
// of the one and half of the other.
FT_GUARD(setting);
typedef void handler(int, siginfo_t *, void *);
static struct {
  handler *function;
  sigset_t mask;
  int flags;
} actions[MOST];

// Where the program was when the signal came, as a return address: in the function itself, or at the call that it is in.
static uint64_t interrupted(const struct ft_thread *t, const ucontext_t *context) {
#ifdef __x86_64__
  uint64_t pc = context->uc_mcontext.gregs[REG_RIP], sp = context->uc_mcontext.gregs[REG_RSP];
  uint64_t call = t->top->sp == sp ? 0 : ft_call_in(t->top);
  return call ? call : pc + 1;
#else
  (void)t, (void)context;
  return 0;
#endif
}

static void handle(int number, siginfo_t *about, void *context) {
  struct ft_thread *t = ft_me;
  struct ft_frame *top = ft_calling(t, interrupted(t, context), FT_CALLER_SP(), handle);
  handler *function = __atomic_load_n(&actions[number].function, __ATOMIC_ACQUIRE);
  uint32_t accesses = t->ignore_accesses, synchronisation = t->ignore_synchronisation, inside = t->inside;
  int ignores = t->recording && (accesses || synchronisation || inside);
  if (ignores) {
    t->ignore_accesses = t->ignore_synchronisation = t->inside = 0;
    ft_update_accesses(t);
  }
  int error = errno;
  if (t->recording) ft_sync(RAW_RECEIVE, SIGNALS + number, 0, 0);
  errno = error;
  // As the kernel does: one that takes the number alone does not look at the others.
  function(number, about, context);
  ft_called(t, top);
  if (ignores) {
    t->ignore_accesses = accesses;
    t->ignore_synchronisation = synchronisation;
    t->inside = inside;
    ft_update_accesses(t);
  }
}

static int is_function(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

static void look_up(int number, struct sigaction *action) {
  action->sa_sigaction = actions[number].function;
  action->sa_mask = actions[number].mask;
  action->sa_flags = actions[number].flags;
  action->sa_restorer = NULL;
}
static void keep(int number, const struct sigaction *action) {
  actions[number].mask = action->sa_mask;
  actions[number].flags = action->sa_flags;
  __atomic_store_n(&actions[number].function, action->sa_sigaction, __ATOMIC_RELEASE);
}

// Rust's standard library asks for these two before main, and if nobody has them takes both to say that a stack has overflowed. For that each thread
// enters itself in a list when it begins and ends, under a lock, which would order all that threads do which run one after the other; and a program
// with a handler is never told from one that waits for a signal. It is told that they are ignored, once.
static int is_taken_for_overflows(int number, const struct sigaction *next) {
  static char asked[MOST];
  if (!ft_has_rust() || !ft_on || next || (number != SIGSEGV && number != SIGBUS) || asked[number]) return 0;
  return asked[number] = 1;
}

// A handler may come as soon as the kernel knows it, and must find the function.
static int set(int number, const struct sigaction *next, struct sigaction *before, uint64_t site) {
  if (number < 1 || number >= MOST) return FT_REAL(sigaction)(number, next, before);
  int ours = next && is_function(next);
  struct sigaction known, old, to;
  if (next) ft_copy(&to, next, sizeof to);
  if (ours) {
    ft_outsiders = 1;
    if (ft_me->recording) ft_sync(RAW_SEND, SIGNALS + number, 0, site);
    to.sa_sigaction = handle;
    to.sa_flags |= SA_SIGINFO;
  }
  ft_guard_take(&setting);
  look_up(number, &known);
  if (ours) keep(number, next);
  int result = FT_REAL(sigaction)(number, next ? &to : NULL, &old);
  if (result && ours) keep(number, &known);
  ft_guard_leave(&setting);
  int was_ours = !result && is_function(&old) && old.sa_sigaction == handle;
  if (!result && before) ft_copy(before, was_ours ? &known : &old, sizeof *before);
  if (!result && before && is_taken_for_overflows(number, next)) before->sa_handler = SIG_IGN;
  return result;
}

FT_EXPORT int sigaction(int number, const struct sigaction *next, struct sigaction *before) {
  return set(number, next, before, FT_SITE());
}
FT_EXPORT __sighandler_t signal(int number, __sighandler_t handler) {
  struct sigaction next = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
  return set(number, &next, &before, FT_SITE()) ? SIG_ERR : before.sa_handler;
}

// Who sends a signal has done what came before, for its handler and for who waits for it.
static void sent(int number, uint64_t site) {
  if (ft_me->recording) ft_sync(RAW_SEND, SIGNALS + number, 0, site);
}
#define SENDS(name, parameters, arguments)                    \
  FT_EXPORT int name parameters {                             \
    sent(number, FT_SITE());                                  \
    return FT_REAL(name) arguments;                           \
  }
SENDS(kill, (pid_t to, int number), (to, number))
SENDS(killpg, (pid_t to, int number), (to, number))
SENDS(tgkill, (pid_t to, pid_t thread, int number), (to, thread, number))
SENDS(pthread_kill, (pthread_t to, int number), (to, number))
SENDS(sigqueue, (pid_t to, int number, const union sigval value), (to, number, value))
SENDS(pthread_sigqueue, (pthread_t to, int number, const union sigval value), (to, number, value))

static int came(int number, uint64_t site) {
  if (number > 0 && ft_me->recording) ft_sync(RAW_RECEIVE, SIGNALS + number, 0, site);
  return number;
}
FT_EXPORT int sigwait(const sigset_t *restrict set, int *restrict number) {
  int result = FT_REAL(sigwait)(set, number);
  if (!result) came(*number, FT_SITE());
  return result;
}
FT_EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict about) {
  return came(FT_REAL(sigwaitinfo)(set, about), FT_SITE());
}
FT_EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict about, const struct timespec *restrict most) {
  return came(FT_REAL(sigtimedwait)(set, about, most), FT_SITE());
}
