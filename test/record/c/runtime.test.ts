// The C runtime of the recorder: small programs are compiled, run, and their raw logs looked at.

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { VALUES } from '../../../src/raw/format.ts';
import { needs } from '../../needs.ts';
import { count, folder, kinds, PATIENCE, recorded, TWO_THREADS, useRuntime } from './recorded.ts';

useRuntime();

describe('a log', () => {
  test('has accesses, locks, forks and joins', () => {
    const { threads } = recorded(`static int x, y;
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static void *work(void *p) {
        for (int i = 0; i < 10; i++) {
          x++;
          pthread_mutex_lock(&m);
          y++;
          pthread_mutex_unlock(&m);
        }
        return p;
      }${TWO_THREADS}`);
    expect(threads).toHaveLength(3);
    expect(kinds(threads[0]!).filter((kind) => kind === 'fork' || kind === 'join')).toEqual(['fork', 'fork', 'join', 'join']);
    for (const log of threads.slice(1)) {
      expect(log[0]!.kind).toBe('begin');
      expect(log.at(-1)!.kind).toBe('end');
      const mine = kinds(log).filter((kind) => kind !== 'allocate' && kind !== 'begin' && kind !== 'end');
      // To take a lock is to read it.
      const round = ['read', 'write', 'acquire', 'read', 'read', 'write', 'release'];
      expect(mine).toEqual(Array.from({ length: 10 }, () => round).flat());
    }
  });

  test('orders the critical sections of a lock', () => {
    const { threads } = recorded(`static long n;
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static void *work(void *p) {
        for (int i = 0; i < 5000; i++) {
          pthread_mutex_lock(&m);
          n++;
          pthread_mutex_unlock(&m);
        }
        return p;
      }${TWO_THREADS}`);
    const sections = threads
      .slice(1)
      .flat()
      .filter(({ kind }) => kind === 'acquire' || kind === 'release');
    sections.sort((a, b) => a.time - b.time);
    expect(new Set(sections.map(({ time }) => time)).size).toBe(sections.length);
    expect(sections.every(({ kind }, i) => kind === (i % 2 === 0 ? 'acquire' : 'release'))).toBe(true);
    expect(sections).toHaveLength(20_000);
  });

  test('drops an access that comes again with no synchronisation in between', () => {
    const { threads } = recorded(`static volatile int x;
      static void *work(void *p) {
        for (int i = 0; i < 100000; i++) x = i;
        return p;
      }${TWO_THREADS}`);
    expect(count(threads[1]!, 'write')).toBe(1);
  });

  test('drops those of many that come again, also after short epochs', () => {
    const { threads } = recorded(`static volatile long x[40000];
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static void *work(void *p) {
        for (int i = 0; i < 4; i++) pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
        for (int again = 0; again < 3; again++)
          for (int i = 0; i < 40000; i += 2) x[i] = i;
        return p;
      }${TWO_THREADS}`);
    const written = threads[1]!.filter((entry) => entry.kind === 'write' && entry.size === 8).map(({ address }) => address);
    expect(new Set(written).size).toBe(20_000);
    // What was seen before there were many is told again.
    expect(written.length).toBeLessThan(20_500);
  });

  test('has no accesses of a thread that is alone', () => {
    const { threads } = recorded(`static volatile int x[1000];
      static void *work(void *p) { return p; }
      int main(void) {
        pthread_t t;
        for (int i = 0; i < 1000; i++) x[i] = i;
        pthread_create(&t, 0, work, 0);
        pthread_join(t, 0);
        for (int i = 0; i < 1000; i++) x[i] = i;
      }`);
    expect(count(threads[0]!, 'write')).toBeLessThan(10);
  });
});

