// The dynamic linker frees what it knows of a library while another thread is being told of all libraries, under a lock of its own.
#include "suite.h"
#include <dlfcn.h>
#include <link.h>
static atomic_int over;

static int look(struct dl_phdr_info *library, size_t size, void *unused) {
  (void)size, (void)unused;
  return !strcmp(library->dlpi_name, "no such library");
}

static void *looks(void *unused) {
  while (!atomic_load_explicit(&over, memory_order_relaxed)) dl_iterate_phdr(look, NULL);
  return unused;
}

static void *loads(void *unused) {
  for (int i = 0; i < 50; i++) {
    void *library = dlopen("libresolv.so.2", RTLD_NOW);
    usleep(500);
    if (library) dlclose(library);
  }
  atomic_store_explicit(&over, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  both(looks, loads);
  return 0;
}
