// Does what the letters of its first word say, in this order, after a thread has come and gone. The second word is a folder for a new root.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
enum { NOBODY = 65534 };
static int early, late;
static void *first(void *p) {
  early++;
  return p;
}
// More than a buffer has room for: the log is opened again.
static int tables[2][8192];
static void *work(void *p) {
  for (int i = 0; i < 8192; i++) ((int *)p)[i] = i;
  late++;
  return p;
}
static void two_threads(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, work, tables[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
// The log of the first thread goes beyond its buffer.
static void many_records(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < 4096; i++) pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex);
}
// The parent waits, and ends as its child does.
static void becomes_child(void) {
  int status = 0;
  pid_t child = fork();
  if (!child) return;
  waitpid(child, &status, 0);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 9);
}
static int step(char letter, const char *root) {
  switch (letter) {
    case 'g': return setgid(NOBODY);
    case 'u': return setuid(NOBODY);
    case 'e': return seteuid(NOBODY);
    case 'b': return seteuid(0);
    case 'r': return setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY);
    case 'R': return setregid(NOBODY, NOBODY) || setreuid(NOBODY, NOBODY);
    case 's': return (int)syscall(SYS_setuid, NOBODY);
    case 'c': return chroot(root) || chdir("/");
    case 'v': {
      pid_t child = vfork();
      if (!child) _exit(setuid(NOBODY));
      return waitpid(child, NULL, 0) != child;
    }
    case 'x':
      for (int fd = 3; fd < 1 << 16; fd++) close(fd);
      return 0;
    case 'o': {
      int other = open("/", O_RDONLY | O_DIRECTORY);
      for (int fd = 3; fd < 1 << 16; fd++)
        if (fd != other && fcntl(fd, F_GETFD) >= 0) dup2(other, fd);
      return other < 0;
    }
    case 'w': many_records(); return 0;
    case 'f': becomes_child(); return 0;
    default: two_threads(); return 0;
  }
}
int main(int count, char **words) {
  pthread_t t;
  pthread_create(&t, NULL, first, NULL);
  pthread_join(t, NULL);
  if (count < 3) return 8;
  for (const char *letter = words[1]; *letter; letter++)
    if (step(*letter, words[2])) return 7;
}
