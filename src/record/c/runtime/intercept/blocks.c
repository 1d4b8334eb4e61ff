// Blocks that a program calls atomic (include/foretrace/annotate.h). They order nothing, but what a thread does in one must be recorded anew
// though it did the same before: a time of its own begins with each.
#include "../core/calls.h"
#include <stdio.h>

// Programs have few; those beyond have no name.
enum { NAMES = 1024, LONGEST = 200 };

// Names are told once, by their address, which is that of a literal.
static void tell_name(const char *name) {
  static const char *told[NAMES];
  for (unsigned i = 0; name && i < NAMES; i++) {
    const char **slot = &told[((uintptr_t)name / 2 + i) % NAMES], *known = __atomic_load_n(slot, __ATOMIC_RELAXED);
    if (known == name) return;
    if (known || !__atomic_compare_exchange_n(slot, &known, name, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      if (known == name) return;
      continue;
    }
    char line[LONGEST + 32];
    int error = errno, length = FT_REAL(snprintf)(line, sizeof line, "%lx %.*s\n", (long)name, LONGEST, name);
    ft_folder_append("blocks", line, length);
    errno = error;
    return;
  }
}

FT_EXPORT void __foretrace_atomic_begin(const char *name) {
  if (ft_self()) tell_name(name);
  ft_sync(RAW_ENTER, (uint64_t)name, 0, FT_SITE());
}
FT_EXPORT void __foretrace_atomic_end(void) { ft_sync(RAW_LEAVE, 0, 0, FT_SITE()); }
