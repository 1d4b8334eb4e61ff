// Functions of the C library that keep something for the next call, or give back memory of their own that the next call fills anew:
// two threads that call them at once have a race. rand and random are not among them: they lock.
#include "../core/runtime.h"
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WRITES(p, bytes) ft_range(RAW_WRITE_RANGE, p, bytes, FT_SITE())

// What is given back was filled.
#define GIVES(type, name, parameter, argument, bytes)       \
  FT_EXPORT type *name(parameter) {                         \
    type *result = FT_REAL(name)(argument);                 \
    if (result) WRITES(result, bytes);                      \
    return result;                                          \
  }
#define TEXT FT_REAL(strlen)(result) + 1
GIVES(struct tm, localtime, const time_t *when, when, sizeof *result)
GIVES(struct tm, gmtime, const time_t *when, when, sizeof *result)
GIVES(char, ctime, const time_t *when, when, TEXT)
GIVES(char, asctime, const struct tm *when, when, TEXT)
GIVES(struct passwd, getpwnam, const char *name, name, sizeof *result)
GIVES(struct passwd, getpwuid, uid_t id, id, sizeof *result)
GIVES(struct group, getgrnam, const char *name, name, sizeof *result)
GIVES(struct group, getgrgid, gid_t id, id, sizeof *result)
GIVES(struct hostent, gethostbyname, const char *name, name, sizeof *result)
GIVES(char, ttyname, int fd, fd, TEXT)

// What is kept has no address that we know; these have the names of the reports.
static char strtok_state, drand48_state;
FT_EXPORT char *strtok(char *restrict s, const char *restrict delimiters) {
  WRITES(&strtok_state, 1);
  return FT_REAL(strtok)(s, delimiters);
}
#define DRAWS(type, name)                  \
  FT_EXPORT type name(void) {              \
    WRITES(&drand48_state, 1);             \
    return FT_REAL(name)();                \
  }
DRAWS(double, drand48)
DRAWS(long, lrand48)
DRAWS(long, mrand48)
FT_EXPORT void srand48(long seed) {
  WRITES(&drand48_state, 1);
  FT_REAL(srand48)(seed);
}
