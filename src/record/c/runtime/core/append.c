// Appending records. The time is taken first and the room second, and a record says how much later it is than the one before it in
// the log. A signal handler may record in between; then the thread's time is already later, and the later time is taken: whatever is
// told (a lock that is still held, a stripe that is still owned) could have been told then.
#include "calls.h"

// Where a record of `bytes` goes, and what passed since the record before it: more than `most` takes a stamp. A handler that recorded
// meanwhile did so in front of this room or behind it, and told what passed since `before`: in both cases the room must not tell that
// again. It is filled with stamps that say nothing, and the next one is taken.
static inline uint64_t *room(struct ft_thread *t, uint64_t now, uint64_t bytes, uint64_t most, uint64_t *passed) {
  for (;;) {
    uint64_t before = __atomic_load_n(&t->time, __ATOMIC_RELAXED), time = now < before ? before : now;
    int stamped = time - before > most;
    uint64_t all = bytes + stamped * RAW_RECORD_BYTES, *slot = ft_reserve(t, all);
    if (!slot) return NULL;
    if (FT_LIKELY(time == before || ft_exchange(&t->time, before, time))) {
      *passed = stamped ? 0 : time - before;
      if (stamped) ft_put(slot, ft_what(RAW_STAMP, 0, time), 0);
      return slot + 2 * stamped;
    }
    for (uint64_t *end = slot + all / sizeof *slot; slot < end; slot += 2) ft_put(slot, ft_what(RAW_STAMP, 0, 0), 0);
    ft_written(t);
  }
}

// Accesses and atomics have the time above the memory order, all others in place of a size.
enum { MOST_OF_ACCESS = (1 << RAW_TIME_BITS) - 1, MOST_OF_OTHERS = 255 };
static inline int is_access(uint64_t what) { return (what >> 48 & 255) <= RAW_ATOMIC_UPDATE; }
static inline uint64_t in_extra(uint64_t passed) { return passed << (48 + RAW_TIME_SHIFT); }
static inline uint64_t in_size(uint64_t passed) { return passed << 56; }

uint64_t *ft_append(struct ft_thread *t, uint64_t now, uint64_t what, uint64_t where) {
  int access = is_access(what);
  uint64_t passed, *slot = room(t, now, RAW_RECORD_BYTES, access ? MOST_OF_ACCESS : MOST_OF_OTHERS, &passed);
  if (!slot) return NULL;
  if (access) ft_put(slot, what, where | in_extra(passed));
  else ft_put(slot, what | in_size(passed), where);
  ft_written(t);
  return slot;
}

uint64_t *ft_tell(struct ft_thread *t, struct ft_tick tick, uint64_t what, uint64_t where) {
  if (FT_UNLIKELY(ft_reduces == FT_REDUCE_LOFT)) t->since++;
  uint64_t *slot = ft_append(t, tick.time, what, ft_placed_anywhere(t, where, FT_CALLER_SP()));
  ft_told(t);
  return slot;
}
uint64_t *ft_tell_now(struct ft_thread *t, uint64_t what, uint64_t where) { return ft_tell(t, ft_tick(t), what, where); }

void ft_tell_values(struct ft_thread *t, struct ft_tick tick, uint64_t what, uint64_t where, uint64_t before, uint64_t after) {
  where = ft_placed(t, where, FT_CALLER_SP());
  if (FT_UNLIKELY(ft_reduces == FT_REDUCE_LOFT)) t->since++;
  uint64_t passed, *slot = room(t, tick.time, 2 * RAW_RECORD_BYTES, MOST_OF_ACCESS, &passed);
  if (slot) {
    slot[2] = before;
    slot[3] = after;
    ft_put(slot, what, where | in_extra(passed) | (uint64_t)RAW_VALUES << 48);
    ft_written(t);
  }
  ft_told(t);
}

void ft_forget(struct ft_thread *t) { t->epoch = t->last_epoch += 0x9e3779b97f4a7c15ull; }
void ft_end_runs(struct ft_thread *t) { t->walk += 0xbf58476d1ce4e5b9ull; }

// Of a library's own synchronisation only its threads are told.
static int is_own(const struct ft_thread *t, unsigned kind) { return t->inside && (kind < RAW_FORK || kind > RAW_END); }

int ft_sync(unsigned kind, uint64_t address, unsigned extra, uint64_t site) {
  struct ft_thread *t = ft_self();
  if (!t || t->ignore_synchronisation || is_own(t, kind)) return 1;
  if (FT_UNLIKELY(ft_steers)) {
    // Messages through descriptors and the like have their turn, too. What has no site no plan can name.
    if ((kind == RAW_SEND || kind == RAW_RECEIVE) && site) ft_steer_event(t, FT_SYNCHRONISES, address, 1, site);
    ft_steer_told(t, kind, address);
  }
  if (FT_UNLIKELY(ft_reduces)) return ft_sync_reduced(t, kind, address, ft_where(site, extra));
  ft_forget(t);
  ft_tell_now(t, ft_what(kind, 0, address), ft_where(site, extra));
  return 1;
}

// An access of many bytes. Ranges are not looked up in `seen`: the same range seldom comes twice in one epoch.
void ft_range(unsigned kind, const volatile void *address, uint64_t bytes, uint64_t site) {
  struct ft_thread *t = ft_self();
  if (!t || !t->accesses || bytes == 0) return;
  if (FT_UNLIKELY(t->stream != 0)) {
    if (FT_CALLER_SP() < t->stream) return;
    t->stream = 0;
  }
  ft_note_locals(t, (uint64_t)address);
  if (FT_UNLIKELY(ft_steers)) ft_steer_event(t, kind == RAW_READ_RANGE ? FT_READS : FT_WRITES, (uint64_t)address, bytes, site);
  uint64_t where = ft_placed(t, ft_where(site, 0), FT_CALLER_SP());
  if (bytes < 256) {
    ft_append(t, ft_now(), ft_what(kind - RAW_READ_RANGE + RAW_READ, bytes, (uint64_t)address), where);
    return;
  }
  uint64_t passed, *slot = room(t, ft_now(), 2 * RAW_RECORD_BYTES, MOST_OF_ACCESS, &passed);
  if (!slot) return;
  ft_put(slot + 2, ft_what(RAW_LENGTH, 0, bytes), 0);
  ft_put(slot, ft_what(kind, 0, (uint64_t)address), where | in_extra(passed));
  ft_written(t);
}

void ft_allocated(const void *address, uint64_t bytes, unsigned slack, unsigned of, uint64_t site) {
  struct ft_thread *t = ft_me;
  if (!t->recording || !address) return;
  // What is remembered of this memory is about what was there before.
  ft_forget(t);
  if (FT_UNLIKELY(ft_reduces)) ft_locks_gone((uint64_t)address, bytes + slack);
  uint64_t where = ft_placed_anywhere(t, ft_where(site, of), FT_CALLER_SP());
  uint64_t passed, *slot = room(t, ft_tick(t).time, 2 * RAW_RECORD_BYTES, MOST_OF_OTHERS, &passed);
  if (slot) {
    ft_put(slot + 2, ft_what(RAW_LENGTH, 0, bytes + slack), ft_where(0, slack));
    ft_put(slot, ft_what(RAW_ALLOCATE, 0, (uint64_t)address) | in_size(passed), where);
    ft_written(t);
  }
  ft_told(t);
}
