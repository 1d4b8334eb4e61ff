// Recording less: synchronisation that orders nothing is left out while the program runs (FORETRACE_REDUCE, docs/reduce.md).
//
// A thread that takes a lock which nobody else has had since it gave it up itself goes on with its critical section: neither that release nor this
// acquire orders anything that the first acquire and the last release of such a row do not. The acquire is not recorded. The release is in the log
// by then, because nobody knew; a stamp of its time takes its place, and goes when the buffer is written to the file (ft_squeeze).
// A release that has been written stays, and so does the acquire after it.
//
// Happens-before is kept, and nothing else of the locks. With `runs` a thread may do anything in between, with `loft` no other synchronisation.
#include "calls.h"
#include <stdlib.h>

int ft_reduces;

// Who had a lock last: its address, and the number of the thread above it. Locks share a place: then the last of them counts, and the others
// are nobody's. Written by whoever has just got the lock; a lock whose memory is given away or back is nobody's, too. Neighbours in memory are
// neighbours here, so that those of a block are soon found.
enum { OWNERS = 1 << 12, NUMBER_SHIFT = 48, NOBODY = 0xffff };
static uint64_t owners[OWNERS];
static inline uint64_t *owner_of(uint64_t lock) { return &owners[lock >> 4 & (OWNERS - 1)]; }
static inline uint64_t owned(uint64_t lock, uint64_t number) { return lock | (number < NOBODY ? number : NOBODY) << NUMBER_SHIFT; }

void ft_reduce_init(void) {
  const char *asked = getenv("FORETRACE_REDUCE");
  ft_reduces = !asked ? 0 : ft_same_text(asked, "loft") ? FT_REDUCE_LOFT : ft_same_text(asked, "runs") ? FT_REDUCE_RUNS : 0;
}
const char *ft_reduction(void) { return ft_reduces == FT_REDUCE_LOFT ? "reduced loft\n" : "reduced runs\n"; }
void ft_reduce_forked(void) { ft_zero(owners, sizeof owners); }

void ft_locks_gone(uint64_t from, uint64_t bytes) {
  if (!bytes) return;
  uint64_t first = from >> 4, last = (from + bytes - 1) >> 4;
  if (last - first >= OWNERS) last = first + OWNERS - 1;
  for (uint64_t i = first; i <= last; i++) {
    uint64_t *owner = &owners[i & (OWNERS - 1)], lock = __atomic_load_n(owner, __ATOMIC_RELAXED) & FT_ADDRESS;
    // Whoever has just put another lock there loses nothing but a row.
    if (lock - from < bytes) __atomic_store_n(owner, 0, __ATOMIC_RELAXED);
  }
}

static inline struct ft_section *section_of(struct ft_thread *t, uint64_t lock) {
  return &t->sections[(lock >> 4 ^ lock >> 10) % FT_SECTIONS];
}

// The lock is had. Whether the section before it goes on: then its release is gone from the log.
static int goes_on(struct ft_thread *t, struct ft_section *s, uint64_t lock) {
  uint64_t own = owned(lock, t->number), before = __atomic_exchange_n(owner_of(lock), own, __ATOMIC_RELAXED);
  int known = s->lock == lock;
  if (known && s->depth) {
    s->depth++;
    return 0;
  }
  int mine = known && s->slot && s->since == t->since && before == own && own >> NUMBER_SHIFT != NOBODY;
  // One instruction: a handler that comes in between may empty the buffer.
  int gone = mine && ft_exchange(s->slot, s->what, ft_what(RAW_STAMP, 0, s->time));
  s->lock = lock;
  s->slot = NULL;
  s->depth = 1;
  return gone;
}

