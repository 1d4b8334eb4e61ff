// What the files of the runtime share: the state of a thread, and how records get into its log.
//
// A log is a file with a mapped buffer, so that nothing is lost when the process dies, however it dies (log.c).
// `ft_clock` orders the logs: synchronisation takes a number of its own, an access notes the last number taken by anybody.
#ifndef FORETRACE_RUNTIME_H
#define FORETRACE_RUNTIME_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>
#include "bytes.h"
#include "intercepted.h"
#include "raw.h"

// Weak, so that a program may have functions with these names (its own malloc, its own send).
#define FT_EXPORT __attribute__((visibility("default"), weak))
// Hidden where the runtime is part of an executable or a shared object; nobody else can mean these.
#define FT_OWN __attribute__((visibility("hidden")))

#define FT_LIKELY(x) __builtin_expect(!!(x), 1)
#define FT_UNLIKELY(x) __builtin_expect(!!(x), 0)

// The call instruction ends at the return address; one byte before is inside of it and has its line.
#define FT_SITE() ((uint64_t)__builtin_return_address(0) - 1)

// A function of the C library, by its name as the linker knows it. All are looked up when the program starts (real.c): to look one up
// takes a lock of the dynamic linker, which may be had while that linker holds another and calls the program.
struct ft_symbol {
  const char *name;
  void *found;
};
#define FT_SYMBOL(text, find)                                                              \
  ({                                                                                       \
    static struct ft_symbol symbol_ __attribute__((section("ft_symbols"), used)) = {text, NULL}; \
    if (FT_UNLIKELY(!symbol_.found)) symbol_.found = find(text);                           \
    symbol_.found;                                                                         \
  })
// The function that ours stands in front of.
#define FT_REAL(name) ((__typeof__(&name))FT_SYMBOL(#name, ft_next))

// Whether there is Rust in the program.
extern void rust_eh_personality(void) __attribute__((weak));
static inline int ft_has_rust(void) { return rust_eh_personality != NULL; }

// Atomic loads that were recorded lately. `version` is that of the stripe, so the same version means the same store was seen.
struct ft_loaded {
  uint64_t what, where, version, value;
};
// A record of accesses that may go on: when it was made, its first word, and where it is.
struct ft_run {
  uint64_t epoch, what, *slot;
};
// A lock that the thread holds or held last (reduce.c): how often it holds it; or its last release, as it is in the buffer, when that was, the epochs
// before and after it, and `since` then. `noted`: the epoch in which its memory was read.
struct ft_section {
  uint64_t lock, *slot, what, time, before, after, since, noted;
  uint32_t depth;
};
enum { FT_SEEN = 1 << 17, FT_SEEN_FIRST = 1 << 12, FT_LOADED = 16, FT_RUNS = 32, FT_SECTIONS = 16 };

// Where thread-local variables are: those of the program, and all of them.
struct ft_locals {
  uint64_t program, from, to;
  int any;
};

// What a thread is about to do, for the gate (steer/). One that compares first writes only if it finds what it expects.
enum ft_doing { FT_READS, FT_WRITES, FT_ATOMIC_READS, FT_ATOMIC_WRITES, FT_ATOMIC_COMPARES, FT_ACQUIRES, FT_SHARES, FT_SYNCHRONISES };
enum { FT_LOCKS_HELD = 16, FT_STEER_FRAMES = 32 };
// What a thread did, or is about to do, and who called, the innermost first.
struct ft_deed {
  const char *path;
  uint64_t address, bytes, site, frame[FT_STEER_FRAMES];
  unsigned frames;
  enum ft_doing doing;
};
// The access of a block before the cut (steer/cutting.c), and what it takes to know that the block goes on: it is in an annotated one, or held locks then.
struct ft_opening {
  struct ft_deed deed;
  uint8_t state, in_block;
  uint32_t locks, again;
  uint64_t lock[FT_LOCKS_HELD];
};
// What the gate knows of a thread, if the program is led. Empty `path`: nothing.
struct ft_steered {
  char path[64];
  uint32_t children;
  // The next step of the plan that may be its own; and one more than the step that it is doing.
  uint32_t next, passing;
  // It is in the gate; is held, and why; is let go.
  uint8_t inside, why, go;
  // What it stands at: the targets as bits, and what it is about to do.
  uint8_t targets, doing;
  uint64_t address, bytes, site, visits;
  // What it expects, if it compares and this is known; and the frame of the gate, if it is inside.
  const volatile void *expected, *frame;
  long kernel;
  uint32_t locks, blocks;
  uint64_t lock[FT_LOCKS_HELD];
  uint8_t shared[FT_LOCKS_HELD];
  struct ft_opening opening;
};

