// A program does not outlive foretrace, however that ends; a daemon that it leaves behind does.

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '../needs.ts';
import { folder, foretrace, start } from './run.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs a program that says its number, or that of another. */
async function running(words: readonly string[], cwd: string): Promise<{ child: ReturnType<typeof start>; pid: number }> {
  const child = start(['run', ...words], cwd);
  child.stderr!.resume();
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  const pid = Number(line);
  onTestFinished(() => {
    child.kill('SIGKILL');
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return { child, pid };
}

/** For ever, if it is not: the net of the test ends that. */
async function diesWhenForetraceIsKilled(words: readonly string[], cwd: string): Promise<void> {
  const { child, pid } = await running(words, cwd);
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  while (isAlive(pid)) await setTimeout(10);
}

function compiled(body: string): { cwd: string; program: string } {
  const cwd = folder();
  const says = 'static void say(void) { printf("%d\\n", getpid()); fflush(stdout); }';
  const text = `#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n${says}\nint main(void) { ${body} }\n`;
  writeFileSync(join(cwd, 'program.c'), text);
  expect(foretrace(['cc', '-pthread', 'program.c', '-o', 'program'], { cwd }).status).toBe(0);
  return { cwd, program: './program' };
}

test('a program of C dies with foretrace', async (context) => {
  needs('c', context);
  const { cwd, program } = compiled('say(); for (;;) pause();');
  await diesWhenForetraceIsKilled([program], cwd);
});

test('also when it has become another user', async (context) => {
  needs('c', context);
  context.skip(process.getuid!() !== 0, 'only root becomes another user');
  const { cwd, program } = compiled('if (setgid(65534) || setuid(65534)) return 1; say(); for (;;) pause();');
  await diesWhenForetraceIsKilled([program], cwd);
});

test('a program of Node.js dies with foretrace', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'program.cjs'), 'console.log(process.pid); setInterval(() => {}, 1000);');
  await diesWhenForetraceIsKilled(['program.cjs'], cwd);
});

test('a daemon that the program leaves behind goes on', async (context) => {
  needs('c', context);
  const { cwd, program } = compiled('if (fork()) return 0; setsid(); say(); for (;;) pause();');
  const { child, pid } = await running([program], cwd);
  const [status] = await once(child, 'exit');
  // What it does from now on is not recorded.
  expect(status).toBe(3);
  expect(isAlive(pid)).toBe(true);
});
