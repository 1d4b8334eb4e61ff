// Appending records. The time is taken first and the room second; should a signal handler record in between, the thread's time is
// already later, and the later time is taken: whatever is stamped (a lock that is still held, a stripe that is still owned) could
// have been stamped then.
#include "runtime.h"
#include <string.h>

static inline void stamp(struct ft_thread *t, uint64_t *slot, uint64_t now) {
  if (now < t->time) now = t->time;
  else t->time = now;
  slot[0] = ft_what(RAW_STAMP, 0, now);
  slot[1] = 0;
}

void ft_append(struct ft_thread *t, uint64_t now, uint64_t what, uint64_t where) {
  uint64_t *slot = ft_reserve(t, 2 * RAW_RECORD_BYTES);
  if (!slot) return;
  stamp(t, slot, now);
  slot[2] = what;
  slot[3] = where;
  ft_written(t);
}

void ft_append_values(struct ft_thread *t, uint64_t now, uint64_t what, uint64_t where, uint64_t before, uint64_t after) {
  uint64_t *slot = ft_reserve(t, 3 * RAW_RECORD_BYTES);
  if (!slot) return;
  stamp(t, slot, now);
  slot[2] = what;
  slot[3] = where | (uint64_t)RAW_VALUES << 48;
  slot[4] = before;
  slot[5] = after;
  ft_written(t);
}

void ft_forget(struct ft_thread *t) { t->epoch += 0x9e3779b97f4a7c15ull; }

void ft_sync(unsigned kind, uint64_t address, unsigned extra, uint64_t site) {
  struct ft_thread *t = ft_self();
  if (!t || t->ignore_synchronisation) return;
  ft_forget(t);
  ft_append(t, ft_tick(), ft_what(kind, 0, address), ft_where(site, extra));
}

// An access of many bytes. Ranges are not looked up in `seen`: the same range seldom comes twice in one epoch.
void ft_range(unsigned kind, const volatile void *address, uint64_t bytes, uint64_t site) {
  struct ft_thread *t = ft_self();
  if (!t || !t->accesses || bytes == 0) return;
  int small = bytes < 256;
  uint64_t now = ft_now();
  uint64_t what = small ? ft_what(kind - RAW_READ_RANGE + RAW_READ, bytes, (uint64_t)address) : ft_what(kind, 0, (uint64_t)address);
  int stamped = now != t->time;
  uint64_t *slot = ft_reserve(t, (stamped + (small ? 1 : 2)) * RAW_RECORD_BYTES);
  if (!slot) return;
  if (stamped) {
    stamp(t, slot, now);
    slot += 2;
  }
  slot[0] = what;
  slot[1] = ft_where(site, 0);
  if (!small) {
    slot[2] = ft_what(RAW_LENGTH, 0, bytes);
    slot[3] = 0;
  }
  ft_written(t);
}

void ft_allocated(const void *address, uint64_t bytes, unsigned slack, unsigned of, uint64_t site) {
  struct ft_thread *t = ft_me;
  if (!t->recording || !address) return;
  // What is remembered of this memory is about what was there before.
  ft_forget(t);
  uint64_t now = ft_tick();
  uint64_t *slot = ft_reserve(t, 3 * RAW_RECORD_BYTES);
  if (!slot) return;
  stamp(t, slot, now);
  slot[2] = ft_what(RAW_ALLOCATE, 0, (uint64_t)address);
  slot[3] = ft_where(site, of);
  slot[4] = ft_what(RAW_LENGTH, 0, bytes + slack);
  slot[5] = ft_where(0, slack);
  ft_written(t);
}
