// Signals, threads and processes, all at once: nothing hangs, nothing is called that the program did not set, and what was recorded is whole. A few seconds
// of it, a minute in .ci/run.

import { expect, test } from 'vitest';
import { all } from '../../runs.ts';
import { counted, useRuntime } from './recorded.ts';

useRuntime();

const SECONDS = all ? 20 : 1;

/** Time is up when `goes_on()` says so, and signals come as long: every 100 microseconds, to any thread. */
const BEGIN = `
  #include <dlfcn.h>
  #include <signal.h>
  #include <stdint.h>
  #include <stdio.h>
  #include <sys/time.h>
  #include <sys/wait.h>
  #include <time.h>
  static time_t until;
  __attribute__((no_sanitize("thread"))) static int goes_on(void) { return time(0) < until; }
  static int handled, total;
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static void count_signal(int number) { (void)number; __atomic_fetch_add(&handled, 1, __ATOMIC_SEQ_CST); }
  static void signals(int microseconds) {
    struct itimerval often = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &often, 0);
  }
  static void add(void) {
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
  }`;

const run = (source: string) => counted(`${BEGIN}${source}`, { args: [String(SECONDS)] });
const inAll = (threads: readonly ReadonlyMap<string, number>[], kind: string): number =>
  threads.map((counts) => counts.get(kind) ?? 0).reduce((sum, n) => sum + n, 0);
const numbers = (stdout: string): number[] => stdout.trim().split(' ').map(Number);

test('threads that nobody told of arrive in a storm of signals', () => {
  const { status, signal, stdout, stderr, threads } = run(`
    static void *work(void *p) { add(); usleep(100); add(); return p; }
    int main(int n, char **v) {
      // Behind the runtime's back: each is noticed when it does something, or when a handler does.
      void *libc = dlopen("libc.so.6", RTLD_NOW);
      int (*make)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(libc, "pthread_create");
      int (*join)(pthread_t, void **) = dlsym(libc, "pthread_join");
      int rounds = 0;
      until = time(0) + atoi(v[n - 1]);
      signal(SIGALRM, count_signal);
      signals(100);
      for (; rounds < 2000 && goes_on(); rounds++) {
        pthread_t t[4];
        for (int i = 0; i < 4; i++) make(&t[i], 0, work, 0);
        for (int i = 0; i < 4; i++) join(t[i], 0);
      }
      signals(0);
      pthread_mutex_lock(&m);
      printf("%d %d %d\\n", rounds, total, handled);
      pthread_mutex_unlock(&m);
    }`);
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
  const [rounds, total, handled] = numbers(stdout) as [number, number, number];
  expect(total).toBe(8 * rounds);
  expect(inAll(threads, 'acquire')).toBe(8 * rounds + 1);
  // Each thread is one, whoever was the first in it, and has an end.
  expect(threads.length).toBe(4 * rounds + 1);
  expect(threads.filter((counts) => counts.get('begin') === 1 && counts.get('end') === 1).length).toBe(4 * rounds + 1);
  expect(handled).toBeGreaterThan(0);
});

test('handlers that change while they come are those that the program set', () => {
  const { status, signal, stdout, stderr, threads } = run(`
    static int bad;
    static void one(int number) { if (number != SIGUSR1) bad = 1; count_signal(number); }
    static void three(int number, siginfo_t *about, void *context) {
      if (number != SIGUSR1 || about->si_signo != number || !context) bad = 2;
      count_signal(number);
    }
    static void *change(void *p) {
      for (unsigned round = 1; goes_on(); round++) {
        struct sigaction before, next = {.sa_flags = 0};
        if (round % 2) next.sa_handler = one;
        else next.sa_sigaction = three, next.sa_flags = SA_SIGINFO;
        sigaction(SIGUSR1, &next, &before);
        int takes_three = (before.sa_flags & SA_SIGINFO) != 0;
        if (takes_three ? before.sa_sigaction != three : before.sa_handler != one) __atomic_store_n(&bad, 3, __ATOMIC_SEQ_CST);
        if (round % 64 == 0) add(), usleep(15000);
      }
      return p;
    }
    int main(int n, char **v) {
      pthread_t t[2];
      until = time(0) + atoi(v[n - 1]);
      signal(SIGUSR1, one);
      for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, change, 0);
      int sent = 0;
      for (; goes_on(); sent++) {
        pthread_kill(t[sent % 2], SIGUSR1);
        usleep(50);
      }
      for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
      printf("%d %d %d\\n", total, handled, bad);
    }`);
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
  const [total, handled, bad] = numbers(stdout) as [number, number, number];
  expect(bad).toBe(0);
  expect(handled).toBeGreaterThan(0);
  expect(threads.length).toBe(3);
  expect(inAll(threads, 'acquire')).toBe(total);
});

test('processes that are made amid threads and signals have whole recordings, and leave those of others alone', () => {
  const { status, signal, stdout, stderr, processes } = run(`
    struct wide { long words[3]; };
    static struct wide wide;
    static void *nothing(void *p) { return p; }
    static void *busy(void *p) {
      while (goes_on()) {
        pthread_t t;
        struct wide next = {{1, 2, 3}};
        add();
        pthread_create(&t, 0, nothing, 0);
        __atomic_store(&wide, &next, __ATOMIC_SEQ_CST);
        pthread_join(t, 0);
      }
      return p;
    }
    static void *in_child(void *p) {
      for (int i = 0; i < 10; i++) add();
      return p;
    }
    int main(int n, char **v) {
      pthread_t t[2];
      int children = 0, bad = 0;
      until = time(0) + atoi(v[n - 1]);
      signal(SIGALRM, count_signal);
      signals(100);
      for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, busy, 0);
      for (; children < 3000 && goes_on(); children++) {
        int status;
        // Another thread's lock would stay taken: a mutex of the program is the program's to mind.
        pthread_mutex_lock(&m);
        pid_t child = fork();
        pthread_mutex_unlock(&m);
        if (!child) {
          pthread_t own;
          // Nobody else would end one that hangs.
          alarm(300);
          struct wide next = {{4, 5, 6}};
          __atomic_store(&wide, &next, __ATOMIC_SEQ_CST);
          signal(SIGUSR1, count_signal);
          pthread_create(&own, 0, in_child, 0);
          for (int i = 0; i < 10; i++) pthread_kill(own, SIGUSR1), add();
          pthread_join(own, 0);
          exit(0);
        }
        while (waitpid(child, &status, 0) < 0);
        bad += !WIFEXITED(status) || WEXITSTATUS(status);
      }
      until = 0;
      for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
      signals(0);
      printf("%d %d %d\\n", total, children, bad);
    }`);
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
  const [total, children, bad] = numbers(stdout) as [number, number, number];
  expect(bad).toBe(0);
  expect(children).toBeGreaterThan(0);
  expect(processes.length).toBe(1 + children);
  const acquired = processes.map((threads) => inAll(threads, 'acquire')).sort((a, b) => a - b);
  expect(acquired).toEqual([...Array<number>(children).fill(20), total + children].sort((a, b) => a - b));
});