// A release is the last record of the log: who interrupts it and records leaves it to itself, since its time is not known then.
static void remember(struct ft_thread *t, struct ft_section *s, uint64_t *slot, uint64_t before) {
  s->slot = NULL;
  if (!slot || (uint64_t)((char *)slot - t->base) + RAW_RECORD_BYTES != __atomic_load_n(&t->pos, __ATOMIC_RELAXED)) return;
  s->what = *slot;
  s->time = t->time;
  s->since = t->since;
  s->before = before;
  s->after = t->epoch;
  s->slot = slot;
}

int ft_sync_reduced(struct ft_thread *t, unsigned kind, uint64_t lock, uint64_t where) {
  lock &= FT_ADDRESS;
  struct ft_section *s = section_of(t, lock);
  if (kind == RAW_ACQUIRE && goes_on(t, s, lock)) {
    // As if it had never been given up: what was seen before is seen.
    if (t->epoch == s->after) t->epoch = s->before;
    int noted = s->noted == t->epoch;
    if (t->accesses) s->noted = t->epoch;
    return !noted;
  }
  uint64_t before = t->epoch;
  ft_forget(t);
  uint64_t *slot = ft_tell_now(t, ft_what(kind, 0, lock), where);
  if (kind == RAW_ACQUIRE) s->noted = t->accesses ? t->epoch : 0;
  else if (kind == RAW_ACQUIRE_SHARED) __atomic_store_n(owner_of(lock), owned(lock, NOBODY), __ATOMIC_RELAXED);
  if (s->lock != lock) return 1;
  // A release that fails is recorded, too. It is none, and nothing is known of the lock then.
  if (kind == RAW_RELEASE && s->depth) {
    if (--s->depth == 0) remember(t, s, slot, before);
  } else if (kind == RAW_RELEASE || kind == RAW_WAIT) s->lock = 0;
  return 1;
}

static inline unsigned kind_of(const uint64_t *record) { return *record >> 48 & 255; }
// What belongs to a record and stands behind it.
static inline int is_long(const uint64_t *record) {
  switch (kind_of(record)) {
    case RAW_READ_RANGE:
    case RAW_WRITE_RANGE:
    case RAW_ALLOCATE:
    case RAW_BENIGN: return 1;
    case RAW_ATOMIC_LOAD:
    case RAW_ATOMIC_STORE:
    case RAW_ATOMIC_UPDATE: return record[1] >> 63;
    default: return 0;
  }
}

uint64_t ft_squeeze(uint64_t *out, const uint64_t *record, const uint64_t *end, uint64_t *time) {
  // When the last record was that came out, and the last that was looked at.
  uint64_t *first = out, told = *time, now = told;
  while (record < end && kind_of(record) != RAW_NONE) {
    if (kind_of(record) == RAW_STAMP) {
      uint64_t stamp = *record & FT_ADDRESS;
      if (stamp > now) now = stamp;
      record += 2;
      continue;
    }
    int access = kind_of(record) <= RAW_ATOMIC_UPDATE;
    uint64_t most = access ? (1 << RAW_TIME_BITS) - 1 : 255;
    uint64_t passed = access ? (record[1] & RAW_TIME) >> (48 + RAW_TIME_SHIFT) : *record >> 56;
    if (now + passed - told > most) {
      ft_put(out, ft_what(RAW_STAMP, 0, now), 0);
      out += 2;
      told = now;
    }
    now += passed;
    passed = now - told;
    told = now;
    out[0] = access ? record[0] : (record[0] & ~(255ull << 56)) | passed << 56;
    out[1] = access ? (record[1] & ~RAW_TIME) | passed << (48 + RAW_TIME_SHIFT) : record[1];
    int more = is_long(record);
    if (more) out[2] = record[2], out[3] = record[3];
    record += 2 + 2 * more;
    out += 2 + 2 * more;
  }
  if (now != told) {
    ft_put(out, ft_what(RAW_STAMP, 0, now), 0);
    out += 2;
  }
  // One that is being written when the program ends.
  while (record < end) *out++ = *record++;
  *time = now;
  return (char *)out - (char *)first;
}
