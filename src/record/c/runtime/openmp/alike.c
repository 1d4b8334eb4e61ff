// Whether the threads of a region are still alike, so that it makes no difference which of them does a part of the work. A thread that has synchronised,
// allocated or asked who it is may have memory that it alone knows of. Its log tells what it did.
#include "openmp.h"
#include <stdbool.h>

static int is_channel(uint64_t address) { return address >> 47 != 0; }

int ft_synchronised_since(const struct ft_thread *t, uint64_t begin) {
  // What is written out is not looked at.
  if (t->base + begin < t->buffer + RAW_HEADER_BYTES) return 1;
  for (uint64_t pos = begin; pos < t->pos; pos += RAW_RECORD_BYTES) {
    uint64_t what = *(const uint64_t *)(t->base + pos);
    switch ((enum raw_kind)(what >> 48 & 255)) {
      case RAW_NONE:
      case RAW_STAMP:
      case RAW_READ:
      case RAW_WRITE:
      case RAW_READ_RANGE:
      case RAW_WRITE_RANGE:
      case RAW_LENGTH:
      case RAW_CALL:
      case RAW_PLACE:
      case RAW_VISIT:
        break;
      case RAW_SEND:
      case RAW_RECEIVE:
        if (is_channel(what & FT_ADDRESS)) break;
        return 1;
      default:
        return 1;
    }
  }
  return 0;
}

// Who asks for itself may look up what is its own by that.
FT_EXPORT pthread_t pthread_self(void) {
  ft_openmp.differs |= !ft_me->inside;
  return FT_REAL(pthread_self)();
}
FT_EXPORT void *pthread_getspecific(pthread_key_t key) {
  ft_openmp.differs |= !ft_me->inside;
  return FT_REAL(pthread_getspecific)(key);
}
// One of them does what stands there, and it may be any.
bool GOMP_single_start(void);
FT_EXPORT bool GOMP_single_start(void) {
  ft_noise(ft_me);
  bool is_mine = FT_OPENMP(GOMP_single_start, ());
  ft_openmp.differs |= is_mine;
  return is_mine;
}
