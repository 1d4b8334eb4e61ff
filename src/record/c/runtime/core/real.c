// The functions that ours stand in front of.
#include "runtime.h"
#include <stdlib.h>

void *ft_find(const char *name) {
  void *found = NULL;
  // glibc has condition variables in two forms, and a lookup without a version may find the old one. x86-64, then aarch64.
  if (ft_starts_with(name, "pthread_cond_")) {
    found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    if (!found) found = dlvsym(RTLD_NEXT, name, "GLIBC_2.17");
  }
  return found ? found : dlsym(RTLD_NEXT, name);
}

void *ft_next(const char *name) {
  void *found = ft_find(name);
  if (found) return found;
  ft_say("foretrace: the C library's own ");
  ft_say(name);
  ft_say(" was not found: a statically linked program cannot be recorded; link it dynamically\n");
  abort();
}

extern FT_OWN struct ft_symbol __start_ft_symbols[], __stop_ft_symbols[];
void ft_find_all(void) {
  for (struct ft_symbol *s = __start_ft_symbols; s < __stop_ft_symbols; s++)
    if (!s->found) s->found = ft_find(s->name);
}
