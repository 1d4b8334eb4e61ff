// Libraries that are unloaded: their names are noted before, their variables are gone, and what is at their addresses afterwards is
// something else.
#include "../core/runtime.h"
#include <dlfcn.h>
#include <link.h>

// The variables of libraries. Of more than these it is not told that they are gone.
enum { MOST = 256 };
struct written {
  int count;
  struct { uint64_t from, bytes; } all[MOST];
};

static int note(struct dl_phdr_info *library, size_t size, void *value) {
  (void)size;
  struct written *list = value;
  for (int i = 0; i < library->dlpi_phnum && list->count < MOST; i++) {
    const ElfW(Phdr) *part = library->dlpi_phdr + i;
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
    list->all[list->count].from = library->dlpi_addr + part->p_vaddr;
    list->all[list->count++].bytes = part->p_memsz;
  }
  return 0;
}

static int is_in(const struct written *list, uint64_t from) {
  for (int i = 0; i < list->count; i++)
    if (list->all[i].from == from) return 1;
  return list->count == MOST;
}

static void gone(uint64_t address, unsigned extra, uint64_t site) {
  ft_end_runs(ft_me);
  ft_tell_now(ft_me, ft_what(RAW_FREE, 0, address), ft_where(site, extra));
}

FT_EXPORT int dlclose(void *library) {
  static const char line[] = "unloaded\n";
  if (!ft_me->recording) return FT_REAL(dlclose)(library);
  struct written before, after;
  before.count = after.count = 0;
  if (__atomic_exchange_n(&ft_maps_stale, 0, __ATOMIC_RELAXED)) ft_save_maps();
  dl_iterate_phdr(note, &before);
  int result = FT_REAL(dlclose)(library), error = errno;
  dl_iterate_phdr(note, &after);
  int some = after.count == MOST;
  for (int i = 0; i < before.count; i++) {
    uint64_t from = before.all[i].from;
    if (is_in(&after, from)) continue;
    // As blocks that come and go: the log knows no other way to say it.
    ft_allocated((void *)from, before.all[i].bytes, 0, RAW_MMAP, FT_SITE());
    gone(from, 0, FT_SITE());
    some = 1;
  }
  if (some) {
    ft_folder_append("maps", line, sizeof line - 1);
    gone(0, RAW_UNLOADED, FT_SITE());
  }
  errno = error;
  return result;
}
