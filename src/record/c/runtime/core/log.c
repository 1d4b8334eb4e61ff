// The log of a thread: a buffer, and a file that the buffer is written to when it is full.
//
// The buffer is itself a mapped file, `thread-N.tail`: when the process dies, however it dies, the kernel has what was not yet
// written, and src/raw/tails.ts puts it where it belongs. (Mapping the log itself would need no second file, but costs a
// page fault per 4 KB: 18 ns per record against 5 for this.)
#include "calls.h"
#include "system.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The last bytes of a buffer are kept for the word that recording stopped, and the very last for `request` and `busy`, which no record of the log comes to.
enum { BUFFER = FT_TAIL_BYTES, MARGIN = 8 * RAW_RECORD_BYTES, BUSY = BUFFER / sizeof(uint64_t) - 1, REQUEST = BUSY - 3 };

// What is written at once ends at a multiple of this in the file, as far as it goes: where pieces meet within a page, or between the large folios that
// the system keeps files in, to write, read and remove a log of 160 MB takes 0.075 s instead of 0.048.
enum { PIECE = 64 << 10, ROOM = BUFFER - RAW_HEADER_BYTES - MARGIN };

// What the header of a tail has in the reserved word: how much of the log is written, this header included. And in the upper half of the
// word before, once the log is being closed: what comes to the tail from then on does not come to the log.
enum { WRITTEN = 3, CLOSED = 5 };

// Once recording has stopped: why, and above it the errno if the system took no more.
static int stopped;
enum { WHY_BITS = 8, WHY = (1 << WHY_BITS) - 1 };
// Records that may still be written, by all threads.
uint64_t ft_budget = UINT64_MAX;

// System calls of our own: the C library's functions may be ours.
static int open_file(const struct ft_thread *t, const char *kind, int flags) {
  char name[32];
  FT_REAL(snprintf)(name, sizeof name, "thread-%u.%s", t->number, kind);
  return ft_place_open(name, O_RDWR | O_CREAT | flags);
}
static void close_file(int fd) {
  if (fd >= 0) syscall(SYS_close, fd);
}

