// The library of stripped.c.
void exported(int *p) { (*p)++; }
__attribute__((noinline)) static void of_library(void (*f)(int *), int *p) {
  f(p);
  __asm__ volatile("");
}
void exported_caller(void (*f)(int *), int *p) {
  of_library(f, p);
  __asm__ volatile("");
}
