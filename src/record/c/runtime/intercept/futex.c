// System calls that the program makes by itself. Only one matters here: Rust's locks, channels and conditions sleep in futexes. What they order is seen by
// their atomics; that a thread waits for a word, and for nobody outside of the process, is seen only here.
#include "../core/runtime.h"
#include "../core/system.h"
#include <linux/futex.h>
#include <stdarg.h>
#include <unistd.h>

static int sleeps_for_a_thread(long number, const long *a) {
  long how = a[1] & ~(long)FUTEX_CLOCK_REALTIME, limit = a[3];
  return ft_has_rust() && number == SYS_futex && !limit && (how == FUTEX_WAIT_PRIVATE || how == FUTEX_WAIT_BITSET_PRIVATE);
}

// The one behind, once that is known: the runtime makes system calls before the C library can be asked for its.
static struct ft_symbol behind __attribute__((section("ft_symbols"), used)) = {"syscall", NULL};
static long call(long number, const long *a) {
  if (behind.found) return ((__typeof__(&syscall))behind.found)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  long result = ft_system_of(number, a);
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}

FT_EXPORT long syscall(long number, ...) {
  long a[6];
  va_list more;
  va_start(more, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(more, long);
  va_end(more);
  if (!sleeps_for_a_thread(number, a)) return call(number, a);
  ft_waits(RAW_FOR_WORD, (uint64_t)a[0], FT_SITE());
  ft_watch();
  long result = call(number, a);
  int error = errno;
  ft_goes_on();
  errno = error;
  return result;
}
