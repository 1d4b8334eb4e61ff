// System calls without the C library: they leave errno alone, call nobody, and need no thread-local memory, so that whoever has none may make them (deadlock.c).
#ifndef FORETRACE_SYSTEM_H
#define FORETRACE_SYSTEM_H
#include <stdint.h>
#include <sys/syscall.h>

// Returns what the kernel does: an errno is negative.
static inline long ft_system_of(long number, const long a[6]) {
#if defined(__x86_64__)
  register long r10 __asm__("r10") = a[3], r8 __asm__("r8") = a[4], r9 __asm__("r9") = a[5];
  __asm__ volatile("syscall" : "+a"(number) : "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
  return number;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number, x0 __asm__("x0") = a[0], x1 __asm__("x1") = a[1], x2 __asm__("x2") = a[2];
  register long x3 __asm__("x3") = a[3], x4 __asm__("x4") = a[4], x5 __asm__("x5") = a[5];
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#else
#error "recording knows x86-64 and aarch64"
#endif
}
static inline long ft_system(long number, long a, long b, long c, long d) { return ft_system_of(number, (long[]){a, b, c, d, 0, 0}); }

// Signals of this thread. All of them: those of the C library itself would cancel a thread that holds something of ours.
static inline uint64_t ft_set_signals(uint64_t blocked) {
  uint64_t before = 0;
  ft_system(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, (long)&blocked, (long)&before, sizeof blocked);
  return before;
}
// Returns what to give to ft_set_signals afterwards.
static inline uint64_t ft_block_signals(void) { return ft_set_signals(UINT64_MAX); }

#endif