describe('atomics', () => {
  test('have the order that their values have', () => {
    const { threads, stdout } = recorded(`#include <stdatomic.h>
      #include <stdio.h>
      static atomic_long n;
      static void *work(void *p) {
        for (int i = 0; i < 20000; i++) atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
        return p;
      }
      ${TWO_THREADS.replace('}`', '').replace(/\}$/, 'printf("%ld", (long)n); }')}`);
    expect(stdout).toBe('40000');
    const updates = threads
      .slice(1)
      .flat()
      .filter(({ kind }) => kind === 'atomicUpdate');
    expect(updates).toHaveLength(40_000);
    expect(new Set(updates.map(({ time }) => time)).size).toBe(40_000);
    expect(updates.every(({ extra }) => extra === VALUES)).toBe(true);
  });

  test('that wait for a flag are one record', () => {
    // Set when the other thread has looked for milliseconds of its own.
    const { threads } = recorded(`#include <stdatomic.h>
      #include <time.h>
      static atomic_int flag;
      static void *work(void *p) {
        while (!atomic_load(&flag)) continue;
        return p;
      }
      int main(void) {
        pthread_t t;
        clockid_t clock;
        struct timespec busy = {0, 0};
        pthread_create(&t, 0, work, 0);
        pthread_getcpuclockid(t, &clock);
        while (busy.tv_sec == 0 && busy.tv_nsec < 5000000) usleep(1000), clock_gettime(clock, &busy);
        atomic_store(&flag, 1);
        pthread_join(t, 0);
      }`);
    expect(count(threads[1]!, 'atomicLoad')).toBeLessThan(5);
  });
});

describe('synchronisation', () => {
  test('of every kind has its records', () => {
    const { threads, status } = recorded(`#include <semaphore.h>
      #include <threads.h>
      static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
      static pthread_spinlock_t s;
      static pthread_barrier_t b;
      static pthread_once_t o = PTHREAD_ONCE_INIT;
      static sem_t e;
      static mtx_t m;
      static void once(void) {}
      static void *work(void *p) {
        pthread_rwlock_rdlock(&l), pthread_rwlock_unlock(&l);
        pthread_rwlock_wrlock(&l), pthread_rwlock_unlock(&l);
        pthread_spin_lock(&s), pthread_spin_unlock(&s);
        pthread_barrier_wait(&b);
        pthread_once(&o, once);
        sem_wait(&e), sem_post(&e);
        mtx_lock(&m), mtx_unlock(&m);
        return p;
      }
      int main(void) {
        pthread_t t[2];
        pthread_spin_init(&s, 0), pthread_barrier_init(&b, 0, 2), sem_init(&e, 0, 1), mtx_init(&m, mtx_plain);
        for (int i = 0; i < 2; i++) pthread_create(t + i, 0, work, 0);
        for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
      }`);
    expect(status).toBe(0);
    expect(threads[0]!.find(({ kind }) => kind === 'semaphoreInit')?.extra).toBe(1);
    for (const log of threads.slice(1)) {
      const expected = {
        acquire: 3,
        release: 3,
        acquireShared: 1,
        releaseShared: 1,
        barrierEnter: 1,
        barrierExit: 1,
        receive: 1,
      };
      for (const [kind, times] of Object.entries({ ...expected, semaphoreTake: 1, semaphorePost: 1 }))
        expect(count(log, kind), kind).toBe(times);
    }
    expect(count(threads.flat(), 'send')).toBeGreaterThanOrEqual(1);
  });

  test('a cancelled wait has the lock again', () => {
    const { threads } = recorded(`static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
      static int waits;
      static void give_up(void *p) { pthread_mutex_unlock(p); }
      static void *work(void *p) {
        pthread_mutex_lock(&m);
        waits = 1;
        pthread_cleanup_push(give_up, &m);
        for (;;) pthread_cond_wait(&c, &m);
        pthread_cleanup_pop(0);
        return p;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        for (int seen = 0; !seen; usleep(1000)) {
          pthread_mutex_lock(&m);
          seen = waits;
          pthread_mutex_unlock(&m);
        }
        pthread_cancel(t);
        pthread_join(t, 0);
      }`);
    const locks = kinds(threads[1]!).filter((kind) => ['acquire', 'wait', 'release'].includes(kind));
    expect(locks).toEqual(['acquire', 'wait', 'acquire', 'release']);
  });
});

