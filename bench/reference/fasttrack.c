/* FastTrack over integer columns, the plain way: the limit that bench/ measures us against.
 * Usage: fasttrack COLUMNS REPEATS. COLUMNS (little endian): u32 events, threads, locks, variables, then
 * ops (u8 each, padded to 4), threads (u32 each), targets (u32 each). Operations: 0 read 1 write 2 acquire 3 release
 * 4 fork 5 join, locks not re-entrant. Prints one line: races and the best nanoseconds per event. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint32_t u32;
typedef struct { u32 time, thread, position; } access;
typedef struct { access write, read; u32 *times, *positions; } shadow; /* times: read-shared vector, or NULL */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void join(u32 *restrict into, const u32 *restrict from, u32 n) {
  for (u32 i = 0; i < n; i++) into[i] = into[i] > from[i] ? into[i] : from[i];
}

static u32 run(const uint8_t *ops, const u32 *threads, const u32 *targets, u32 events, u32 T, u32 L, u32 V, u32 *last) {
  u32 *clock = calloc((size_t)T * T, 4), *lock = calloc((size_t)L * T, 4), races = 0;
  shadow *state = calloc(V, sizeof *state);
  for (u32 t = 0; t < T; t++) clock[t * T + t] = 1;
  for (u32 i = 0; i < events; i++) {
    u32 t = threads[i], x = targets[i], *c = clock + (size_t)t * T;
    shadow *s = state + x;
    switch (ops[i]) {
      case 0:
        if (s->times ? s->times[t] == c[t] : s->read.time == c[t] && s->read.thread == t) break;
        if (s->write.time > c[s->write.thread]) { races++; *last = s->write.position; }
        if (s->times) {
          s->times[t] = c[t];
          s->positions[t] = i;
        } else if (s->read.time <= c[s->read.thread]) {
          s->read = (access){c[t], t, i};
        } else {
          s->times = calloc(T, 4);
          s->positions = calloc(T, 4);
          s->times[s->read.thread] = s->read.time;
          s->positions[s->read.thread] = s->read.position;
          s->times[t] = c[t];
          s->positions[t] = i;
        }
        break;
      case 1:
        if (s->write.time == c[t] && s->write.thread == t) break;
        if (s->write.time > c[s->write.thread]) { races++; *last = s->write.position; }
        if (s->times) {
          for (u32 u = 0; u < T; u++) if (s->times[u] > c[u]) { races++; *last = s->positions[u]; }
          free(s->times);
          free(s->positions);
          s->times = s->positions = NULL;
          s->read = (access){0, 0, 0};
        } else if (s->read.time > c[s->read.thread]) { races++; *last = s->read.position; }
        s->write = (access){c[t], t, i};
        break;
      case 2: join(c, lock + (size_t)x * T, T); break;
      case 3: memcpy(lock + (size_t)x * T, c, (size_t)T * 4); c[t]++; break;
      case 4: join(clock + (size_t)x * T, c, T); c[t]++; break;
      case 5: join(c, clock + (size_t)x * T, T); break;
    }
  }
  for (u32 v = 0; v < V; v++) { free(state[v].times); free(state[v].positions); }
  free(clock);
  free(lock);
  free(state);
  return races;
}

int main(int argc, char **argv) {
  FILE *f = argc == 3 ? fopen(argv[1], "rb") : NULL;
  u32 head[4], races = 0, last = 0;
  if (!f || fread(head, 4, 4, f) != 4) return fprintf(stderr, "usage: fasttrack COLUMNS REPEATS\n"), 2;
  u32 n = head[0], padded = (n + 3) & ~3u;
  uint8_t *ops = malloc(padded);
  u32 *threads = malloc((size_t)n * 4), *targets = malloc((size_t)n * 4);
  if (fread(ops, 1, padded, f) != padded || fread(threads, 4, n, f) != n || fread(targets, 4, n, f) != n)
    return fprintf(stderr, "fasttrack: the file is too short\n"), 2;
  double best = 1e300;
  for (int k = atoi(argv[2]); k > 0; k--) {
    double begin = now();
    races = run(ops, threads, targets, n, head[1], head[2], head[3], &last);
    double took = now() - begin;
    if (took < best) best = took;
  }
  printf("{\"races\":%u,\"last\":%u,\"nsPerEvent\":%.3f}\n", races, last, best / n);
  return 0;
}
