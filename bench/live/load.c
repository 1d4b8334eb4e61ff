// Load for server.c: `load PORT SECONDS CONNECTIONS RATE`. Each connection asks and waits, nine times of ten for a key, else it sets one; with a
// RATE they ask for so many in a second together. Prints as JSON how many answers came, and how long they took, in microseconds.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { KEYS = 20000, BUCKETS = 1 << 20 };
static int port, connections;
static double until, rate;
static unsigned *took; // Answers by microseconds.
static long answers, failures;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static int ask(int fd, unsigned random) {
  char out[512], in[2048];
  int key = random % KEYS, bytes;
  if (random / KEYS % 10) bytes = snprintf(out, sizeof out, "get key-%d\r\n", key);
  else {
    unsigned length = 16 + random / KEYS / 10 % 200;
    bytes = snprintf(out, sizeof out, "set key-%d %u\r\n", key, length);
    memset(out + bytes, 'x', length);
    bytes += length;
  }
  if (write(fd, out, bytes) != bytes) return 0;
  // An answer may come in pieces.
  long had = 0, wanted = 0;
  do {
    long n = read(fd, in + had, sizeof in - 1 - had);
    if (n <= 0) return 0;
    in[had += n] = 0;
    char *end = strstr(in, "\r\n");
    unsigned length = 0;
    if (end) {
      sscanf(in, "value %u", &length);
      wanted = end + 2 - in + length;
    }
  } while (!wanted || had < wanted);
  return had == wanted;
}

static void *work(void *argument) {
  unsigned random = (unsigned)(long)argument * 2654435761u + 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  while (connect(fd, (struct sockaddr *)&address, sizeof address)) {
    if (now() > until) return __atomic_fetch_add(&failures, 1, 5), NULL;
    usleep(20000);
  }
  double due = now();
  while (now() < until) {
    random = random * 1664525u + 1013904223u;
    double from = now();
    if (!ask(fd, random >> 4)) return __atomic_fetch_add(&failures, 1, 5), NULL;
    double us = (now() - from) * 1e6;
    __atomic_fetch_add(&took[us < BUCKETS ? (int)us : BUCKETS - 1], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&answers, 1, __ATOMIC_RELAXED);
    if (!rate) continue;
    due += connections / rate;
    double early = due - now();
    if (early > 0) usleep(early * 1e6);
  }
  close(fd);
  return NULL;
}

static int quantile(double share) {
  long left = answers * share;
  int us = 0;
  while (us < BUCKETS - 1 && (left -= took[us]) > 0) us++;
  return us;
}

int main(int argc, char **argv) {
  if (argc < 4) return fprintf(stderr, "load PORT SECONDS CONNECTIONS [RATE]\n"), 2;
  port = atoi(argv[1]);
  double seconds = atof(argv[2]);
  connections = atoi(argv[3]);
  rate = argc > 4 ? atof(argv[4]) : 0;
  until = now() + seconds;
  took = calloc(BUCKETS, sizeof *took);
  pthread_t threads[256];
  for (long i = 0; i < connections && i < 256; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < connections && i < 256; i++) pthread_join(threads[i], NULL);
  printf("{\"answers\": %ld, \"rate\": %.0f, \"failures\": %ld, \"p50\": %d, \"p99\": %d, \"p999\": %d}\n", answers, answers / seconds, failures,
         quantile(.5), quantile(.99), quantile(.999));
  return failures > 0;
}