// Records that may be written to the buffer of a log of so many bytes, in bytes. Of a small budget each takes a part only: recording ends where the first thread
// finds nothing left.
static uint64_t take_budget(uint64_t written) {
  uint64_t room = ((written + ROOM) & ~(uint64_t)(PIECE - 1)) - written;
  if (room < ROOM / 2) room = ROOM;
  uint64_t left = __atomic_load_n(&ft_budget, __ATOMIC_RELAXED), taken;
  do {
    uint64_t most = room / RAW_RECORD_BYTES, part = left / 16 + 64;
    taken = part < most ? part : most;
    if (taken > left) taken = left;
  } while (left != UINT64_MAX && !__atomic_compare_exchange_n(&ft_budget, &left, left - taken, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return taken * RAW_RECORD_BYTES;
}

// Offers the buffer for what comes after the first `written` bytes of the log. Zero if no more may be written.
static int offer(struct ft_thread *t, uint64_t written) {
  uint64_t bytes = take_budget(written);
  // Who sees this must find no record of before in the buffer.
  __atomic_store_n(&((uint64_t *)t->buffer)[WRITTEN], written, __ATOMIC_RELEASE);
  t->base = t->buffer + RAW_HEADER_BYTES - written;
  ft_end_runs(t);
  // What is not in the buffer any more cannot be changed.
  t->since++;
  t->spin_pos = 0;
  t->pos = written;
  t->limit = written + bytes;
  return bytes >= MARGIN;
}

// A write beyond this limit would be a signal to the program.
int ft_too_long(uint64_t bytes) {
  struct rlimit most;
  return !getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur != RLIM_INFINITY && bytes > most.rlim_cur;
}

// Writes what the buffer has from `from` to `to` (offsets in the log) into the file, without what can go: then `to` is less. Returns 0, or the errno of what
// cannot be done.
static int write_out(struct ft_thread *t, uint64_t from, uint64_t *end) {
  uint64_t to = *end, time = t->squeezed_time;
  char *buffer = t->buffer;
  if (t->squeezed) {
    uint64_t *records = (uint64_t *)(t->buffer + RAW_HEADER_BYTES);
    FT_REAL(memcpy)(t->squeezed, t->buffer, RAW_HEADER_BYTES);
    buffer = t->squeezed;
    to = from + ft_squeeze((uint64_t *)(buffer + RAW_HEADER_BYTES), records, records + (to - from) / sizeof *records, &time);
  }
  if (ft_too_long(to)) return EFBIG;
  int fd = open_file(t, "raw", 0), why = 0;
  if (fd < 0) return errno;
  // The first time, the header comes with it.
  uint64_t at = from == RAW_HEADER_BYTES ? 0 : from;
  while (at < to) {
    long n = syscall(SYS_pwrite64, fd, buffer + RAW_HEADER_BYTES - from + at, to - at, at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      why = n < 0 ? errno : EIO;
      break;
    }
    at += n;
  }
  close_file(fd);
  if (why) return why;
  t->squeezed_time = time;
  *end = to;
  return 0;
}

// Empties the buffer into the file; 0, or an errno. Whenever the process dies, either the tail is valid or it is empty and the file has it all.
// `end` is where the log ends, and then where the file does.
static int flush(struct ft_thread *t, uint64_t *end) {
  uint64_t from = ((uint64_t *)t->buffer)[WRITTEN], to = *end;
  int why = write_out(t, from, end);
  if (why) return why;
  __atomic_store_n((uint64_t *)(t->buffer + RAW_HEADER_BYTES), 0, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  FT_REAL(memset)(t->buffer + RAW_HEADER_BYTES, 0, to - from);
  return 0;
}

// When the process ends, the thread that ends it writes the logs of the others out. A handler may end it: none comes meanwhile.
static void lock(struct ft_thread *t) {
  uint64_t signals = ft_block_signals();
  while (__atomic_exchange_n(&t->flushing, 1, __ATOMIC_ACQUIRE)) ft_pause(1000000);
  t->flushing_signals = signals;
}
static void unlock(struct ft_thread *t) {
  uint64_t signals = t->flushing_signals;
  __atomic_store_n(&t->flushing, 0, __ATOMIC_RELEASE);
  ft_set_signals(signals);
}

static const char *error_name(int number) {
  switch (number) {
    case ENOSPC: return "ENOSPC";
    case EDQUOT: return "EDQUOT";
    case EFBIG: return "EFBIG";
    case EIO: return "EIO";
    case EACCES: return "EACCES";
    case EBADF: return "EBADF: the program closed the descriptor of the recording";
    case EMFILE: return "EMFILE";
    case ENFILE: return "ENFILE";
    case ENOMEM: return "ENOMEM";
    default: return "the system takes no more";
  }
}

static void say_stopped(unsigned why, int error) {
  char text[160];
  if (why != RAW_STOPPED_SYSTEM) {
    ft_say("foretrace: the limit of events is reached; the program runs on unrecorded\n");
    return;
  }
  ft_about_stopped(error);
  FT_REAL(snprintf)(text, sizeof text, "foretrace: recording stops (%s); the program runs on unrecorded\n", error_name(error));
  ft_say(text);
}

// Ends the log of this thread, and the recording of all: one thread without a log makes the order of all unknown. What others did up
// to now still counts, so the last record has the time of now. The margin of the buffer has room for both.
void ft_log_stop(struct ft_thread *t, uint64_t pos, unsigned why, int error) {
  int running = 0;
  int first = __atomic_compare_exchange_n(&stopped, &running, why | error << WHY_BITS, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  __atomic_store_n(&ft_on, 0, __ATOMIC_SEQ_CST);
  t->recording = t->accesses = 0;
  if (t->buffer) {
    uint64_t *slot = (uint64_t *)(t->base + pos);
    ft_put(slot, ft_what(RAW_STAMP, 0, ft_now()), 0);
    ft_put(slot + 2, ft_what(RAW_STOPPED, 0, why == RAW_STOPPED_SYSTEM ? error : 0), ft_where(0, why));
    t->pos = pos + 2 * RAW_RECORD_BYTES;
  }
  if (first) say_stopped(why, error);
}

uint64_t *ft_log_grow(struct ft_thread *t, uint64_t pos, uint64_t bytes) {
  // A signal handler came while a record was half written, and the buffer is full: what it does is lost.
  if (t->writing > 1 || !t->recording) {
    t->pos = pos;
    t->writing--;
    return NULL;
  }
  int error = errno, ended = __atomic_load_n(&stopped, __ATOMIC_SEQ_CST), why = ended & WHY, number = ended >> WHY_BITS;
  t->writing++;
  lock(t);
  if (t->closed) t->recording = t->accesses = 0, why = RAW_STOPPED_LIMIT;
  else {
    if (!why && (number = flush(t, &pos))) why = RAW_STOPPED_SYSTEM;
    else if (!why && !offer(t, pos)) why = RAW_STOPPED_LIMIT;
    if (__atomic_exchange_n(&ft_maps_stale, 0, __ATOMIC_RELAXED)) ft_save_maps();
    if (why) ft_log_stop(t, pos, why, number);
    else t->pos = pos + bytes;
  }
  t->writing--;
  uint64_t *slot = why ? NULL : (uint64_t *)(t->base + pos);
  if (why) t->writing--;
  unlock(t);
  errno = error;
  return slot;
}

// Returns 0, or why there is no log, with the errno if it is the system's.
int ft_log_open(struct ft_thread *t, int *error) {
  *error = ft_too_long(BUFFER) ? EFBIG : 0;
  int fd = *error ? -1 : open_file(t, "tail", O_TRUNC);
  if (fd < 0) {
    if (!*error) *error = errno;
    return RAW_STOPPED_SYSTEM;
  }
  void *buffer = MAP_FAILED;
  // The room must be there before it is mapped: memory over a file without room is a SIGBUS.
  *error = posix_fallocate(fd, 0, BUFFER);
  if (!*error) {
    buffer = (void *)syscall(SYS_mmap, NULL, BUFFER, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0L);
    if (buffer == MAP_FAILED) *error = errno;
  }
  close_file(fd);
  if (buffer == MAP_FAILED) return RAW_STOPPED_SYSTEM;
  // Without it all is written.
  void *squeezed = MAP_FAILED;
  if (ft_reduces) squeezed = (void *)syscall(SYS_mmap, NULL, BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
  t->squeezed = squeezed == MAP_FAILED ? NULL : squeezed;
  t->squeezed_time = 0;
  t->buffer = buffer;
  t->busy = (uint64_t *)buffer + BUSY;
  t->request = (uint64_t *)buffer + REQUEST;
  uint32_t *head = buffer;
  ft_copy(head, RAW_MAGIC, 8);
  head[2] = ft_stacks ? RAW_VERSION_WITH_CALLS : RAW_VERSION;
  head[3] = t->number;
  head[4] = (uint32_t)syscall(SYS_getpid);
  return offer(t, RAW_HEADER_BYTES) ? 0 : RAW_STOPPED_LIMIT;
}

// Most that waits when a program ends waits for work; that is worth a word only if it kept the program from ending.
static int is_told(const struct ft_thread *t) {
  unsigned extra = t->request[1] >> 48;
  return t->request[0] && (extra & RAW_STUCK || extra <= RAW_FOR_END);
}

// Writes the rest. When the process ends, this is done for threads that still run; they find it closed when they come back to it.
void ft_log_close(struct ft_thread *t, int running) {
  lock(t);
  if (!t->buffer || t->closed) {
    unlock(t);
    return;
  }
  char name[32];
  FT_REAL(snprintf)(name, sizeof name, "thread-%u.tail", t->number);
  __atomic_store_n((uint32_t *)t->buffer + CLOSED, 1, __ATOMIC_SEQ_CST);
  uint64_t from = ((uint64_t *)t->buffer)[WRITTEN], to = t->pos < t->limit + MARGIN ? t->pos : t->limit;
  uint64_t end = to;
  int why = write_out(t, from, &end);
  // What it waits for is told by a tail without records. What cannot be written stays in the tail, too.
  if (!why && is_told(t) && t->request[2] == to) {
    __atomic_store_n((uint64_t *)(t->buffer + RAW_HEADER_BYTES), 0, __ATOMIC_RELEASE);
    __atomic_store_n(&((uint64_t *)t->buffer)[WRITTEN], end, __ATOMIC_RELEASE);
  } else if (!why) ft_place_remove(name);
  t->closed = 1;
  if (!running) {
    syscall(SYS_munmap, t->buffer, BUFFER);
    if (t->squeezed) syscall(SYS_munmap, t->squeezed, BUFFER);
    t->buffer = t->squeezed = NULL;
  }
  unlock(t);
}

void ft_log_forked(struct ft_thread *t) {
  if (t->buffer) syscall(SYS_mmap, t->buffer, BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1L, 0L);
}
