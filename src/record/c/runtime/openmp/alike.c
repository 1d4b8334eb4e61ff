// Whether the threads of a region are still alike, so that it makes no difference which of them does a part of the work. A thread that has synchronised,
// allocated or asked who it is may have memory that it alone knows of; so may one whose thread-local variables tell of it. Its log tells what it did.
#include "openmp.h"
#include <stdbool.h>

static int is_channel(uint64_t address) { return address >> 47 != 0; }

int ft_done_since(const struct ft_thread *t, uint64_t begin) {
  const char *first = t->buffer + RAW_HEADER_BYTES;
  // What is written out is not looked at.
  if (t->base + begin < first) return FT_TOUCHED_LOCALS | FT_SYNCHRONISED;
  int done = 0;
  for (uint64_t pos = begin; pos < t->pos; pos += RAW_RECORD_BYTES) {
    const uint64_t *record = (const uint64_t *)(t->base + pos), address = record[0] & FT_ADDRESS;
    switch ((enum raw_kind)(record[0] >> 48 & 255)) {
      case RAW_READ:
      case RAW_WRITE:
      case RAW_READ_RANGE:
      case RAW_WRITE_RANGE:
        if (address >= t->locals.from && address < t->locals.to) done |= FT_TOUCHED_LOCALS;
        break;
      case RAW_NONE:
      case RAW_STAMP:
      case RAW_LENGTH:
      case RAW_CALL:
      case RAW_PLACE:
      case RAW_VISIT:
        break;
      case RAW_SEND:
      case RAW_RECEIVE:
        if (!is_channel(address)) done |= FT_SYNCHRONISED;
        break;
      case RAW_ATOMIC_LOAD:
      case RAW_ATOMIC_STORE:
      case RAW_ATOMIC_UPDATE:
        // Its values are behind it.
        if (record[1] >> 48 & RAW_VALUES) pos += RAW_RECORD_BYTES;
        done |= FT_SYNCHRONISED;
        break;
      default:
        done |= FT_SYNCHRONISED;
    }
  }
  return done;
}

// Who asks for itself may look up what is its own by that.
FT_EXPORT pthread_t pthread_self(void) {
  ft_openmp.differs = 1;
  return FT_REAL(pthread_self)();
}
FT_EXPORT void *pthread_getspecific(pthread_key_t key) {
  ft_openmp.differs = 1;
  return FT_REAL(pthread_getspecific)(key);
}
// One of them does what stands there.
bool GOMP_single_start(void);
FT_EXPORT bool GOMP_single_start(void) {
  bool is_mine = FT_OPENMP(GOMP_single_start, ());
  ft_openmp.differs |= is_mine;
  return is_mine;
}
