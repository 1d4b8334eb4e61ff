// System calls without the C library: they leave errno alone, call nobody, and need no thread-local memory, so that whoever has none may make them (deadlock.c).
#ifndef FORETRACE_SYSTEM_H
#define FORETRACE_SYSTEM_H
#include <stdint.h>
#include <sys/syscall.h>

// Returns what the kernel does: an errno is negative.
static inline long ft_system(long number, long a, long b, long c, long d) {
#if defined(__x86_64__)
  register long fourth __asm__("r10") = d;
  __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
  return number;
#elif defined(__aarch64__)
  register long which __asm__("x8") = number, first __asm__("x0") = a, second __asm__("x1") = b, third __asm__("x2") = c, fourth __asm__("x3") = d;
  __asm__ volatile("svc #0" : "+r"(first) : "r"(which), "r"(second), "r"(third), "r"(fourth) : "memory");
  return first;
#else
#error "recording knows x86-64 and aarch64"
#endif
}

// Signals of this thread. All of them: those of the C library itself would cancel a thread that holds something of ours.
static inline uint64_t ft_set_signals(uint64_t blocked) {
  uint64_t before = 0;
  ft_system(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, (long)&blocked, (long)&before, sizeof blocked);
  return before;
}
// Returns what to give to ft_set_signals afterwards.
static inline uint64_t ft_block_signals(void) { return ft_set_signals(UINT64_MAX); }

#endif
