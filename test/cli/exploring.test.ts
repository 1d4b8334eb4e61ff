// `foretrace run --runs`: many runs of a program make one report. What schedules a seed gives is judged elsewhere; here is what is told of them.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { all } from '../runs.ts';
import { foretrace, shell, start } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-exploring-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COUNTER = `#include <pthread.h>
#include <unistd.h>
static int x, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { x = 1; pthread_mutex_lock(&m); count++; pthread_mutex_unlock(&m); return a; }
static void *g(void *a) { usleep(50000); pthread_mutex_lock(&m); count++; pthread_mutex_unlock(&m); x = 2; return a; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
`;

function compiled(name: string, source: string): string {
  const path = join(folder, `${name}.c`);
  writeFileSync(path, source);
  const { status } = foretrace(['cc', '-g', '-pthread', path, '-o', join(folder, name)]);
  expect(status).toBe(0);
  return join(folder, name);
}

interface Report {
  readonly runs: readonly { readonly run: number; readonly seed: string; readonly status: number; readonly complete: boolean }[];
  readonly traces: readonly { readonly run: number }[];
  readonly findings: readonly {
    readonly trace: number;
    readonly runs: { readonly seen: readonly number[]; readonly of: number };
  }[];
}

const schema = new Ajv({ strict: true }).compile(
  JSON.parse(readFileSync(new URL('../../schema/report-1.json', import.meta.url), 'utf8')) as object,
);

function reportIn(file: string): Report {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  schema(report);
  expect(schema.errors).toBeNull();
  return report;
}

