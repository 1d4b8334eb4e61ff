/* STD text to integer columns, the plain way: the limit that bench/ measures our reader against.
 * Usage: parse-std FILE REPEATS. One pass over the bytes, names interned in open-addressing tables.
 * Prints one line: events and the best nanoseconds per event (the file is in memory already). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint32_t u32;
typedef struct { const char **names; u32 *lengths, *hashes, *slots, size, mask; } table;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void make(table *t, u32 slots) {
  t->slots = calloc(slots, 4);
  t->names = malloc(slots / 2 * sizeof *t->names);
  t->lengths = malloc(slots / 2 * 4);
  t->hashes = malloc(slots / 2 * 4);
  t->size = 0;
  t->mask = slots - 1;
}

static void drop(table *t) {
  free(t->slots);
  free(t->names);
  free(t->lengths);
  free(t->hashes);
}

static void grow(table *t) {
  u32 slots = (t->mask + 1) * 2;
  free(t->slots);
  t->slots = calloc(slots, 4);
  t->mask = slots - 1;
  t->names = realloc(t->names, slots / 2 * sizeof *t->names);
  t->lengths = realloc(t->lengths, slots / 2 * 4);
  t->hashes = realloc(t->hashes, slots / 2 * 4);
  for (u32 id = 0; id < t->size; id++) {
    u32 s = t->hashes[id] & t->mask;
    while (t->slots[s]) s = (s + 1) & t->mask;
    t->slots[s] = id + 1;
  }
}

static u32 intern(table *t, const char *name, u32 length, u32 hash) {
  hash ^= hash >> 15;
  u32 s = hash & t->mask;
  for (; t->slots[s]; s = (s + 1) & t->mask) {
    u32 id = t->slots[s] - 1;
    if (t->hashes[id] == hash && t->lengths[id] == length && !memcmp(t->names[id], name, length)) return id;
  }
  u32 id = t->size++;
  t->names[id] = name;
  t->lengths[id] = length;
  t->hashes[id] = hash;
  t->slots[s] = id + 1;
  if (t->size * 2 > t->mask) grow(t);
  return id;
}

static const char *scan(const char *p, char until, u32 *hash) {
  u32 h = 0x811c9dc5;
  for (; *p != until; p++) h = (h ^ (unsigned char)*p) * 0x01000193;
  *hash = h;
  return p;
}

static u32 parse(const char *p, const char *end, uint8_t *ops, u32 *threads, u32 *targets, u32 *locations) {
  table thread, lock, variable, location;
  make(&thread, 64);
  make(&lock, 64);
  make(&variable, 64);
  make(&location, 64);
  u32 n = 0, h;
  while (p < end) {
    const char *from = p;
    p = scan(p, '|', &h);
    threads[n] = intern(&thread, from, p - from, h);
    p++;
    table *kind;
    switch (*p) {
      case 'r': ops[n] = p[1] == '(' ? 0 : 3; kind = ops[n] ? &lock : &variable; break;
      case 'w': ops[n] = 1; kind = &variable; break;
      case 'a': ops[n] = 2; kind = &lock; break;
      case 'f': ops[n] = 4; kind = &thread; break;
      default: ops[n] = 5; kind = &thread; break;
    }
    while (*p != '(') p++;
    from = ++p;
    p = scan(p, '|', &h);
    targets[n] = intern(kind, from, p - from - 1, h);
    from = ++p;
    p = scan(p, '\n', &h);
    locations[n] = intern(&location, from, p - from, h);
    p++;
    n++;
  }
  drop(&thread);
  drop(&lock);
  drop(&variable);
  drop(&location);
  return n;
}

int main(int argc, char **argv) {
  FILE *f = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (!f) return fprintf(stderr, "usage: parse-std FILE REPEATS\n"), 2;
  fseek(f, 0, SEEK_END);
  size_t size = ftell(f);
  rewind(f);
  char *text = malloc(size + 1);
  if (fread(text, 1, size, f) != size) return fprintf(stderr, "parse-std: cannot read the file\n"), 2;
  u32 lines = 0, n = 0;
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  uint8_t *ops = malloc(lines);
  u32 *threads = malloc(lines * 4ul), *targets = malloc(lines * 4ul), *locations = malloc(lines * 4ul);
  double best = 1e300;
  for (int k = atoi(argv[2]); k > 0; k--) {
    double begin = now();
    n = parse(text, text + size, ops, threads, targets, locations);
    double took = now() - begin;
    if (took < best) best = took;
  }
  printf("{\"events\":%u,\"nsPerEvent\":%.3f}\n", n, best / n);
  return 0;
}