describe('whatever ends the program', () => {
  const source = `#include <signal.h>
    static int x;
    static volatile int ready;
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static void *work(void *p) {
      for (int i = 0; i < 1000; i++) {
        pthread_mutex_lock(&m);
        x++;
        pthread_mutex_unlock(&m);
      }
      __atomic_add_fetch(&ready, 1, 5);
      for (;;) pause();
      return p;
    }
    int main(int count, char **words) {
      pthread_t t[2];
      for (int i = 0; i < 2; i++) pthread_create(t + i, 0, work, 0);
      while (__atomic_load_n(&ready, 5) < count) usleep(1000);
      switch (*words[1]) {
        case 'k': kill(getpid(), SIGKILL);
        case 'a': abort();
        case 's': *(volatile int *)8 = 1;
        case '_': _exit(0);
        case 'e': exit(0);
        default: return 0;
      }
    }`;
  test.each(['kill', 'abort', 'segmentation fault', '_exit', 'exit', 'return'])('%s: nothing is lost', (how) => {
    const { threads } = recorded(source, { args: [how] });
    expect(threads).toHaveLength(3);
    for (const log of threads.slice(1)) expect([count(log, 'acquire'), count(log, 'release')]).toEqual([1000, 1000]);
  });
});

describe('processes', () => {
  test('that fork and make threads have a recording of their own', () => {
    const { processes, status } = recorded(`#include <sys/wait.h>
      static int x;
      static void *work(void *p) { x++; return p; }
      static void both(void) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        x++;
        pthread_join(t, 0);
      }
      int main(void) {
        both();
        if (fork() == 0) { both(); return 0; }
        if (fork() == 0) execlp("true", "true", NULL);
        wait(0), wait(0);
        both();
      }`);
    expect(status).toBe(0);
    expect(processes.map((logs) => logs.length).sort()).toEqual([2, 3]);
  });

  test('that fork while a thread is in the list of threads are not locked out of theirs', (context) => {
    needs('objcopy', context);
    // The lock of that list, which another thread of the parent has most of the time: no schedule is sure to show it taken by the runtime itself.
    const opened = spawnSync('objcopy', ['--globalize-symbol=registry', 'foretrace.o', 'opened.o'], { cwd: folder });
    expect(opened.status, String(opened.stderr)).toBe(0);
    const source = `#include <sys/wait.h>
      extern int registry;
      static int x, over;
      static void *work(void *p) { x++; return p; }
      __attribute__((no_sanitize("thread"))) static void *hold(void *p) {
        while (!__atomic_load_n(&over, __ATOMIC_SEQ_CST))
          if (!__atomic_exchange_n(&registry, 1, __ATOMIC_SEQ_CST)) {
            for (volatile int i = 0; i < 10000; i++);
            __atomic_store_n(&registry, 0, __ATOMIC_SEQ_CST);
            sched_yield();
          }
        return p;
      }
      static void both(void) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        x++;
        pthread_join(t, 0);
      }
      int main(void) {
        pthread_t holder;
        int bad = 0;
        both();
        pthread_create(&holder, 0, hold, 0);
        for (int i = 0; i < 20; i++) {
          int status;
          pid_t child = fork();
          if (child == 0) {
            // Nobody else would end a child that waits for ever.
            alarm(300);
            both();
            return 0;
          }
          waitpid(child, &status, 0);
          bad += !WIFEXITED(status) || WEXITSTATUS(status);
        }
        over = 1;
        pthread_join(holder, 0);
        return bad;
      }`;
    const { status, processes } = recorded(source, { runtime: 'opened.o' });
    expect(status).toBe(0);
    expect(processes.map((logs) => logs.length)).toEqual([3, ...Array(20).fill(2)]);
  });

  test('that run without FORETRACE_RECORD are not recorded', () => {
    const { processes, status } = recorded(`static void *work(void *p) { return p; }${TWO_THREADS}`, {
      env: { FORETRACE_RECORD: '' },
    });
    expect([processes, status]).toEqual([[], 0]);
  });

  test('go on when there is no place to record, and say so once', () => {
    const { status, stderr } = recorded(`static void *work(void *p) { return p; }${TWO_THREADS}`, {
      env: { FORETRACE_RECORD: '/proc/nowhere' },
    });
    expect(status).toBe(0);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('stop recording at the limit, and say so once', () => {
    const { threads, status, stderr } = recorded(
      `static volatile int x[20000];
      static void *work(void *p) {
        for (int i = 0; i < 10000; i++) x[2 * i] = i;
        return p;
      }${TWO_THREADS}`,
      { env: { FORETRACE_MAX_EVENTS: '9000' } },
    );
    expect(status).toBe(0);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(threads.flat().find(({ kind }) => kind === 'stopped')?.extra).toBe(1);
    expect(threads.flat().length).toBeLessThanOrEqual(9000);
  });

  test('that handle signals while they record lose nothing', () => {
    const { threads, stdout } = recorded(`#include <signal.h>
      #include <stdatomic.h>
      #include <stdio.h>
      #include <sys/time.h>
      static atomic_int n;
      static pthread_barrier_t b;
      static void handle(int s) { (void)s; atomic_fetch_add(&n, 1); }
      static void *work(void *p) {
        pthread_barrier_wait(&b);
        for (int i = 0; i < 30000; i++) atomic_fetch_add(&n, 1);
        pthread_barrier_wait(&b);
        pthread_barrier_wait(&b);
        return p;
      }
      int main(void) {
        struct sigaction a = {.sa_handler = handle, .sa_flags = SA_RESTART};
        struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
        pthread_t t[2];
        pthread_barrier_init(&b, 0, 3);
        for (int i = 0; i < 2; i++) pthread_create(t + i, 0, work, 0);
        pthread_barrier_wait(&b);
        sigaction(SIGALRM, &a, 0);
        setitimer(ITIMER_REAL, &often, 0);
        pthread_barrier_wait(&b);
        setitimer(ITIMER_REAL, &never, 0);
        pthread_barrier_wait(&b);
        for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
        printf("%d", n);
      }`);
    expect(count(threads.flat(), 'atomicUpdate')).toBe(Number(stdout));
  });
});

describe('the end of a program whose threads still run', () => {
  const ending = (body: string, late: string): string => `#include <fcntl.h>
    #include <sys/syscall.h>
    static int x;
    static volatile int leaving;
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    // Until main, which has nothing left to do but to end the program, has been seen asleep often. Unseen by the recorder.
    __attribute__((no_sanitize("thread"), unused)) static void until_main_waits(void) {
      for (int asleep = 0; asleep < 20; usleep(1000)) {
        char text[256] = ")", *state = text;
        int file = syscall(SYS_openat, AT_FDCWD, "/proc/self/stat", O_RDONLY);
        syscall(SYS_read, file, text, sizeof text);
        syscall(SYS_close, file);
        while (*state != ')') state++;
        if (leaving && state[2] == 'S') asleep++;
      }
    }
    static void *work(void *p) { ${late} return p; }
    int main(void) {
      pthread_t t;
      pthread_mutex_lock(&m);
      pthread_create(&t, 0, work, 0);
      leaving = 1;
      ${body}
    }`;
  const late = 'until_main_waits(); x++;';
  const long = { FORETRACE_LINGER: String(10 * PATIENCE) };

  test.each(['return 3;', 'exit(3);', 'quick_exit(3);'])('waits for them: %s', (how) => {
    const { threads, status } = recorded(ending(how, late), { env: long });
    expect(status).toBe(3);
    expect(kinds(threads[1]!).slice(-3)).toEqual(['read', 'write', 'end']);
  });

  test.each([
    ['_exit', '_exit(3);', long],
    ['FORETRACE_LINGER=0', 'return 3;', { FORETRACE_LINGER: '0' }],
  ])('does not, by %s', (_, how, env) => {
    const { threads, status } = recorded(ending(how, late), { env });
    expect(status).toBe(3);
    expect(count(threads[1] ?? [], 'write')).toBe(0);
  });

  test.each([
    ['wait for what cannot come', 'pthread_mutex_lock(&m);'],
    ['record without end', 'for (;;) pthread_rwlock_rdlock(&l), x++, pthread_rwlock_unlock(&l);'],
  ])('does not wait for threads that %s', (_, forever) => {
    const source = `static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
${ending('(void)l; return 3;', forever)}`;
    expect(recorded(source, { env: long }).status).toBe(3);
  });

  test('comes when all of them wait for each other', () => {
    const { signal, stderr, threads } = recorded(ending('pthread_join(t, 0); return 3;', 'x++; pthread_mutex_lock(&m);'));
    expect(stderr).toContain('deadlock');
    expect(signal).toBe('SIGTERM');
    expect(count(threads[1]!, 'write')).toBeGreaterThan(0);
  });

  test('comes as the first wants it that ends it', () => {
    expect(recorded(ending('return 3;', 'until_main_waits(); exit(4);'), { env: long }).status).toBe(3);
  });
});
