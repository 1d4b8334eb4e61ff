// Where the recording is, also for a process that loses the way to it.
//
// As long as the program keeps its user and its root, paths lead there, and no descriptor is kept: a program that closes descriptors
// that it does not know must not make us write elsewhere, and thousands of threads need none. Before it changes one of them, what it
// has is handed to the user that it becomes, and from then on there is one descriptor of the folder. Each time it is used, it is
// compared with what it was.
#include "runtime.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

char ft_recording[3584];
// The folder of this process.
static char folder[3840];
enum { NAME = 64, PATH = sizeof folder + NAME };

// -1: paths lead there. Of a process made by fork that has no folder yet, it is the folder in which it will make its own.
static int kept = -1;
static dev_t device;
static ino_t node;
static uid_t owner = FT_UNCHANGED;
static gid_t group = FT_UNCHANGED;

static int is_kept(void) {
  struct stat now;
  return kept >= 0 && !fstat(kept, &now) && now.st_dev == device && now.st_ino == node;
}

// What a path is relative to. -1 is no descriptor, and the system says so: EBADF.
static int base(char path[PATH], const char *from, const char *name) {
  int at = __atomic_load_n(&kept, __ATOMIC_ACQUIRE);
  FT_REAL(snprintf)(path, PATH, at < 0 ? "%s/%s" : "%.0s%s", from, name);
  return at < 0 ? AT_FDCWD : is_kept() ? at : -1;
}

// Nothing that others could have put here in the meantime: the program may be privileged again.
static void give(int fd) {
  struct stat status;
  if (!fstat(fd, &status) && (S_ISDIR(status.st_mode) || (S_ISREG(status.st_mode) && status.st_nlink == 1)))
    syscall(SYS_fchownat, fd, "", owner, group, AT_EMPTY_PATH);
}

int ft_place_open(const char *name, int flags) {
  char path[PATH];
  int at, fd;
  // Another thread may have changed the root in between.
  do {
    at = base(path, folder, name);
    fd = (int)syscall(SYS_openat, at, path, O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  } while (fd < 0 && at == AT_FDCWD && __atomic_load_n(&kept, __ATOMIC_ACQUIRE) >= 0);
  // Whatever was here before is given by whoever changes the user; what is made from then on, here.
  if (fd >= 0 && flags & O_CREAT && (owner != FT_UNCHANGED || group != FT_UNCHANGED)) give(fd);
  return fd;
}

void ft_place_remove(const char *name) {
  char path[PATH];
  int at = base(path, folder, name);
  syscall(SYS_unlinkat, at, path, 0);
}

// A program takes the lowest numbers first, and some have arrays that are not larger than they need.
static int high(int fd) {
  struct rlimit most = {0};
  getrlimit(RLIMIT_NOFILE, &most);
  long last = most.rlim_cur < 4096 ? (long)most.rlim_cur : 4096;
  int moved = (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, last > 16 ? last - 16 : 0);
  if (moved < 0) return fd;
  syscall(SYS_close, fd);
  return moved;
}

// Returns 0, or an errno.
static int keep(int at, const char *path) {
  struct stat status;
  int fd = (int)syscall(SYS_openat, at, path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
  if (fd < 0 || fstat(fd, &status)) return errno;
  fd = high(fd);
  if (is_kept()) syscall(SYS_close, kept);
  device = status.st_dev;
  node = status.st_ino;
  __atomic_store_n(&kept, fd, __ATOMIC_RELEASE);
  return 0;
}

int ft_place_enter(const char *name) {
  char path[PATH];
  int at = base(path, ft_recording, name);
  if (syscall(SYS_mkdirat, at, path, 0700)) return errno;
  if (at != AT_FDCWD) return keep(at, path);
  *folder = 0;
  return ft_add_text(folder, sizeof folder, path) ? 0 : ENAMETOOLONG;
}

// A process made by fork that has no folder may not be able to make one later: it keeps one to make it in.
static void keep_ahead(void) {
  static long had;
  char path[PATH], name[NAME];
  if (had == ft_fork_pending) return;
  FT_REAL(snprintf)(name, sizeof name, "for-%ld", had = ft_fork_pending);
  int at = base(path, ft_recording, name);
  if (!syscall(SYS_mkdirat, at, path, 0700)) keep(at, path);
}

// A child of vfork has the memory of its parent, and no descriptors of its parent's.
static int is_other(void) { return syscall(SYS_getpid) != (ft_process ? ft_process : ft_fork_pending); }

static void hand_over(void) {
  char path[PATH], entries[4096] __attribute__((aligned(8)));
  int at = base(path, folder, "."), list = (int)syscall(SYS_openat, at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (list < 0) return;
  long n;
  while ((n = syscall(SYS_getdents64, list, entries, sizeof entries)) > 0)
    for (long i = 0; i < n; i += ((struct dirent64 *)(entries + i))->d_reclen) {
      const struct dirent64 *entry = (void *)(entries + i);
      int fd = (int)syscall(SYS_openat, list, entry->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);
      struct stat status;
      // Folders in it belong to other processes.
      if (fd >= 0 && !fstat(fd, &status) && !S_ISDIR(status.st_mode)) give(fd);
      if (fd >= 0) syscall(SYS_close, fd);
    }
  give(list);
  syscall(SYS_close, list);
}

void ft_place_keep(void) {
  if (is_other()) return;
  int error = errno;
  if (!ft_process) keep_ahead();
  else if (kept < 0) keep(AT_FDCWD, folder);
  // What is mapped now may not be told later: /proc is a path, too.
  ft_save_maps();
  errno = error;
}

void ft_place_give(uid_t user, gid_t to) {
  if (user == geteuid()) user = FT_UNCHANGED;
  if (to == getegid()) to = FT_UNCHANGED;
  if (is_other() || (user == FT_UNCHANGED && to == FT_UNCHANGED)) return;
  int error = errno;
  if (user != FT_UNCHANGED) owner = user;
  if (to != FT_UNCHANGED) group = to;
  ft_place_keep();
  hand_over();
  errno = error;
}
