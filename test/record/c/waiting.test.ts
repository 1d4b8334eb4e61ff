// What the C runtime tells of threads that wait.

import { describe, expect, test } from 'vitest';
import { STUCK, TRIES, Wanted } from '../../../src/raw/format.ts';
import { count, recorded, TWO_THREADS, useRuntime } from './recorded.ts';

useRuntime();

describe('what a thread waits for', () => {
  // The thread waits for what `body` says; main has taken it, and ends when the thread is asleep in it.
  const waiting = (declared: string, taken: string, body: string): string => `#include <fcntl.h>
    #include <semaphore.h>
    #include <stdio.h>
    #include <sys/syscall.h>
    ${declared}
    static volatile int thread;
    static pthread_t first;
    static void *work(void *p) { (void)first; thread = syscall(SYS_gettid); ${body} return p; }
    __attribute__((no_sanitize("thread"))) static int is_asleep(void) {
      char path[64], text[256] = ")", *state = text;
      snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
      int file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
      syscall(SYS_read, file, text, sizeof text);
      syscall(SYS_close, file);
      while (*state != ')') state++;
      return thread && state[2] == 'S';
    }
    int main(void) {
      pthread_t t;
      first = pthread_self();
      ${taken}
      pthread_create(&t, 0, work, 0);
      for (int asleep = 0; asleep < 50; usleep(1000)) asleep += is_asleep();
      _exit(0);
    }`;

  test.each([
    [
      'a mutex',
      'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;',
      'pthread_mutex_lock(&m);',
      'pthread_mutex_lock(&m);',
      Wanted.lock,
    ],
    [
      'a lock, to read',
      'static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;',
      'pthread_rwlock_wrlock(&l);',
      'pthread_rwlock_rdlock(&l);',
      Wanted.share,
    ],
    [
      'a lock, to write',
      'static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;',
      'pthread_rwlock_rdlock(&l);',
      'pthread_rwlock_wrlock(&l);',
      Wanted.lock,
    ],
    [
      'a spin lock',
      'static pthread_spinlock_t s;',
      'pthread_spin_init(&s, 0); pthread_spin_lock(&s);',
      'pthread_spin_lock(&s);',
      Wanted.lock,
    ],
    ['a stream', '', 'flockfile(stderr);', 'flockfile(stderr);', Wanted.lock],
    ['the end of a thread', '', '', 'pthread_join(first, 0);', Wanted.end],
  ])('is the last that is known of it: %s', (_, declared, taken, body, wanted) => {
    const { threads, status } = recorded(waiting(declared, taken, body));
    expect(status).toBe(0);
    expect(threads[1]!.at(-1)).toMatchObject({ kind: 'request', extra: wanted });
  });

  test.each([
    ['a semaphore', 'static sem_t s;', 'sem_init(&s, 0, 0);', 'sem_wait(&s);'],
    [
      'a condition',
      'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c = PTHREAD_COND_INITIALIZER;',
      '',
      'pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);',
    ],
    [
      'a mutex, for a while',
      'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;',
      'pthread_mutex_lock(&m);',
      'struct timespec until = {1ll << 40, 0}; pthread_mutex_timedlock(&m, &until);',
    ],
  ])('is not told if others could have ended it: %s', (_, declared, taken, body) => {
    const { threads, status } = recorded(waiting(declared, taken, body));
    expect(status).toBe(0);
    expect(count(threads[1]!, 'request')).toBe(0);
  });

  test('is no more when it has it', () => {
    const { threads } = recorded(`static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static void *work(void *p) {
        for (int i = 0; i < 200; i++) pthread_mutex_lock(&m), usleep(10), pthread_mutex_unlock(&m);
        return p;
      }${TWO_THREADS}`);
    expect(count(threads.flat(), 'request')).toBe(0);
  });

  test('is said to be in vain of all, when nobody is left', () => {
    const { threads, signal } = recorded(`static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static void *work(void *p) { pthread_mutex_lock(&m); return p; }${TWO_THREADS}`);
    expect(signal).toBe('SIGTERM');
    const requests = threads.map((log) => log.at(-1)!).filter(({ kind }) => kind === 'request');
    expect(requests.map(({ extra }) => extra)).toEqual([Wanted.end | STUCK, Wanted.lock | STUCK]);
  });

  test('an acquire that would not wait for ever says so', () => {
    const { threads } = recorded(`static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
      int main(void) {
        pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
        pthread_mutex_trylock(&m), pthread_mutex_unlock(&m);
        pthread_rwlock_tryrdlock(&l), pthread_rwlock_unlock(&l);
      }`);
    const acquires = threads[0]!.filter(({ kind }) => kind.startsWith('acquire'));
    expect(acquires.map(({ extra }) => extra)).toEqual([0, TRIES, TRIES]);
  });
});
