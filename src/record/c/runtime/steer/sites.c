// Places in the code of this process, as the next one knows them again: the name of the file without its folder, and the address in the file.
#include "steer.h"
#include "../core/system.h"
#include <fcntl.h>
#include <link.h>
#include <stdio.h>

// By the lowest bits of what is planned: most code is not.
enum { FILTER = 1 << 12 };
static uint8_t filter[FILTER];
static inline uint32_t slot(uint64_t address) { return (address * 0x9e3779b97f4a7c15ull) >> 52; }

static const char *base_name(const char *path) {
  const char *slash = ft_last(path, '/');
  return slash ? slash + 1 : path;
}

// The name of the file behind links: a recording has that of /proc/self/maps. The program itself has no name in the list of the dynamic linker. No file is
// opened: another thread might open one, and get another number for it than it had.
static const char *module_name(const struct dl_phdr_info *object) {
  enum { MOST_LINKS = 40, PATH = 4096 };
  // Only for one at a time: the dynamic linker has a lock while it lists.
  static char path[2 * PATH], target[PATH];
  const char *name = object->dlpi_name && *object->dlpi_name ? object->dlpi_name : "/proc/self/exe";
  if (ft_length(name) >= PATH) return base_name(name);
  ft_copy(path, name, ft_length(name) + 1);
  for (int links = 0; links < MOST_LINKS; links++) {
    long length = ft_system(SYS_readlinkat, AT_FDCWD, (long)path, (long)target, PATH - 1);
    if (length <= 0) break;
    target[length] = 0;
    char *from = *target == '/' ? path : path + (base_name(path) - path);
    if (from - path >= PATH) break;
    ft_copy(from, target, length + 1);
  }
  return base_name(path);
}

// Where the module of a word ends, or NULL; and the offset.
static const char *parted(const char *word, uint64_t *offset) {
  const char *plus = ft_last(word, '+');
  if (!plus || plus[1] != '0' || plus[2] != 'x' || !plus[3] || ft_length(plus) > 3 + 16) return NULL;
  *offset = 0;
  for (const char *at = plus + 3; *at; at++) {
    int digit = *at >= '0' && *at <= '9' ? *at - '0' : *at >= 'a' && *at <= 'f' ? *at - 'a' + 10 : -1;
    if (digit < 0) return NULL;
    *offset = *offset * 16 + digit;
  }
  return plus;
}

static void resolve(struct ft_site *site, const char *module, uint64_t bias) {
  uint64_t offset;
  const char *end = site->address || !site->word ? NULL : parted(site->word, &offset);
  if (!end || !ft_starts_with(site->word, module) || site->word + ft_length(module) != end) return;
  site->address = (bias + offset) & FT_ADDRESS;
  filter[slot(site->address)] = 1;
}

static int resolve_in(struct dl_phdr_info *object, size_t bytes, void *unused) {
  (void)bytes, (void)unused;
  const char *module = module_name(object);
  for (unsigned i = 0; i < ft_plan.all_sites; i++) resolve(&ft_plan.site[i], module, object->dlpi_addr);
  return 0;
}
void ft_sites_resolve(void) { dl_iterate_phdr(resolve_in, NULL); }

int ft_site_planned(uint64_t address) { return filter[slot(address & FT_ADDRESS)]; }

const char *ft_site_in(uint64_t address, uint32_t first, uint32_t count) {
  address &= FT_ADDRESS;
  for (uint32_t i = first; i < first + count; i++)
    if (ft_plan.site[i].address == address) return ft_plan.site[i].word;
  return NULL;
}

struct asked {
  uint64_t address;
  char *text;
  size_t room;
  int found;
};
// What would end a word is written as the plan has it.
static void put_name(struct asked *asked, const char *name) {
  size_t at = 0;
  for (; *name && at + 4 < asked->room; name++) {
    unsigned char c = *name;
    at += FT_REAL(snprintf)(asked->text + at, asked->room - at, c > ' ' && c < 0x7f && c != '%' ? "%c" : "%%%02x", c);
  }
}
static int find(struct dl_phdr_info *object, size_t bytes, void *value) {
  (void)bytes;
  struct asked *asked = value;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    uint64_t from = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
    if (object->dlpi_phdr[i].p_type != PT_LOAD || asked->address < from || asked->address - from >= object->dlpi_phdr[i].p_memsz) continue;
    put_name(asked, module_name(object));
    size_t at = ft_length(asked->text);
    FT_REAL(snprintf)(asked->text + at, asked->room - at, "+0x%llx", (unsigned long long)(asked->address - object->dlpi_addr));
    return asked->found = 1;
  }
  return 0;
}
void ft_site_text(uint64_t address, char *text, size_t room) {
  struct asked asked = {address, text, room, 0};
  *text = 0;
  dl_iterate_phdr(find, &asked);
  if (!asked.found) FT_REAL(snprintf)(text, room, "0x%llx", (unsigned long long)address);
}
