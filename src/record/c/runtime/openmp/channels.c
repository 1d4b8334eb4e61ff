// The channels of OpenMP, and where its library is.
#include "openmp.h"
#include <stdlib.h>

__thread struct ft_openmp ft_openmp;
__thread uint32_t ft_in_openmp;

// Numbers of regions, tasks and groups.
uint64_t ft_openmp_number(void) {
  static uint64_t last;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

// 46 bits of all that it is of, among addresses that no memory has and no descriptor (intercept/files.c). Two that are taken for one order too much: of
// a million channels that is the case once in a hundred runs.
uint64_t ft_openmp_channel(enum ft_occasion what, uint64_t of, uint64_t number) {
  uint64_t mixed = (of * 32 + what) * 0x9e3779b97f4a7c15ull + number;
  mixed = (mixed ^ mixed >> 31) * 0xbf58476d1ce4e5b9ull;
  mixed = (mixed ^ mixed >> 29) * 0x94d049bb133111ebull;
  return 1ull << 47 | mixed >> 18;
}
// What the library orders is told also where it calls us.
static void tell(unsigned kind, uint64_t channel, unsigned extra, uint64_t site) {
  struct ft_thread *t = ft_self();
  if (!t) return;
  uint8_t inside = t->inside;
  t->inside = 0;
  ft_sync(kind, channel, extra, site);
  t->inside = inside;
}
void ft_openmp_send(enum ft_occasion what, uint64_t of, uint64_t number, uint64_t site) {
  tell(RAW_SEND, ft_openmp_channel(what, of, number), 0, site);
}
// A fence that orders nothing stands there then, at the same time.
void ft_openmp_unsend(enum ft_occasion what, uint64_t of, uint64_t end) {
  struct ft_thread *t = ft_me;
  char *record = t->base + end - RAW_RECORD_BYTES;
  if (!t->recording || record < t->buffer + RAW_HEADER_BYTES) return;
  uint64_t before = *(uint64_t *)record, kind = 0xffull << 48;
  if ((before & (kind | FT_ADDRESS)) != ft_what(RAW_SEND, 0, ft_openmp_channel(what, of, 0))) return;
  ft_exchange((uint64_t *)record, before, (before & ~(kind | FT_ADDRESS)) | ft_what(RAW_FENCE, 0, 0));
}
void ft_openmp_receive(enum ft_occasion what, uint64_t of, uint64_t number, uint64_t site) {
  tell(RAW_RECEIVE, ft_openmp_channel(what, of, number), 0, site);
}
void ft_openmp_receive_once(enum ft_occasion what, uint64_t of, uint64_t site) {
  tell(RAW_RECEIVE, ft_openmp_channel(what, of, 0), RAW_ONCE, site);
}

// That of the compiler, which compiles the runtime, too.
#ifdef __clang__
#define LIBRARY "libomp"
#define FILE_NAME LIBRARY ".so.5"
#else
#define LIBRARY "libgomp"
#define FILE_NAME LIBRARY ".so.1"
#endif
// A linker that leaves out libraries that nobody needs may have left it out: all that the program wants of it is here.
void *ft_openmp_find(const char *name) {
  void *found = ft_find(name), *library = found ? NULL : FT_REAL(dlopen)(FILE_NAME, RTLD_NOW | RTLD_GLOBAL);
  if (library) found = dlsym(library, name);
  if (found) return found;
  ft_say("foretrace: " LIBRARY " has no ");
  ft_say(name);
  ft_say(": the program needs a newer one\n");
  abort();
}