// Owner: its thread, except `known`, `next` and the flags of life, which belong to the registry (threads.c) and its lock.
struct ft_thread {
  // Offsets in the log: the next free byte, and the first byte that the buffer does not offer. `base + pos` is the memory.
  uint64_t pos, limit;
  char *base;
  // The time of the last record in the log.
  uint64_t time;
  // Changes with each synchronisation of this thread and so empties `seen`; and the last that there was, which may be later (reduce.c).
  uint64_t epoch, last_epoch;
  // Accesses that were recorded lately, as 64 bits of what, where and when, and how many places are in use less one.
  uint64_t *seen, seen_mask;
  // Records of accesses since `counted` was the epoch.
  uint64_t counted, count;
  struct ft_loaded *loaded;
  // By instruction. None goes on when `walk` changes.
  struct ft_run runs[FT_RUNS];
  uint64_t walk;
  // The last update that changed nothing: with the position after its record, and the record that counts its repetitions.
  struct ft_loaded spin;
  uint64_t spin_pos, *spin_repeat;
  // What is remembered of releases counts as long as `since` stays. If there is less to be recorded: room for the buffer without stamps, and the time
  // of the last record in the file.
  struct ft_section sections[FT_SECTIONS];
  uint64_t since;
  char *squeezed;
  uint64_t squeezed_time;
  // Plain accesses and atomics are recorded. Not while the thread is the only one, nor while it is told to ignore.
  uint8_t accesses;
  // Anything is recorded.
  uint8_t recording;
  // Records that are reserved and not yet complete: more than one if a signal handler came in between.
  uint8_t writing;
  // Times that were taken and have no record yet: likewise.
  uint8_t telling;
  uint8_t ended, detached, known, made, first, destructor_rounds;
  // Of a pool, and has nothing to do: it keeps no program from ending.
  uint8_t idle;
  // In a library with threads, whose accesses and synchronisation are its own. So are the threads that it makes, until they call the program.
  uint8_t inside;
  // Has signalled a condition, and not yet released the lock that goes with it.
  uint8_t told;
  uint32_t number;
  uint32_t ignore_accesses, ignore_synchronisation;
  // Where on the stack a standard stream of Rust is used, or 0 (rust-std.c).
  uint64_t stream;
  char *buffer;
  // In the buffer, for those who follow the recording: not 0 while a time may have been taken whose record is not there to be read.
  uint64_t *busy;
  // In the buffer, too: what the thread waits for as a record, and the position of the log at which it began to; 0 if it does not.
  uint64_t *request;
  int flushing, closed;
  // What the holder of `flushing` had blocked before.
  uint64_t flushing_signals;
  // Who called (calls.h): the frames, from one that is never left up to the one that runs now; contexts and places that the log knows,
  // their numbers counted on from log to log; how many definitions are in this log, and whether one is being made.
  struct ft_frame *frames, *top, *last_frame;
  struct ft_known *contexts, *places;
  uint32_t first_context, last_context, first_place, last_place, definitions;
  uint8_t defining;
  // Its stack, if that is known, and the stack pointer of the function that it began with, as the log has it.
  uint64_t stack, stack_end, root;
  // Its thread-local variables, and whether the program has used one, as far as that was recorded.
  struct ft_locals locals;
  uint8_t uses_locals;
  // The site that the allocation functions take for theirs, when operator new calls malloc, and what they are then; 0: what they are.
  uint64_t site;
  uint8_t allocates;
  // Where its stack was noted last.
  uint64_t noted_at, noted_site;
  uint64_t random;
  uint32_t steps;
  // Of its schedule (schedule.c): what it waits for, and since when; how often it moved, and when it was found not to;
  // where its log was when it began to do the same again and again, and how often it has.
  int64_t priority;
  uint64_t wants, waits_since, moves, stalled, turned_at;
  uint32_t turns;
  // Where the log was when the thread began to wait for another, however long that takes. It waits as long as the log stays there.
  uint64_t blocked_at;
  // It is counted among those that wait.
  uint8_t waits;
  // What its maker had blocked, which is for itself to restore, or not.
  uint64_t signals;
  uint8_t holds_signals;
  pthread_t self;
  void *(*start)(void *);
  void *argument;
  // The function of the program that it begins with, which `start` may only lead to.
  uint64_t code;
  // Who has made it, if that one shall get on first.
  struct ft_thread *maker;
  struct ft_thread *next_known, *next_all, *before_all;
  struct ft_steered steered;
};

