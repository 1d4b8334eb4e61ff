// `foretrace replay` with a real debugger: all threads of the finding stand before their accesses when it stops, and go on in the order of the recipe.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { needs } from '../needs.ts';
import { inspect } from './inspector.ts';
import { folder, foretrace } from './run.ts';

/** A project with a program that has one race, which was confirmed. */
function confirmed(name: string, text: string, program: string): string {
  const cwd = folder();
  const run = (...args: string[]) => foretrace(args, { cwd });
  writeFileSync(join(cwd, 'package.json'), '{}');
  writeFileSync(join(cwd, name), text);
  if (name.endsWith('.c')) expect(run('cc', '-g', '-O1', name, '-o', program)).toMatchObject({ status: 0 });
  expect(run('run', program)).toMatchObject({ status: 1 });
  expect(run('confirm').stderr).toMatch(/^R1 .*: confirmed, harmful/m);
  return cwd;
}

test('gdb stops the program when both threads stand', (context) => {
  needs(['c', 'gdb'], context);
  const text = `#include <pthread.h>
#include <stdio.h>
static int x;
static void *f(void *u) {
  x += 1;
  return u;
}
static void *g(void *u) {
  x += 1;
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0), pthread_create(&b, 0, g, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  printf("x is %d\\n", x);
  return 0;
}
`;
  const cwd = confirmed('p.c', text, './p');
  const gdb = ['gdb', '-q', '-nx', '-batch', '-ex', 'run', '-ex', 'thread apply all bt', '-ex', 'continue', '--args', './p'];
  const { stdout, stderr, status } = foretrace(['replay', 'R1.recipe', '--', ...gdb], { cwd });
  expect(stdout).toContain('SIGTRAP');
  expect(stdout).toMatch(/ in f \(.* at p\.c:5$/m);
  expect(stdout).toMatch(/ in g \(.* at p\.c:9$/m);
  expect(stdout).toContain('x is 1');
  // As gdb numbers threads, and where it has their lines.
  expect(stderr).toMatch(/^foretrace: the threads stand at their places: LWP \d+, LWP \d+\. Look/m);
  expect(stderr).toMatch(/^foretrace: met: .*p\.c:\d \(\w\).*p\.c:\d \(\w\)$/m);
  expect(status).toBe(0);
});

test('node --inspect-brk stops both workers before their accesses', async () => {
  const text = `import { isMainThread, Worker, workerData } from 'node:worker_threads';
if (isMainThread) {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  let left = 2;
  const end = () => { if (--left === 0) console.log('counter', counter[0]); };
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: counter }).on('exit', end);
} else {
  workerData[0]++;
}
`;
  const cwd = confirmed('count.mjs', text, 'count.mjs');
  const words = ['replay', 'R1.recipe', '--', process.execPath, '--inspect-brk=127.0.0.1:0', 'count.mjs'];
  const child = spawn(process.execPath, [inject('main'), ...words], { cwd });
  let [stdout, stderr] = ['', ''];
  const address = new Promise<string>((found) => {
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      const url = /ws:\S+/.exec(stderr)?.[0];
      if (url !== undefined) found(url);
    });
  });
  child.stdout.on('data', (chunk) => (stdout += chunk));
  /** Per worker that is stopped: the lines of its frames in the program. */
  const stopped = new Map<string, readonly number[]>();
  const urls = new Map<string, string>();
  let met = '';
  // Node.js loses this command if it comes before the thread waits for it (2 of 150 times, also without foretrace): it is said until it is heard.
  const waiting = new Set(['']);
  const client = await inspect(await address, (send, session, method, params) => {
    if (method === 'Debugger.paused') waiting.delete(session);
    if (method === 'NodeWorker.detachedFromWorker') waiting.delete(String(params['sessionId']));
    if (method === 'Debugger.scriptParsed') urls.set(`${session} ${params['scriptId']}`, String(params['url']));
    else if (method === 'NodeWorker.attachedToWorker') {
      const worker = String(params['sessionId']);
      const { url } = params['workerInfo'] as { url: string };
      // Those of Node.js itself load modules while others wait for them.
      if (!url.startsWith('node:')) send(worker, 'Debugger.enable');
      send(worker, 'Runtime.runIfWaitingForDebugger');
      waiting.add(worker);
    } else if (method === 'Debugger.paused' && session === '') {
      send('', 'NodeWorker.enable', { waitForDebuggerOnStart: true });
      send('', 'Debugger.resume');
    } else if (method === 'Debugger.paused') {
      const frames = params['callFrames'] as { functionName: string; location: { scriptId: string; lineNumber: number } }[];
      // A worker stops at its beginning as well.
      if (frames[0]?.functionName !== 'stop') {
        send(session, 'Debugger.resume');
        return;
      }
      const own = frames.filter(({ location }) => urls.get(`${session} ${location.scriptId}`)?.endsWith('count.mjs'));
      stopped.set(
        session,
        own.map(({ location }) => location.lineNumber + 1),
      );
      if (stopped.size < 2) return;
      met = stderr;
      for (const worker of stopped.keys()) send(worker, 'Debugger.resume');
    }
  });
  client.send('', 'Debugger.enable');
  client.send('', 'Runtime.runIfWaitingForDebugger');
  const again = setInterval(() => {
    for (const session of waiting) client.send(session, 'Runtime.runIfWaitingForDebugger');
  }, 1000);
  const status = await new Promise((done) => {
    child.on('close', done);
    // It waits for whoever looks to leave.
    const leave = (): void => void (stderr.includes('Waiting for the debugger to disconnect') && client.close());
    child.stderr.on('data', leave);
  });
  clearInterval(again);
  expect([...stopped.values()]).toEqual([[8], [8]]);
  expect(met).toContain('foretrace: met: thread 0.');
  expect(stdout).toBe('counter 1\n');
  expect(status).toBe(0);
});
