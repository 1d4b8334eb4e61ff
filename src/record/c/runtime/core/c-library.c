// Which code is the C library's own: what it allocates and frees for itself is ordered in ways that are not seen.
#include "runtime.h"
#include <link.h>

enum { MOST = 4 };
static struct {
  uint64_t from, to;
} ranges[MOST];
static int count;

static int is_c_library(const char *path) {
  static const char *const names[] = {"libc.so", "libpthread.so", "ld-linux", "ld64", "ld.so"};
  const char *slash = ft_last(path, '/'), *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ft_starts_with(name, names[i])) return 1;
  return 0;
}

static int note(struct dl_phdr_info *module, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!is_c_library(module->dlpi_name)) return 0;
  for (int i = 0; i < module->dlpi_phnum && count < MOST; i++) {
    const ElfW(Phdr) *part = &module->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    ranges[count].from = module->dlpi_addr + part->p_vaddr;
    ranges[count].to = ranges[count].from + part->p_memsz;
    count++;
  }
  return 0;
}

void ft_find_c_library(void) { dl_iterate_phdr(note, NULL); }

int ft_in_c_library(uint64_t site) {
  for (int i = 0; i < count; i++)
    if (site >= ranges[i].from && site < ranges[i].to) return 1;
  return 0;
}
