// A compressor with workers: a ring of jobs under a mutex and a condition, each job a block that a worker copies into a buffer of its own,
// searches for matches by a table of its own, and packs into the output of the job, which main appends in order. Nearly all accesses are
// to memory that one thread has for itself.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 3, JOBS = 8, BLOCK = 1 << 16, HASH_BITS = 12, SHORTEST = 4, LONGEST = 259 };

typedef unsigned char byte;
enum state { FREE, READY, TAKEN, DONE };

struct job {
  enum state state;
  const byte *source;
  size_t size, packed;
  byte output[BLOCK + BLOCK / 64 + 16];
};

/** What a worker has for itself. */
struct searcher {
  byte window[BLOCK];
  int table[1 << HASH_BITS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct job jobs[JOBS];
static unsigned next_job, over;

static unsigned hashed(const byte *at) {
  return ((at[0] | at[1] << 8 | at[2] << 16 | (unsigned)at[3] << 24) * 2654435761u) >> (32 - HASH_BITS);
}

/** A count in bytes of 255 and a rest, as LZ4 writes it. */
static byte *counted(byte *out, size_t n) {
  for (; n >= 255; n -= 255) *out++ = 255;
  *out++ = (byte)n;
  return out;
}

static byte *literals(byte *out, const byte *from, size_t n) {
  out = counted(out, n);
  memcpy(out, from, n);
  return out + n;
}

static size_t matching(const byte *a, const byte *b, size_t most) {
  size_t n = 0;
  while (n < most && a[n] == b[n]) n++;
  return n;
}

static size_t pack(struct searcher *s, size_t size, byte *output) {
  byte *out = output;
  size_t begin = 0;
  memset(s->table, -1, sizeof s->table);
  for (size_t at = 0; at + SHORTEST <= size;) {
    int *slot = &s->table[hashed(s->window + at)], candidate = *slot;
    *slot = (int)at;
    size_t most = size - at < LONGEST ? size - at : LONGEST;
    size_t length = candidate < 0 ? 0 : matching(s->window + candidate, s->window + at, most);
    if (length < SHORTEST) {
      at++;
      continue;
    }
    size_t distance = at - candidate;
    out = literals(out, s->window + begin, at - begin);
    *out++ = (byte)distance;
    *out++ = (byte)(distance >> 8);
    *out++ = (byte)(length - SHORTEST);
    begin = at += length;
  }
  return literals(out, s->window + begin, size - begin) - output;
}

static void *work(void *unused) {
  struct searcher *searcher = malloc(sizeof *searcher);
  pthread_mutex_lock(&lock);
  for (;;) {
    struct job *job = &jobs[next_job % JOBS];
    if (job->state != READY) {
      if (over) break;
      pthread_cond_wait(&changed, &lock);
      continue;
    }
    job->state = TAKEN;
    next_job++;
    pthread_mutex_unlock(&lock);
    memcpy(searcher->window, job->source, job->size);
    size_t packed = pack(searcher, job->size, job->output);
    pthread_mutex_lock(&lock);
    job->packed = packed;
    job->state = DONE;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&lock);
  free(searcher);
  return unused;
}

/** Text of words that come again, so that there are matches of all lengths. */
static byte *text(size_t size) {
  static const char *words[] = {"thread ", "lock ", "the ", "of ", "variable ", "happens ", "before ", "race\n"};
  byte *all = malloc(size);
  unsigned random = 1;
  for (size_t at = 0; at < size;) {
    random = random * 1664525 + 1013904223;
    byte twist = random >> 24 & 15 ? 0 : random >> 20 & 15;
    for (const char *word = words[random >> 29]; *word && at < size; word++) all[at++] = (byte)*word ^ twist;
  }
  return all;
}

static void hand_out(struct job *job, const byte *source, size_t size) {
  pthread_mutex_lock(&lock);
  job->source = source;
  job->size = size;
  job->state = READY;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

/** Appends what the job packed, and frees it. */
static size_t collect(struct job *job, byte *output) {
  pthread_mutex_lock(&lock);
  while (job->state != DONE) pthread_cond_wait(&changed, &lock);
  job->state = FREE;
  pthread_mutex_unlock(&lock);
  memcpy(output, job->output, job->packed);
  return job->packed;
}

int main(int count, char **arguments) {
  size_t size = (size_t)(count > 1 ? atoi(arguments[1]) : 1000) * 1000, packed = 0, blocks = (size + BLOCK - 1) / BLOCK;
  byte *source = text(size), *output = malloc(blocks * sizeof jobs[0].output);
  pthread_t threads[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (size_t b = 0; b < blocks + JOBS; b++) {
    if (b >= JOBS && b - JOBS < blocks) packed += collect(&jobs[b % JOBS], output + packed);
    if (b < blocks) hand_out(&jobs[b % JOBS], source + b * BLOCK, b + 1 < blocks ? BLOCK : size - b * BLOCK);
  }
  pthread_mutex_lock(&lock);
  over = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
  unsigned sum = 0;
  for (size_t i = 0; i < packed; i++) sum = sum * 31 + output[i];
  printf("%zu %zu %u\n", size, packed, sum);
  free(source);
  free(output);
  return 0;
}