test('a counter in a critical section hides no race from ten runs', (context) => {
  needs('c', context);
  const program = compiled('counter', COUNTER);
  const file = join(folder, 'counter.json');
  const { status, stdout, stderr } = foretrace(
    ['run', '--runs', '10', '--seed', '7', '--format', 'text', '--format', `json=${file}`, program],
    { cwd: folder },
  );
  expect(status).toBe(1);
  const { runs, traces, findings } = reportIn(file);
  expect(runs.map(({ run: number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(findings).toHaveLength(1);
  const { seen, of } = findings[0]!.runs;
  expect(of).toBe(10);
  expect(seen).toContain(traces[findings[0]!.trace]!.run);
  expect(stdout).toContain(`in ${seen.length} of 10 runs`);
  for (const { seed } of runs) expect(stderr).toContain(`seed ${seed}`);
  const explained = foretrace(['explain', 'R1'], { cwd: folder });
  expect(explained.stdout).toContain('counter.c');
});

test('the seed of a run gives its schedule again', (context) => {
  needs('c', context);
  const program = compiled('counter', COUNTER);
  const file = join(folder, 'again.json');
  const { stderr } = foretrace(['run', '--runs', '3', '--seed', 'pct:0000002a:12:3', '--format', `json=${file}`, program]);
  expect(new Set(reportIn(file).runs.map(({ seed }) => seed))).toEqual(new Set(['pct:0000002a:12:3']));
  expect(stderr).toContain('run 3 of 3');
});

describe('what is wrong is said in one line', () => {
  test.each([
    [['--runs', '0']],
    [['--runs', '2', '--trace', join(folder, 't.ftrace')]],
    [['--runs', '2', '--live']],
    [['--seed', 'led:00000001']],
    [['--seed', 'pct:00000001:10:2', '--schedule', 'plain']],
    [['--schedule', 'pcd']],
  ])('%j', (words) => {
    const { status, stdout, stderr } = foretrace(['run', ...words, 'true'], { startsNothing: true });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.split('\n')[0]).toMatch(/^foretrace: error USAGE: /);
  });
});

test('a program that cannot be started ends it at once', () => {
  const { status, stderr } = foretrace(['run', '--runs', '5', join(folder, 'nothing')]);
  expect(status).toBe(2);
  expect(stderr).toContain('PROGRAM_NOT_STARTED');
});

test('each run reads a file from its beginning, and the exit status is that of the first that failed', (context) => {
  needs('c', context);
  const program = compiled(
    'reader',
    `#include <pthread.h>
#include <stdio.h>
static void *nothing(void *a) { return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  return getchar() == '7' ? 7 : 8;
}
`,
  );
  const input = join(folder, 'input');
  writeFileSync(input, '7\n');
  const { stdout: printed } = shell(`foretrace run --runs 3 ${program} < ${input}; echo status $?`, { merged: true });
  expect(printed).toContain('failed in 3 of 3 runs, first with status 7');
  expect(printed).toContain('status 7');
});

/** Each run appends a line to the file; the threads do nothing that races. */
const LINES = (file: string): string => `#include <pthread.h>
#include <stdio.h>
static void *nothing(void *a) { return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  FILE *f = fopen("${file}", "a");
  fputs("ran\\n", f);
  return fclose(f);
}
`;

test('--for runs at least once, and --until-race no more often than --runs', (context) => {
  needs('c', context);
  const lines = join(folder, 'lines.txt');
  const program = compiled('lines', LINES(lines));
  const file = join(folder, 'lines.json');
  expect(foretrace(['run', '--for', '1ms', '--format', `json=${file}`, program]).status).toBe(0);
  expect(reportIn(file).runs).toHaveLength(1);
  writeFileSync(lines, '');
  expect(foretrace(['run', '--until-race', '--runs', '3', '--format', `json=${file}`, program]).status).toBe(0);
  expect(reportIn(file).runs).toHaveLength(3);
  expect(readFileSync(lines, 'utf8')).toBe('ran\nran\nran\n');
});

describe('Ctrl-C ends many runs after the one that goes on', () => {
  const racing = LINES('LINES')
    .replace('static void *nothing(void *a) {', 'static int x;\nstatic void *nothing(void *a) { x = 1;')
    .replace('pthread_join(', 'x = 2; pthread_join(');

  test.each([
    ['with a report of what was found', 'found', racing, 1],
    ['and says that it was interrupted if that is nothing', 'none', LINES('LINES'), 130],
  ])('%s', async (_, name, source, expected) => {
    const lines = join(folder, `${name}.txt`);
    const program = compiled(name, source.replace('LINES', lines));
    const child = start(['run', '--for', '1h', '--schedule', 'plain', program], folder);
    const printed: string[] = [];
    child.stdout!.on('data', (text: Buffer) => printed.push(String(text)));
    // The second has begun: the first is looked at.
    await new Promise<void>((resolve) => {
      child.stderr!.on('data', (text: Buffer) => String(text).includes('run 3') && resolve());
    });
    child.kill('SIGINT');
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect(status).toBe(expected);
    expect(printed.join('')).toContain(expected === 1 ? 'race' : 'no race');
  });
});

test('the same seed of pct has the same order of critical sections, and others have others', (context) => {
  needs('c', context);
  const program = compiled(
    'sections',
    `#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char order[64];
static int count;
static void *work(void *name) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&m);
    order[count++] = *(char *)name;
    pthread_mutex_unlock(&m);
  }
  return name;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)&"abc"[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  puts(order);
}
`,
  );
  const orders = (seed: string, times: number): string[] =>
    Array.from({ length: times }, () => foretrace(['run', '--quiet', '--seed', seed, program]).stdout.split('\n')[0]!);
  // A thread that the machine lets wait for a tenth of a second is not waited for: most are alike, not all.
  const alike = orders('pct:0000002a:40:3', 5);
  const [usual] = [...alike].sort((a, b) => alike.filter((one) => one === b).length - alike.filter((one) => one === a).length);
  expect(alike.filter((one) => one === usual).length).toBeGreaterThanOrEqual(3);
  const others = [1, 2, 3, 4, 5, 6].flatMap((n) => orders(`pct:0000000${n}:40:3`, 1));
  expect(new Set(others).size).toBeGreaterThan(1);
});

/** Whoever asks counts how often, and so records something new each time. */
const NODE_POLLING = `import { isMainThread, Worker, workerData } from 'node:worker_threads';
if (isMainThread) {
  const memory = new SharedArrayBuffer(12);
  for (const asks of [true, false]) new Worker(new URL(import.meta.url), { workerData: { memory, asks } });
} else {
  const words = new Int32Array(workerData.memory);
  for (let done = false; !done; ) {
    while (Atomics.compareExchange(words, 0, 0, 1) !== 0);
    if (workerData.asks) {
      Atomics.add(words, 2, 1);
      done = words[1] === 1;
    } else {
      words[1] = 1;
      done = true;
    }
    Atomics.store(words, 0, 0);
  }
}
`;

describe('a thread that asks for what a lower one has to do does not run forever', () => {
  const schedules = ['--runs', '6', '--schedule', 'pct', '--seed', '7'];
  const polling = (pause: string): string => `#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *ask(void *a) {
  for (;;) {
    pthread_mutex_lock(&m);
    int is = done;
    pthread_mutex_unlock(&m);
    if (is) return a;
    ${pause}
  }
}
static void *tell(void *a) { pthread_mutex_lock(&m); done = 1; pthread_mutex_unlock(&m); return a; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, ask, 0);
  pthread_create(&b, 0, tell, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
`;

  const expectEnd = (program: readonly string[]): void => {
    const { status, stdout } = foretrace(['run', ...schedules, 'timeout', '60', ...program]);
    expect({ status, clean: stdout.includes('no race') }).toEqual({ status: 0, clean: true });
  };

  for (const [how, pause] of [
    ['asks', ''],
    ['sleeps', 'usleep(1000);'],
  ] as const)
    test(`in C, and in between it ${how}`, (context) => {
      needs('c', context);
      expectEnd([compiled(how, polling(pause))]);
    });

  test('in Node.js', () => {
    const program = join(folder, 'polling.mjs');
    writeFileSync(program, NODE_POLLING);
    expectEnd(['node', program]);
  });
});

test.runIf(all)('it ends when a race has shown, and the runs after that are not made', (context) => {
  needs('c', context);
  const program = compiled('counter', COUNTER);
  const file = join(folder, 'until.json');
  foretrace(['run', '--until-race', '--schedule', 'led', '--format', `json=${file}`, program]);
  const { runs, findings } = reportIn(file);
  expect(findings[0]!.runs.seen).toEqual([runs.length]);
});
