// Three producers hand messages to three consumers through a bounded queue with a mutex and two conditions: each message is filled by one
// thread, summed and freed by another.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { PRODUCERS = 3, CONSUMERS = 3, ROOM = 32, WORDS = 24 };

struct message {
  unsigned words[WORDS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static struct message *queue[ROOM];
static int head, used, producing = PRODUCERS, messages;
static unsigned long total;

static void push(struct message *message) {
  pthread_mutex_lock(&lock);
  while (used == ROOM) pthread_cond_wait(&emptied, &lock);
  queue[(head + used++) % ROOM] = message;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}

/** Null when all producers are done and the queue is empty. */
static struct message *pop(void) {
  struct message *message = NULL;
  pthread_mutex_lock(&lock);
  while (!used && producing) pthread_cond_wait(&filled, &lock);
  if (used) {
    message = queue[head];
    head = (head + 1) % ROOM;
    used--;
    pthread_cond_signal(&emptied);
  }
  pthread_mutex_unlock(&lock);
  return message;
}

static void *produce(void *value) {
  unsigned random = (unsigned)(long)value + 1;
  for (int i = 0; i < messages; i++) {
    struct message *message = malloc(sizeof *message);
    for (int w = 0; w < WORDS; w++) message->words[w] = random = random * 1664525 + 1013904223;
    push(message);
  }
  pthread_mutex_lock(&lock);
  if (!--producing) pthread_cond_broadcast(&filled);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *consume(void *unused) {
  unsigned long sum = 0;
  for (struct message *message; (message = pop());) {
    for (int w = 0; w < WORDS; w++) sum += message->words[w] >> 16;
    free(message);
  }
  pthread_mutex_lock(&lock);
  total += sum;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int count, char **arguments) {
  messages = (count > 1 ? atoi(arguments[1]) : 30000) / PRODUCERS;
  pthread_t threads[PRODUCERS + CONSUMERS];
  for (long i = 0; i < PRODUCERS + CONSUMERS; i++)
    pthread_create(&threads[i], NULL, i < PRODUCERS ? produce : consume, (void *)i);
  for (int i = 0; i < PRODUCERS + CONSUMERS; i++) pthread_join(threads[i], NULL);
  printf("%lu\n", total);
  return 0;
}