extern FT_OWN __thread struct ft_thread *ft_me __attribute__((tls_model("initial-exec")));
// Threads that nobody told us of, and threads that are not (or no longer) recorded.
extern FT_OWN struct ft_thread ft_nobody, ft_silent;
extern FT_OWN uint64_t ft_clock;
extern FT_OWN int ft_on;
// The program wants no reports of races.
extern FT_OWN int ft_unwanted;

// log.c
FT_OWN void ft_init(void);
// Bytes of a tail: what is written at once, and room for the header and what stands at the end.
enum { FT_TAIL_BYTES = 68 << 10 };
FT_OWN int ft_log_open(struct ft_thread *, int *error);
FT_OWN void ft_log_close(struct ft_thread *, int running);
// In a process made by fork: what the thread is in the middle of writing is not written to its parent's log.
FT_OWN void ft_log_forked(struct ft_thread *);
FT_OWN uint64_t *ft_log_grow(struct ft_thread *, uint64_t pos, uint64_t bytes);
FT_OWN void ft_log_stop(struct ft_thread *, uint64_t pos, unsigned why, int error);
FT_OWN int ft_too_long(uint64_t bytes);
extern FT_OWN uint64_t ft_budget;

// folder.c
FT_OWN void ft_about_stopped(int error);
FT_OWN int ft_folder_open(void);
// Returns 0, or an errno.
FT_OWN int ft_folder_append(const char *name, const char *text, size_t length);
FT_OWN void ft_save_maps(void);
FT_OWN void ft_say(const char *text);
extern FT_OWN int ft_maps_stale;
// The process whose folder it is.
extern FT_OWN long ft_process;
// A process made by fork starts a recording of its own when it makes a thread; before, it has nothing to race with, and this is its number.
extern FT_OWN long ft_fork_pending;

// place.c
extern FT_OWN char ft_recording[3584];
// A file of this process: a descriptor, or -1 and errno.
FT_OWN int ft_place_open(const char *name, int flags);
FT_OWN void ft_place_remove(const char *name);
// Makes the folder of this process. Returns 0, or an errno.
FT_OWN int ft_place_enter(const char *name);
// Before the program changes its root, and before it changes its user or group.
FT_OWN void ft_place_keep(void);
FT_OWN void ft_place_give(uid_t, gid_t);
#define FT_UNCHANGED ((uid_t)-1)

// threads.c
FT_OWN void ft_threads_init(void);
FT_OWN struct ft_thread *ft_attach(void);
// A thread without a log, and its log: 0 if there is none to be had.
FT_OWN struct ft_thread *ft_thread_add(void);
FT_OWN int ft_thread_open(struct ft_thread *);
// There will be others, which nobody makes: from now on no thread counts as the only one.
FT_OWN void ft_threads_expect(void);
FT_OWN int ft_thread_make(pthread_t *, const pthread_attr_t *, void *(*start)(void *), void *argument, uint64_t code, uint64_t site);
FT_OWN int ft_thread_join(pthread_t, void **value, uint64_t site);
FT_OWN int ft_thread_detach(pthread_t);
FT_OWN void ft_thread_begin(struct ft_thread *, uint64_t site);
FT_OWN void ft_thread_end(struct ft_thread *);
FT_OWN void ft_threads_forked(void);
FT_OWN void ft_threads_over(void);

// forking.c
FT_OWN void ft_fork_begins(void);
FT_OWN void ft_fork_in_parent(void);
FT_OWN void ft_fork_in_child(void);
FT_OWN long ft_thread_number(pthread_t);
// All but one: how many have not ended, how many of these wait for others, and how much they have recorded.
struct ft_others {
  int running, blocked;
  uint64_t recorded;
};
FT_OWN struct ft_others ft_others(const struct ft_thread *except);
// Marks what they wait for: it will not come.
FT_OWN void ft_threads_stuck(void);
FT_OWN void ft_update_accesses(struct ft_thread *);
// Each of them that has not been forgotten, under the lock of the registry.
FT_OWN void ft_each_thread(void (*visit)(struct ft_thread *, void *), void *value);

