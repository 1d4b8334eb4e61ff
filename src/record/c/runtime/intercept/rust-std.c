// Rust's standard library as it comes with the compiler, which is not instrumented. Its generic and inlined code is compiled with the program and is
// seen; what is not are the functions that it has ready-made, among them the slow halves of its locks. Trampolines in front of these (rust/trampolines.ts)
// call what is here before and after. Each tells what the function does to order threads, as atomics of the words that the seen halves use. A word is
// released before the function can give it away, and acquired after the function has it: so it is recorded too widely, never too narrowly.
#include "../core/calls.h"
#include "../core/stripes.h"
#include <malloc.h>

// What a trampoline keeps of a call; what is changed before the call is what the function gets.
struct ft_std_call {
  uint64_t arguments[6], results[3], site;
  // For the functions below.
  uint64_t room[8];
};
#define MODEL(name) FT_OWN void __foretrace_std_##name(struct ft_std_call *call)

// An update that somebody else has made, or will make: this tells of it only.
static void update(uint64_t word, unsigned bytes, uint64_t before, uint64_t after, unsigned order, uint64_t site) {
  ft_expects(NULL);
  struct ft_thread *t = ft_atomic_self(FT_ATOMIC_COMPARES, (void *)word, bytes, site);
  if (!t) return;
  struct ft_stripe *s = ft_stripe((void *)word);
  int entered = ft_stripe_enter(s, t);
  ft_stripe_update(s, entered, t, ft_what(RAW_ATOMIC_UPDATE, bytes, word), ft_where(site, order), before, after);
}
static uint64_t value(uint64_t word, unsigned bytes) {
  return bytes == 8 ? __atomic_load_n((uint64_t *)word, __ATOMIC_SEQ_CST) : __atomic_load_n((uint32_t *)word, __ATOMIC_SEQ_CST);
}
static void release(uint64_t word, unsigned bytes, uint64_t site) {
  uint64_t now = value(word, bytes);
  update(word, bytes, now, now, __ATOMIC_ACQ_REL, site);
}
static void acquire(uint64_t word, uint64_t site) {
  struct ft_thread *t = ft_atomic_self(FT_ATOMIC_READS, (void *)word, 4, site);
  if (!t) return;
  struct ft_stripe *s = ft_stripe((void *)word);
  int entered = ft_stripe_enter(s, t);
  ft_stripe_fail(s, entered, t, ft_what(RAW_ATOMIC_LOAD, 4, word), ft_where(site, __ATOMIC_ACQUIRE), value(word, 4));
}

// A mutex is a word, 0 if it is free. That it was taken is told by whoever has it, and that it is free before it is.
static void taken(uint64_t mutex, uint64_t site) { update(mutex, 4, 0, value(mutex, 4), __ATOMIC_ACQUIRE, site); }
MODEL(mutex_taken) { taken(call->arguments[0], call->site); }
MODEL(wait_begins) {
  uint64_t mutex = call->arguments[1];
  update(mutex, 4, value(mutex, 4), 0, __ATOMIC_RELEASE, call->site);
}
MODEL(wait_ends) { taken(call->arguments[1], call->site); }
// A reader-writer lock is two words: its state, and what writers sleep for.
MODEL(rwlock_taken) {
  acquire(call->arguments[0], call->site);
  acquire(call->arguments[0] + 4, call->site);
}

// All of a barrier is in the library. Rounds are told apart: who is out is not after what others do before they come again.
MODEL(barrier_reached) { ft_sync(RAW_BARRIER_ENTER, call->arguments[0], 0, call->site); }
MODEL(barrier_left) { ft_sync(RAW_BARRIER_EXIT, call->arguments[0], 0, call->site); }

