// The folder of this process in the recording: what the logs need to be understood later.
#include "calls.h"
#include "system.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int ft_maps_stale;
long ft_process;
// First lines of files that have room for an errno which the system gives when nothing else can be written, nor opened.
static char *about, *refused;

void ft_say(const char *text) {
  ft_system(SYS_write, 2, (long)text, ft_length(text), 0);
}

int ft_folder_append(const char *name, const char *text, size_t length) {
  int fd = ft_place_open(name, O_WRONLY | O_CREAT | O_APPEND), error = 0;
  if (fd < 0) return errno;
  long end = syscall(SYS_lseek, fd, 0L, SEEK_END);
  if (end >= 0 && ft_too_long(end + length)) error = EFBIG;
  while (length > 0 && !error) {
    long n = syscall(SYS_write, fd, text, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) error = n < 0 ? errno : EIO;
    else text += n, length -= n;
  }
  syscall(SYS_close, fd);
  return error;
}

#define STOPPED_KEY "stopped "
#define STOPPED_LINE STOPPED_KEY "        \n"
enum { LINE = sizeof STOPPED_LINE - 1 };

// The line is mapped: whatever becomes of the disk, the program's rights and its descriptors, it can be written.
static int map_line(char **line, int fd) {
  if (fd < 0) return errno;
  void *mapped = (void *)syscall(SYS_mmap, NULL, LINE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0L);
  int error = mapped == MAP_FAILED ? errno : 0;
  syscall(SYS_close, fd);
  if (error) return error;
  if (*line) syscall(SYS_munmap, *line, LINE);
  *line = mapped;
  return 0;
}

static void note_error(char *at, int error) {
  char text[8];
  int length = FT_REAL(snprintf)(text, sizeof text, "%d", error);
  FT_REAL(memcpy)(at, text, length);
}

void ft_about_stopped(int error) { note_error(about + sizeof STOPPED_KEY - 1, error); }

// Adds what is mapped now to `maps`. Lines come again where nothing changed.
void ft_save_maps(void) {
  int error = errno;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  char text[4096];
  long n;
  while (fd >= 0 && (n = syscall(SYS_read, fd, text, sizeof text)) > 0) ft_folder_append("maps", text, n);
  if (fd >= 0) syscall(SYS_close, fd);
  errno = error;
}

static int save_about(void) {
  // Kept for children that cannot ask any more: /proc may be out of reach.
  static char command[4096];
  char text[sizeof command + 256];
  int fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
  long n = fd < 0 ? (long)ft_length(command) : syscall(SYS_read, fd, command, sizeof command - 1);
  if (fd >= 0) syscall(SYS_close, fd);
  if (n < 0) n = 0;
  // One line: what separates the words, and what is no text, is shown as a space.
  for (long i = 0; i < n; i++)
    if ((unsigned char)command[i] < ' ') command[i] = ' ';
  while (n > 0 && command[n - 1] == ' ') n--;
  command[n] = 0;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  char follow[32];
  FT_REAL(snprintf)(follow, sizeof follow, "follow tails %d\n", FT_TAIL_BYTES);
  int length = FT_REAL(snprintf)(text, sizeof text, STOPPED_LINE "version %d\nruntime native\n%spid %ld\nparent %ld\nstarted %lld\ncommand %s\n",
                        RAW_VERSION, ft_reduces ? ft_reduction() : follow, ft_process, syscall(SYS_getppid), now.tv_sec * 1000ll + now.tv_nsec / 1000000, command);
  int error = ft_folder_append("about", text, length);
  return error ? error : map_line(&about, ft_place_open("about", O_RDWR));
}

// Whoever reads the recording has made a file where a process can say that it has no folder.
static void find_refused(void) {
  char path[sizeof ft_recording + 16];
  FT_REAL(snprintf)(path, sizeof path, "%s/refused", ft_recording);
  map_line(&refused, (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0));
}

static void say_refused(int error) {
  if (refused) note_error(refused, error);
  ft_say("foretrace: the recording cannot be written; the program runs unrecorded: ");
  ft_say(ft_recording);
  ft_say("\n");
}

// Makes the folder of this process. Zero if it cannot be had.
int ft_folder_open(void) {
  long pid = ft_process = syscall(SYS_getpid);
  int error = 0;
  // A process that became another program has the same number.
  for (int i = 1; i < 10000; i++) {
    char name[48];
    FT_REAL(snprintf)(name, sizeof name, i == 1 ? "process-%ld" : "process-%ld-%d", pid, i);
    error = ft_place_enter(name);
    if (!error) {
      error = save_about();
      if (error) break;
      ft_save_maps();
      return 1;
    }
    if (error != EEXIST) break;
  }
  // What is there is another's: the parent's.
  ft_process = 0;
  say_refused(error);
  return 0;
}

void ft_init(void) {
  static int done;
  if (__atomic_exchange_n(&done, 1, __ATOMIC_SEQ_CST)) return;
  int error = errno;
  ft_find_all();
  const char *folder = getenv("FORETRACE_RECORD"), *most = getenv("FORETRACE_MAX_EVENTS");
  if (folder && *folder) {
    // The program may change its directory.
    if (*folder == '/' || !FT_REAL(getcwd)(ft_recording, sizeof ft_recording - ft_length(folder) % 2048 - 2)) *ft_recording = 0;
    else ft_add_text(ft_recording, sizeof ft_recording, "/");
    ft_add_text(ft_recording, sizeof ft_recording, folder);
    if (most && *most) ft_budget = strtoull(most, NULL, 10);
    ft_calls_init();
    ft_noise_init();
    ft_reduce_init();
    ft_linger_init();
    ft_steer_init();
    ft_ask_program();
    ft_find_c_library();
    ft_find_unwinder();
    syscall(SYS_mkdirat, AT_FDCWD, ft_recording, 0700);
    find_refused();
    if (ft_folder_open()) ft_threads_init();
    ft_die_with_foretrace();
  }
  errno = error;
}

__attribute__((constructor(101))) static void start(void) { ft_init(); }