// files.c: what is sent or received by a descriptor.
FT_OWN void ft_order_descriptor(unsigned kind, int fd, uint64_t site);

// streams.c: the same by a stream. Its descriptor is that of one which the program has opened, or -1.
FT_OWN int ft_descriptor_of(FILE *);
// A descriptor is closed, or becomes another.
FT_OWN void ft_descriptors_change(void);
// Before it is written to; before and after it is read from.
FT_OWN void ft_stream_sends(FILE *, uint64_t site);
FT_OWN const char *ft_stream_place(FILE *);
FT_OWN void ft_stream_received(FILE *, const char *before, uint64_t site);

// annotations.c: plain accesses of this memory may race.
FT_OWN void ft_benign(uint64_t address, uint64_t bytes, uint64_t site);

// parent.c
FT_OWN void ft_die_with_foretrace(void);

// process.c
FT_OWN void ft_thread_name(long number, const char *name);
FT_OWN int ft_set_thread_name(pthread_t, const char *name);

// noise.c
FT_OWN void ft_noise_init(void);
FT_OWN void ft_noise_made(struct ft_thread *maker, struct ft_thread *);
FT_OWN void ft_noise_start(struct ft_thread *);
FT_OWN void ft_noise_let(struct ft_thread *);
FT_OWN void ft_noise(struct ft_thread *);
FT_OWN void ft_noise_told(struct ft_thread *);
FT_OWN void ft_pause(long nanoseconds);

// steer/gate.c: the program is led along a plan; how many threads are held just now.
extern FT_OWN int ft_steers, ft_held;
FT_OWN void ft_steer_init(void);
FT_OWN void ft_steer_begin(void);
FT_OWN void ft_steer_forked(void);
// Code was loaded that the plan may speak of.
FT_OWN void ft_steer_stale(void);
// A thread is made by another, or was found.
FT_OWN void ft_steer_made(struct ft_thread *maker, struct ft_thread *);
// Before the thread does something; and when synchronisation is told.
FT_OWN void ft_steer_event(struct ft_thread *, enum ft_doing, uint64_t address, uint64_t bytes, uint64_t site);
// The thread is no more where it stood: it ends, or jumps out of a signal handler that came meanwhile.
FT_OWN void ft_steer_left(struct ft_thread *);
// Whether the next visit of this code is an event, too.
FT_OWN int ft_steer_stays(uint64_t site);
FT_OWN void ft_steer_told(struct ft_thread *, unsigned kind, uint64_t address);
// Before a thread waits for something, or others may wait for it.
static inline void ft_comes(struct ft_thread *t, enum ft_doing doing, const volatile void *address, uint64_t site) {
  if (FT_UNLIKELY(ft_steers)) ft_steer_event(t, doing, (uint64_t)address, 1, site);
  else ft_noise(t);
}

// The same for what waits for nobody: it is not slowed down without a plan.
static inline void ft_leads(const volatile void *address, uint64_t site) {
  struct ft_thread *t = ft_me;
  if (FT_UNLIKELY(ft_steers) && t->recording) ft_steer_event(t, FT_SYNCHRONISES, (uint64_t)address, 1, site);
}

// schedule.c
enum { FT_SEEDED = 1, FT_DELAYED, FT_PCT };
// Somebody waits for the end of a thread; somebody waits no more, and has not noticed.
#define FT_END_OF (1ull << 63)
#define FT_LET 1ull
extern FT_OWN int ft_scheduled;
FT_OWN void ft_schedule_init(uint64_t *seed);
FT_OWN void ft_schedule_made(struct ft_thread *);
FT_OWN void ft_schedule_step(struct ft_thread *);
FT_OWN void ft_schedule_atomic(struct ft_thread *);
FT_OWN void ft_schedule_waits(struct ft_thread *, uint64_t what);
// Waits for a condition, instead of the C library.
FT_OWN int ft_schedule_condition(pthread_cond_t *, pthread_mutex_t *);
FT_OWN void ft_schedule_let(uint64_t what);
FT_OWN void ft_schedule_over(const struct ft_thread *);
FT_OWN void ft_schedule_wake(uint64_t condition, int all);
FT_OWN int ft_schedule_holds(void);
FT_OWN void ft_schedule_try(uint64_t what);
FT_OWN void ft_schedule_end(void);
// After something is let go of that others may wait for.
static inline void ft_lets(const volatile void *what) {
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_let((uint64_t)what);
}
static inline void ft_wakes(const volatile void *condition, int all) {
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_wake((uint64_t)condition, all);
}
// Instead of a wait in the kernel, which nobody could tell the end of: tries again whenever there is hope. `tried` is what to try. A thread waits for it
// only after a try in vain, and then tries once more, lest it was let go of in between.
#define FT_TRIES(what, tried, busy)                                   \
  ({                                                                  \
    __typeof__(tried) tried_ = (tried);                               \
    while (busy) {                                                    \
      ft_schedule_waits(ft_me, (uint64_t)(what));                     \
      tried_ = (tried);                                               \
      if (!(busy)) break;                                             \
      ft_schedule_try((uint64_t)(what));                              \
      tried_ = (tried);                                               \
    }                                                                 \
    tried_;                                                           \
  })