// Who comes later reads the word without a call as soon as it says that all is done, which it must not before the release is told. So the release is
// told by what is called in place of the closure: an object of Rust's `dyn FnMut`, of whose table the library calls this entry alone.
enum { TABLE = 5, CALL_MUT = 4 };
struct closure {
  void *data, **table;
  uint64_t word, site;
};
// A closure that panics tells no release. From then on each that runs comes after all that was done in any thread: it may be the one that repairs.
static __thread int running_once __attribute__((tls_model("initial-exec")));
static int once_panicked;
static void once_called(struct closure *c, void *state) {
  if (__atomic_load_n(&once_panicked, __ATOMIC_SEQ_CST)) ft_sync(RAW_RECEIVE_ALL, 0, 0, c->site);
  struct ft_thread *t = ft_me;
  struct ft_frame *top = ft_calling(t, c->site + 1, FT_CALLER_SP(), once_called);
  running_once++;
  ((void (*)(void *, void *))c->table[CALL_MUT])(c->data, state);
  running_once--;
  ft_called(t, top);
  release(c->word, 4, c->site);
}
MODEL(once_begins) {
  struct closure *c = (struct closure *)call->room;
  *c = (struct closure){(void *)call->arguments[2], (void **)call->arguments[3], call->arguments[0], call->site};
  static void *table[TABLE] = {[2] = (void *)8, [CALL_MUT] = once_called};
  call->arguments[2] = (uint64_t)c;
  call->arguments[3] = (uint64_t)table;
}
MODEL(once_ends) { acquire(call->arguments[0], call->site); }

// A thread's own block: two counts, and somewhere behind them the word that `unpark` stores to, in code that is seen. The library drops it unseen.
enum { COUNTS = 16 };
static uint64_t block_bytes(uint64_t block) { return malloc_usable_size((void *)block); }
MODEL(thread_made) { ft_benign(call->results[0], block_bytes(call->results[0]), call->site); }
MODEL(thread_told) {
  static __thread uint64_t mine __attribute__((tls_model("initial-exec")));
  if (mine != call->results[0]) __foretrace_std_thread_made(call);
  mine = call->results[0];
}
extern uint64_t __foretrace_std_current(void) __attribute__((weak));
MODEL(unparked) {
  uint64_t block = __foretrace_std_current();
  for (uint64_t at = COUNTS; at + 4 <= block_bytes(block); at += 4) acquire(block + at, call->site);
  // Who frees the block comes after. That is not now: the thread itself has another count as long as it runs.
  release(block, 8, call->site);
  __atomic_fetch_sub((uint64_t *)block, 1, __ATOMIC_SEQ_CST);
}

// A count of the threads that run and a pointer, in whatever order.
MODEL(scope_left) {
  uint64_t first = call->arguments[0], word = value(first, 8) < UINT32_MAX ? first : first + 8;
  release(word, 8, call->site);
}

// What runs when a thread panics was given by another. The lock of it is not seen.
static char hook;
MODEL(hook_changes) {
  ft_sync(RAW_RECEIVE_ALL, 0, 0, call->site);
  ft_sync(RAW_SEND, (uint64_t)&hook, 0, call->site);
}
MODEL(panics) {
  if (running_once) __atomic_store_n(&once_panicked, 1, __ATOMIC_SEQ_CST);
  ft_sync(RAW_RECEIVE, (uint64_t)&hook, 0, call->site);
}

// The buffers of the standard streams are the library's own, and so are their locks, which programs hold in code that is seen. A stream that is left by
// a panic is noticed by whoever is called from above of it (ft_range).
enum { STREAM_BYTES = 64 };
MODEL(stream_begins) {
  struct ft_thread *t = ft_self();
  if (t && t->stream < (uint64_t)call) t->stream = (uint64_t)call;
}
MODEL(stream_ends) {
  struct ft_thread *t = ft_self();
  if (t && t->stream == (uint64_t)call) t->stream = 0;
}
MODEL(stream_locked) {
  __foretrace_std_stream_ends(call);
  ft_benign(call->results[0], STREAM_BYTES, call->site);
}
