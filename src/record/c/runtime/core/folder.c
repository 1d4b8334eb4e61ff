// The folder of this process in the recording: what the logs need to be understood later.
#include "runtime.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int ft_maps_stale;
long ft_process;
static char recording[3584];

void ft_say(const char *text) {
  if (syscall(SYS_write, 2, text, strlen(text)) < 0) return;
}

static int open_in_folder(const char *name, int flags) {
  char path[sizeof ft_folder + 64];
  FT_REAL(snprintf)(path, sizeof path, "%s/%s", ft_folder, name);
  return (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC | flags, 0600);
}

int ft_folder_append(const char *name, const char *text, size_t length) {
  int fd = open_in_folder(name, O_CREAT | O_APPEND), error = 0;
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

// The first line of `about` has room for an errno that the disk gave when there was some.
#define STOPPED_KEY "stopped "
#define STOPPED_LINE STOPPED_KEY "        \n"

static void overwrite(int fd, long at, int error) {
  char text[8];
  int length = FT_REAL(snprintf)(text, sizeof text, "%d", error);
  if (fd < 0) return;
  long done = syscall(SYS_pwrite64, fd, text, length, at);
  (void)done;
  syscall(SYS_close, fd);
}

void ft_about_stopped(int error) { overwrite(open_in_folder("about", 0), sizeof STOPPED_KEY - 1, error); }

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
  char command[4096], about[sizeof command + 256];
  int fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
  long n = fd < 0 ? 0 : syscall(SYS_read, fd, command, sizeof command - 1);
  if (fd >= 0) syscall(SYS_close, fd);
  if (n < 0) n = 0;
  // One line: what separates the words, and what is no text, is shown as a space.
  for (long i = 0; i < n; i++)
    if ((unsigned char)command[i] < ' ') command[i] = ' ';
  while (n > 0 && command[n - 1] == ' ') n--;
  command[n] = 0;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int length = FT_REAL(snprintf)(about, sizeof about, STOPPED_LINE "version %d\nruntime native\npid %ld\nparent %ld\nstarted %lld\ncommand %s\n",
                        RAW_VERSION, ft_process, syscall(SYS_getppid), now.tv_sec * 1000ll + now.tv_nsec / 1000000, command);
  return ft_folder_append("about", about, length);
}

// Whoever reads the recording has made a file where a process can say that it has no folder.
static void say_refused(int error) {
  char path[sizeof recording + 16];
  FT_REAL(snprintf)(path, sizeof path, "%s/refused", recording);
  overwrite((int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0), 0, error);
  ft_say("foretrace: the recording cannot be written; the program runs unrecorded: ");
  ft_say(recording);
  ft_say("\n");
}

// Makes the folder of this process. Zero if it cannot be had.
int ft_folder_open(void) {
  long pid = ft_process = syscall(SYS_getpid);
  int error = 0;
  syscall(SYS_mkdirat, AT_FDCWD, recording, 0700);
  // A process that became another program has the same number.
  for (int i = 1; i < 10000; i++) {
    FT_REAL(snprintf)(ft_folder, sizeof ft_folder, i == 1 ? "%s/process-%ld" : "%s/process-%ld-%d", recording, pid, i);
    if (!syscall(SYS_mkdirat, AT_FDCWD, ft_folder, 0700)) {
      error = save_about();
      if (error) break;
      ft_save_maps();
      return 1;
    }
    error = errno;
    if (error != EEXIST) break;
  }
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
    if (*folder == '/' || !getcwd(recording, sizeof recording - strlen(folder) % 2048 - 2)) *recording = 0;
    else strcat(recording, "/");
    if (strlen(recording) + strlen(folder) < sizeof recording) strcat(recording, folder);
    if (most && *most) ft_budget = strtoull(most, NULL, 10);
    ft_noise_init();
    ft_linger_init();
    ft_ask_program();
    ft_find_c_library();
    if (ft_folder_open()) ft_threads_init();
  }
  errno = error;
}

__attribute__((constructor(101))) static void start(void) { ft_init(); }
