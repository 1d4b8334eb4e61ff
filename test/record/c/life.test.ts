// Whether a recorded process is over, as it becomes another program, loses its first thread, or is killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ProcessLife } from '../../../src/raw/follow/process-life.ts';
import { built, useRuntime } from './recorded.ts';

useRuntime();

/** More often than what a process has mapped is asked for. */
const OFTEN = 200;

/** Runs a program that says when it is ready and then waits for its input. */
async function started(then: string): Promise<{ child: ChildProcess; life: ProcessLife }> {
  const program = built(
    `
    static void *rest(void *p) { return getchar(), p; }
    int main(void) {
      pthread_t t;
      puts("ready");
      fflush(stdout);
      getchar();
      ${then};
    }`.replace('static', '#include <signal.h>\n#include <stdio.h>\nstatic'),
  );
  const recording = `${program}-recording`;
  onTestFinished(() => rmSync(recording, { recursive: true, force: true }));
  const child = spawn(program, { env: { ...process.env, FORETRACE_RECORD: recording }, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  const life = new ProcessLife(join(recording, readdirSync(recording).find((name) => name.startsWith('process-'))!));
  for (let i = 0; i < OFTEN; i++) expect(life.isOver()).toBe(false);
  return { child, life };
}

async function isOverAtLast(life: ProcessLife): Promise<void> {
  while (!life.isOver()) await setImmediate();
}

test('a process that became another program is over, though its number is not', async () => {
  const { child, life } = await started('execlp("cat", "cat", (char *)0)');
  child.stdin!.write('x');
  await isOverAtLast(life);
  expect(child.exitCode).toBe(null);
});

test('a process that was killed is over', async () => {
  const { child, life } = await started('pause()');
  child.kill('SIGKILL');
  await isOverAtLast(life);
});

test('a process is not over when its first thread is', async () => {
  const { child, life } = await started('pthread_create(&t, 0, rest, 0); pthread_exit(0)');
  child.stdin!.write('x');
  while (!/\) Z /.test(readFileSync(`/proc/${child.pid}/stat`, 'latin1'))) await setImmediate();
  for (let i = 0; i < OFTEN; i++) expect(life.isOver()).toBe(false);
  child.stdin!.write('x');
  await isOverAtLast(life);
});
