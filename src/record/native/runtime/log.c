// The logs of the threads. A log grows by windows of its file: the disk space is had before the window is mapped, because memory
// over a file that cannot grow kills the program with SIGBUS. The file is opened for each window and closed at once: a program
// that closes descriptors that it does not know must not make us write elsewhere, and thousands of threads need no descriptors.
#include "runtime.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FIRST_WINDOW = 64 << 10, LAST_WINDOW = 4 << 20, PAGE = 4096 };
// The last bytes of a window are kept for the word that recording stopped.
enum { MARGIN = 8 * RAW_RECORD_BYTES };

char ft_folder[3840];
// Records that may still be written, by all threads.
uint64_t ft_budget = UINT64_MAX;

// System calls of our own: the C library's functions may be ours.
static void *map(int fd, uint64_t offset, uint64_t bytes) {
  return (void *)syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
}
static void unmap(void *window, uint64_t bytes) {
  if (window) syscall(SYS_munmap, window, bytes);
}

static int open_log(const struct ft_thread *t, int flags) {
  char path[sizeof ft_folder + 64];
  snprintf(path, sizeof path, "%s/thread-%u.raw", ft_folder, t->number);
  return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC | flags, 0666);
}

// Takes from the records that may still be written; the size of a window in bytes, or 0.
static uint64_t take_budget(uint64_t bytes) {
  uint64_t left = __atomic_load_n(&ft_budget, __ATOMIC_RELAXED), taken;
  do {
    taken = bytes / RAW_RECORD_BYTES < left ? bytes / RAW_RECORD_BYTES : left;
    if (!taken) return 0;
  } while (left != UINT64_MAX && !__atomic_compare_exchange_n(&ft_budget, &left, left - taken, 1, 5, 5));
  return taken * RAW_RECORD_BYTES;
}

// Maps the window that has room from `pos` on. Returns 0, or why the recording must stop.
static int next_window(struct ft_thread *t, int fd, uint64_t pos, uint64_t bytes) {
  uint64_t usable = take_budget(bytes);
  if (usable < MARGIN) return RAW_STOPPED_LIMIT;
  // A record before this one may still be unwritten, see ft_log_grow.
  uint64_t start = (pos > MARGIN ? pos - MARGIN : 0) / PAGE * PAGE;
  uint64_t end = (pos + usable + 2 * MARGIN + PAGE - 1) / PAGE * PAGE;
  struct rlimit most;
  if (!getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur != RLIM_INFINITY && end > most.rlim_cur) return RAW_STOPPED_DISK;
  if (posix_fallocate(fd, start, end - start)) return RAW_STOPPED_DISK;
  char *window = map(fd, start, end - start);
  if (window == MAP_FAILED) return RAW_STOPPED_DISK;
  // The window before stays: a signal handler may be what made the log grow, and return into a half-written record.
  unmap(t->window_before, t->window_before_bytes);
  t->window_before = t->window;
  t->window_before_bytes = t->window_bytes;
  t->window = window;
  t->window_bytes = end - start;
  t->base = window - start;
  t->limit = pos + usable;
  return 0;
}

void ft_log_stop(struct ft_thread *t, uint64_t pos, unsigned why) {
  t->recording = t->accesses = 0;
  if (t->window && pos + RAW_RECORD_BYTES <= (uint64_t)(t->window - t->base) + t->window_bytes) {
    uint64_t *slot = (uint64_t *)(t->base + pos);
    slot[0] = ft_what(RAW_STOPPED, 0, 0);
    slot[1] = ft_where(0, why);
    t->pos = pos + RAW_RECORD_BYTES;
  }
  // One thread without a log makes the order of all unknown.
  if (!__atomic_exchange_n(&ft_on, 0, __ATOMIC_SEQ_CST)) return;
  ft_say(why == RAW_STOPPED_LIMIT ? "foretrace: the limit of events is reached; the program runs on unrecorded\n"
                                  : "foretrace: no room for the recording; the program runs on unrecorded\n");
}

uint64_t *ft_log_grow(struct ft_thread *t, uint64_t pos, uint64_t bytes) {
  if (t->growing || !t->recording) return NULL;
  // A signal handler made the log grow after the room was taken and before it was looked at.
  if (pos + bytes <= t->limit) return (uint64_t *)(t->base + pos);
  int error = errno;
  t->growing = 1;
  int why = ft_on ? 0 : RAW_STOPPED_LIMIT;
  if (!why) {
    uint64_t next = t->window_bytes * 2 > LAST_WINDOW ? LAST_WINDOW : t->window_bytes * 2;
    int fd = open_log(t, 0);
    why = fd < 0 ? RAW_STOPPED_DISK : next_window(t, fd, pos, next);
    if (fd >= 0) syscall(SYS_close, fd);
  }
  if (!why && __atomic_exchange_n(&ft_maps_stale, 0, __ATOMIC_RELAXED)) ft_save_maps();
  // Handlers that came meanwhile took room and wrote nothing; a gap would end the log.
  t->pos = pos + bytes;
  t->growing = 0;
  if (why) ft_log_stop(t, pos, why);
  errno = error;
  return why ? NULL : (uint64_t *)(t->base + pos);
}

// Makes the file. Returns 0, or why there is none.
int ft_log_open(struct ft_thread *t) {
  int fd = open_log(t, O_CREAT | O_TRUNC);
  if (fd < 0) return RAW_STOPPED_DISK;
  int why = next_window(t, fd, RAW_HEADER_BYTES, FIRST_WINDOW);
  syscall(SYS_close, fd);
  if (why) return why;
  uint32_t head[8] = {0};
  memcpy(head, RAW_MAGIC, 8);
  head[2] = RAW_VERSION;
  head[3] = t->number;
  head[4] = (uint32_t)syscall(SYS_getpid);
  memcpy(t->window, head, sizeof head);
  t->pos = RAW_HEADER_BYTES;
  return 0;
}

// Gives the unused rest of the file back. What is written is written.
void ft_log_close(struct ft_thread *t) {
  unmap(t->window_before, t->window_before_bytes);
  unmap(t->window, t->window_bytes);
  int fd = t->window ? open_log(t, 0) : -1;
  t->window = t->window_before = NULL;
  if (fd < 0) return;
  if (ftruncate(fd, t->pos)) {
    // The zeros stay; they say the same.
  }
  syscall(SYS_close, fd);
}
