// The thread that looks for deadlocks is none of the program's: no signal comes to it, nobody's end is put off by it, and nothing of the program runs in it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { built, recorded, useRuntime } from './recorded.ts';

useRuntime();

/** Of a thread that may be gone by now. */
function about(pid: number, thread: string, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/${what}`, 'latin1');
  } catch {
    return '';
  }
}

test('has all signals blocked, and a name of its own', async () => {
  const program = built(`
    static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
    int main(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&a); }`);
  const recording = `${program}-recording`;
  const child = spawn(program, { env: { ...process.env, FORETRACE_RECORD: recording }, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => rmSync(recording, { recursive: true, force: true }));
  const exit = once(child, 'exit');
  const pid = child.pid!;
  let blocked: string | undefined;
  while (blocked === undefined && child.exitCode === null && child.signalCode === null) {
    const own = readdirSync(`/proc/${pid}/task`).find((thread) => about(pid, thread, 'comm') === 'foretrace\n');
    blocked = own === undefined ? undefined : /^SigBlk:\s*(\w+)$/m.exec(about(pid, own, 'status'))?.[1];
    await setTimeout(5);
  }
  // All but SIGKILL and SIGSTOP, which nobody can block.
  expect(blocked).toBe('fffffffffffbfeff');
  expect(await exit).toEqual([null, 'SIGTERM']);
});

test('is never the last, so that exit handlers run in a thread of the program', () => {
  const { status, stdout } = recorded(`
    #include <semaphore.h>
    #include <stdio.h>
    #include <sys/syscall.h>
    static sem_t ping, pong;
    static long own[2];
    static void *first(void *p) {
      own[0] = syscall(SYS_gettid);
      for (int i = 0; i < 200; i++) sem_post(&ping), sem_wait(&pong);
      return p;
    }
    static void *second(void *p) {
      own[1] = syscall(SYS_gettid);
      for (int i = 0; i < 200; i++) sem_wait(&ping), sem_post(&pong);
      return p;
    }
    static void over(void) {
      long self = syscall(SYS_gettid);
      puts(self == own[0] || self == own[1] ? "of the program" : "another");
    }
    int main(void) {
      pthread_t t[2];
      sem_init(&ping, 0, 0);
      sem_init(&pong, 0, 0);
      atexit(over);
      pthread_create(&t[0], 0, first, 0);
      pthread_create(&t[1], 0, second, 0);
      pthread_exit(0);
    }`);
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'of the program\n' });
});