// c-library.c
FT_OWN void ft_find_c_library(void);
FT_OWN int ft_in_c_library(uint64_t site);
extern char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));
static inline int ft_in_executable(uint64_t site) { return site >= (uint64_t)__executable_start && site < (uint64_t)etext; }
// stacks.c
FT_OWN void ft_find_unwinder(void);
FT_OWN void ft_note_stack(struct ft_thread *, uint64_t site);

// sanitizer.c
FT_OWN void ft_ask_program(void);
FT_OWN void ft_tell_program(void);

// linger.c
FT_OWN void ft_linger_init(void);
FT_OWN void ft_linger(void);

// deadlock.c: a wait that only another thread can end stands between ft_waits and ft_goes_on; one that ends by itself does not.
FT_OWN void ft_waits(unsigned what, uint64_t address, uint64_t site);
FT_OWN void ft_waits_no_more(struct ft_thread *);
static inline void ft_goes_on(void) { ft_waits_no_more(ft_me); }
// Looks, from now on, whether the program goes on, if all threads wait.
FT_OWN void ft_watch(void);
FT_OWN void ft_count_threads(int by);
FT_OWN void ft_deadlock_forked(void);
// Others than the threads of this process may end a wait.
extern FT_OWN int ft_outsiders;

// asleep.c
// How many threads the kernel knows beside this one, if all of them sleep, or -1; how many of them wake up by themselves; and whether one sleeps.
FT_OWN int ft_all_asleep(void);
FT_OWN int ft_nappers(void);
FT_OWN int ft_is_asleep(long kernel);

// stripes.c
FT_OWN void ft_stripes_reset(void);

// real.c: ft_find may find nothing, ft_next ends the program then.
FT_OWN void *ft_find(const char *name);
FT_OWN void *ft_next(const char *name);
FT_OWN void ft_find_all(void);

// reduce.c: synchronisation that orders nothing is not recorded, if that is asked for.
enum { FT_REDUCE_LOFT = 1, FT_REDUCE_RUNS };
extern FT_OWN int ft_reduces;
FT_OWN void ft_reduce_init(void);
FT_OWN void ft_reduce_forked(void);
// A line for `about`.
FT_OWN const char *ft_reduction(void);
// As ft_sync.
FT_OWN int ft_sync_reduced(struct ft_thread *, unsigned kind, uint64_t address, uint64_t where);
// What was a lock in this memory is one no more.
FT_OWN void ft_locks_gone(uint64_t from, uint64_t bytes);
// Copies records without the stamps that they can do without, and returns their bytes, no more than before. `time` is that of the record before, and then of the last.
FT_OWN uint64_t ft_squeeze(uint64_t *out, const uint64_t *from, const uint64_t *to, uint64_t *time);

// append.c
// Synchronisation, now. Zero if it was left out, with what else is to be said of it.
FT_OWN int ft_sync(unsigned kind, uint64_t address, unsigned extra, uint64_t site);
// A plain access, at the time that is now. Returns where it is, or NULL.
FT_OWN uint64_t *ft_append(struct ft_thread *, uint64_t now, uint64_t what, uint64_t where);
// Synchronisation: at a time that was taken for it, with or without values, or at a new one.
struct ft_tick {
  uint64_t time;
};
FT_OWN uint64_t *ft_tell(struct ft_thread *, struct ft_tick, uint64_t what, uint64_t where);
FT_OWN void ft_tell_values(struct ft_thread *, struct ft_tick, uint64_t what, uint64_t where, uint64_t before, uint64_t after);
FT_OWN uint64_t *ft_tell_now(struct ft_thread *, uint64_t what, uint64_t where);
FT_OWN void ft_range(unsigned kind, const volatile void *address, uint64_t bytes, uint64_t site);
// `slack` bytes lie behind those that were asked for, and go when they go.
FT_OWN void ft_allocated(const void *address, uint64_t bytes, unsigned slack, unsigned of, uint64_t site);
FT_OWN void ft_forget(struct ft_thread *);
// For what is no plain access, and yet nothing to forget for.
FT_OWN void ft_end_runs(struct ft_thread *);

