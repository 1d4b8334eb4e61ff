// A small cache server as memcached is one: threads that each wait for their own connections, a table with striped locks, an order of use under one
// more, counters. `server PORT THREADS` serves until it is told to end (SIGTERM); `set KEY LENGTH\r\nBYTES` and `get KEY\r\n` are all it knows.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUCKETS = 1 << 14, STRIPES = 64, KEY = 32, MOST = 1024 };

struct item {
  struct item *next, *newer, *older;
  unsigned hash, length, users;
  char key[KEY], value[];
};

static struct item *buckets[BUCKETS];
static pthread_mutex_t stripes[STRIPES], use = PTHREAD_MUTEX_INITIALIZER;
static struct item *newest, *oldest;
static unsigned items;
static atomic_long gets, hits, sets;

static unsigned hash_of(const char *key) {
  unsigned hash = 2166136261u;
  while (*key) hash = (hash ^ (unsigned char)*key++) * 16777619u;
  return hash;
}
static pthread_mutex_t *stripe(unsigned hash) { return &stripes[hash % STRIPES]; }

// Under `use`.
static void unlink_use(struct item *it) {
  if (it->newer) it->newer->older = it->older;
  else newest = it->older;
  if (it->older) it->older->newer = it->newer;
  else oldest = it->newer;
  it->newer = it->older = NULL;
}
static void link_use(struct item *it) {
  it->older = newest;
  if (newest) newest->newer = it;
  else oldest = it;
  newest = it;
}

// Under the lock of its stripe.
static struct item *take_out(unsigned hash, const char *key) {
  for (struct item **at = &buckets[hash % BUCKETS]; *at; at = &(*at)->next)
    if ((*at)->hash == hash && !strcmp((*at)->key, key)) {
      struct item *it = *at;
      *at = it->next;
      pthread_mutex_lock(&use);
      unlink_use(it);
      items--;
      pthread_mutex_unlock(&use);
      return it;
    }
  return NULL;
}

static void set(const char *key, const char *value, unsigned length) {
  unsigned hash = hash_of(key);
  struct item *it = calloc(1, sizeof *it + length);
  it->hash = hash;
  it->length = length;
  strncpy(it->key, key, KEY - 1);
  memcpy(it->value, value, length);
  pthread_mutex_lock(stripe(hash));
  free(take_out(hash, key));
  it->next = buckets[hash % BUCKETS];
  buckets[hash % BUCKETS] = it;
  pthread_mutex_lock(&use);
  link_use(it);
  items++;
  pthread_mutex_unlock(&use);
  pthread_mutex_unlock(stripe(hash));
  atomic_fetch_add(&sets, 1);
}

static unsigned get(const char *key, char *value) {
  unsigned hash = hash_of(key), length = 0;
  pthread_mutex_lock(stripe(hash));
  for (struct item *it = buckets[hash % BUCKETS]; it; it = it->next)
    if (it->hash == hash && !strcmp(it->key, key)) {
      length = it->length;
      memcpy(value, it->value, length);
      pthread_mutex_lock(&use);
      unlink_use(it);
      link_use(it);
      pthread_mutex_unlock(&use);
      break;
    }
  pthread_mutex_unlock(stripe(hash));
  atomic_fetch_add(&gets, 1);
  if (length) atomic_fetch_add(&hits, 1);
  return length;
}

struct connection {
  int fd;
  unsigned used;
  char in[2 * MOST];
};

// Answers what is there; 0 if the connection is to be closed.
static int serve(struct connection *c) {
  long n = read(c->fd, c->in + c->used, sizeof c->in - 1 - c->used);
  if (n <= 0) return 0;
  c->used += n;
  for (;;) {
    c->in[c->used] = 0;
    char *end = strstr(c->in, "\r\n"), key[KEY], out[MOST + 64];
    unsigned length = 0, taken;
    int bytes;
    if (!end) return c->used < sizeof c->in - 1;
    taken = end + 2 - c->in;
    if (sscanf(c->in, "set %31s %u", key, &length) == 2 && length <= MOST) {
      if (c->used < taken + length) return 1;
      set(key, c->in + taken, length);
      taken += length;
      bytes = snprintf(out, sizeof out, "stored\r\n");
    } else if (sscanf(c->in, "get %31s", key) == 1) {
      char value[MOST];
      length = get(key, value);
      bytes = snprintf(out, sizeof out, "value %u\r\n", length);
      memcpy(out + bytes, value, length);
      bytes += length;
    } else return 0;
    if (write(c->fd, out, bytes) != bytes) return 0;
    memmove(c->in, c->in + taken, c->used - taken);
    c->used -= taken;
  }
}

static void *work(void *argument) {
  int poll = *(int *)argument;
  for (;;) {
    struct epoll_event events[16];
    int n = epoll_wait(poll, events, 16, -1);
    for (int i = 0; i < n; i++) {
      struct connection *c = events[i].data.ptr;
      if (serve(c)) continue;
      close(c->fd);
      free(c);
    }
  }
  return NULL;
}

static void ended(int signal) {
  (void)signal;
  exit(0);
}

int main(int argc, char **argv) {
  int port = argc > 1 ? atoi(argv[1]) : 11311, count = argc > 2 ? atoi(argv[2]) : 4, yes = 1;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGTERM, ended);
  for (int i = 0; i < STRIPES; i++) pthread_mutex_init(&stripes[i], NULL);
  int *polls = calloc(count, sizeof *polls), server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(server, (struct sockaddr *)&address, sizeof address) || listen(server, 64)) return perror("server"), 1;
  for (int i = 0; i < count; i++) {
    pthread_t thread;
    polls[i] = epoll_create1(0);
    pthread_create(&thread, NULL, work, &polls[i]);
  }
  for (int next = 0;; next++) {
    struct connection *c = calloc(1, sizeof *c);
    c->fd = accept(server, NULL, NULL);
    if (c->fd < 0) return 1;
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(polls[next % count], EPOLL_CTL_ADD, c->fd, &event);
  }
}
