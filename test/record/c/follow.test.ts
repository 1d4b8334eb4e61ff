// Programs in C, followed while they run: what was given is, byte for byte, what they left, and no synchronisation came behind a frontier
// that was told before.

import { describe, expect, test } from 'vitest';
import { FolderFiles } from '../../../src/raw/follow/log-files.ts';
import { RAW_RECORD_BYTES } from '../../../src/raw/format.ts';
import { all } from '../../runs.ts';
import { followed, holds, left } from '../followed.ts';
import { built, useRuntime } from './recorded.ts';

useRuntime();

const PIECE = 1 << 16;

/** Locks, walks through memory, allocations. */
const LOCKS = `
  enum { ROUNDS = 40000 };
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static int shared[64];
  static void *work(void *p) {
    for (int i = 0; i < ROUNDS; i++) {
      pthread_mutex_lock(&m);
      for (int k = 0; k < 64; k++) shared[k] += i;
      pthread_mutex_unlock(&m);
      if (i % 8 == 0) free(malloc(100));
    }
    return p;
  }
  int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(t + i, 0, work, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  }`;

/** Atomics with values, spinning with repetitions, and signals that record, in the midst of both. */
const ATOMICS = `
  #include <signal.h>
  enum { ROUNDS = 30000 };
  static int turn, flag;
  static volatile sig_atomic_t over;
  static void handle(int number) { (void)number; __atomic_fetch_add(&flag, 1, __ATOMIC_ACQ_REL); }
  static void *spin(void *p) {
    long me = (long)p;
    for (int i = 0; i < ROUNDS; i++) {
      int tries = 0;
      while (__atomic_exchange_n(&turn, 1, __ATOMIC_ACQUIRE)) if (++tries % 50 == 0) sched_yield();
      __atomic_store_n(&turn, 0, __ATOMIC_RELEASE);
      if (i % 16 == me) __atomic_load_n(&flag, __ATOMIC_ACQUIRE);
    }
    return p;
  }
  int main(void) {
    pthread_t t[2];
    signal(SIGUSR1, handle);
    for (long i = 0; i < 2; i++) pthread_create(t + i, 0, spin, (void *)i);
    for (int i = 0; i < 300; i++) {
      pthread_kill(t[i % 2], SIGUSR1);
      usleep(100);
    }
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  }`;

/** Thousands of threads that hardly live. */
const SHORT = `
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static int count;
  static void *work(void *p) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return p;
  }
  int main(void) {
    for (int i = 0; i < 150; i++) {
      pthread_t t[16];
      for (int k = 0; k < 16; k++) pthread_create(t + k, 0, work, 0);
      for (int k = 0; k < 16; k++) pthread_join(t[k], 0);
    }
  }`;

/** A process that ends while its threads run, and one that is killed. */
const ENDING = (how: string): string => `
  #include <signal.h>
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static int count;
  static void *work(void *p) {
    for (;;) {
      pthread_mutex_lock(&m);
      count++;
      pthread_mutex_unlock(&m);
    }
    return p;
  }
  int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(t + i, 0, work, 0);
    for (;;) {
      pthread_mutex_lock(&m);
      int enough = count > 50000;
      pthread_mutex_unlock(&m);
      if (enough) break;
    }
    ${how};
  }`;

describe('a program in C is followed', () => {
  test('with locks', async () => {
    const { disk } = await holds([built(LOCKS)]);
    // Of 40 MB of logs.
    expect(disk).toBe(0);
  });
  test('with atomics and signals', async () => {
    await holds([built(ATOMICS)]);
  });
  test.runIf(all)('with thousands of short threads', async () => {
    await holds([built(SHORT)]);
  });
  test('to a sudden end', async () => {
    const { promises, folder } = await followed([built(ENDING('_exit(0)'))], {}, false);
    promises.check(left(folder));
  });
  test('to its death', async () => {
    const { promises, folder } = await followed([built(ENDING('kill(getpid(), SIGKILL)'))], {}, false);
    promises.check(left(folder));
    const files = new FolderFiles(folder);
    const [tailBytes, tail] = [files.protocol(), files.size(1, 'tail')];
    expect(tailBytes).toEqual({ kind: 'tails', tailBytes: tail });
    // On a busy machine one of the threads may do nearly all of the work, and another have no log yet.
    const logs = [0, 1, 2].map((thread) => files.size(thread, 'raw')).filter((size) => size >= 0);
    expect(Math.max(...logs)).toBeGreaterThan(PIECE);
    // Pieces end at multiples of 64 KB, but for a record that belongs to one behind it.
    for (const log of logs) expect([0, PIECE - RAW_RECORD_BYTES]).toContain(log % PIECE);
  });
});