#define FT_ADDRESS 0xffffffffffffull

static inline void ft_note_locals(struct ft_thread *t, uint64_t address) {
  if (FT_UNLIKELY(address >= t->locals.from && address < t->locals.to)) t->uses_locals = 1;
}

static inline uint64_t ft_what(unsigned kind, unsigned size, uint64_t address) {
  return (address & FT_ADDRESS) | (uint64_t)kind << 48 | (uint64_t)size << 56;
}
static inline uint64_t ft_where(uint64_t site, unsigned extra) { return (site & FT_ADDRESS) | (uint64_t)extra << 48; }

// Takes a time for a record. It is a type of its own, so that it cannot go where nobody says ft_told when the record is in the log, or
// when it was taken in vain: until then, whoever follows the recording does not rely on this thread's log (src/raw/follow). The mark is
// there before the time is taken, and gone after the record is there. A handler that comes in between leaves the mark as it found it; one
// that interrupts a record whose room is still empty, which hides all that the handler tells behind it, leaves it to the next time.
static inline __attribute__((warn_unused_result)) struct ft_tick ft_tick(struct ft_thread *t) {
  t->telling++;
  __atomic_store_n(t->busy, 1, __ATOMIC_RELAXED);
  return (struct ft_tick){__atomic_add_fetch(&ft_clock, 1, __ATOMIC_SEQ_CST)};
}
static inline void ft_told(struct ft_thread *t) {
  t->telling--;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(t->busy, t->telling | t->writing, __ATOMIC_RELEASE);
}
static inline uint64_t ft_now(void) { return __atomic_load_n(&ft_clock, __ATOMIC_RELAXED); }

// One instruction for signal handlers of this thread, and for nobody else.
static inline int ft_exchange(uint64_t *at, uint64_t before, uint64_t after) {
#ifdef __x86_64__
  int done;
  __asm__ volatile("cmpxchgq %3, %1" : "=@cce"(done), "+m"(*at), "+a"(before) : "r"(after) : "memory");
  return done;
#else
  return __atomic_compare_exchange_n(at, &before, after, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

// Room for records; ft_written must follow, unless there is none. One instruction, so that a signal handler that records in between
// gets room of its own (1.6 ns more than a load and a store, which would lose the handler's records).
static inline uint64_t *ft_reserve(struct ft_thread *t, uint64_t bytes) {
  uint64_t pos = bytes;
  t->writing++;
#ifdef __x86_64__
  __asm__ volatile("xaddq %0, %1" : "+r"(pos), "+m"(t->pos) : : "memory");
#else
  pos = t->pos;
  t->pos = pos + bytes;
#endif
  if (FT_UNLIKELY(pos + bytes > t->limit)) return ft_log_grow(t, pos, bytes);
  return (uint64_t *)(t->base + pos);
}
// A record is there as soon as its first word is: all else comes before it, also what belongs to the record and stands behind it.
static inline void ft_put(uint64_t *slot, uint64_t what, uint64_t where) {
  slot[1] = where;
  __atomic_store_n(slot, what, __ATOMIC_RELEASE);
}
static inline void ft_written(struct ft_thread *t) {
  __asm__ volatile("" : : : "memory");
  t->writing--;
}

// Somebody else runs now.
static inline void ft_blocks(void) { __atomic_store_n(&ft_me->blocked_at, ft_me->pos, __ATOMIC_RELAXED); }
static inline int ft_is_blocked(const struct ft_thread *t) {
  uint64_t at = __atomic_load_n(&t->blocked_at, __ATOMIC_RELAXED);
  return at && at == __atomic_load_n(&t->pos, __ATOMIC_RELAXED);
}

// The calling thread, if what it does is to be recorded.
static inline struct ft_thread *ft_self(void) {
  struct ft_thread *t = ft_me;
  if (FT_LIKELY(t->recording)) return t;
  return t == &ft_nobody && ft_on ? ft_attach() : NULL;
}

#endif
