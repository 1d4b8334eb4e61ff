// A file that a formatter laid out anew has no new finding; another function that races has.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { build as compiled } from '../record-native/recording.ts';
import { all } from '../runs.ts';
import { foretrace, type Outcome } from './run.ts';

const cwd = mkdtempSync(join(tmpdir(), 'foretrace-layout-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
const env = { XDG_CACHE_HOME: join(cwd, 'cache') };

/** Runs it against the baseline of its kind, which a run with `--update-baseline` began. */
function against(baseline: string, program: string, ...options: string[]): Outcome {
  return foretrace(['run', '--baseline', baseline, ...options, program], { cwd, env });
}

const nothingNew = { status: 0, stdout: expect.stringContaining('no new race') };

describe('C', () => {
  // Which pairs are reported must not depend on the schedule: a read would order what comes after it, so that nearly all accesses are writes.
  const BEGIN = '#include <pthread.h>\n#include <stdlib.h>\n';
  const END = `int main(void) {
  pthread_t a, b;
  shared = calloc(1, sizeof *shared);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(shared);
}
`;
  const compact = `${BEGIN}struct item { long hits, sum; }; static struct item *shared; static int done;
static void start(void) { shared->hits = 10; }
static void add(long value, long weight) { shared->sum = value * weight; shared->hits = value; }
static void *work(void *none) {
  start(); for (int i = 0; i < 3; i++) add(i, 2);
  if (!done) done = 1; else none = 0;
  return none;
}
${END}`;
  const wide = `${BEGIN}// A comment more.
struct item {
  long hits, sum;
};
static struct item *shared;
static int done;

static void start(void) {
  shared->hits = 10;
}

static void add(long value, long weight) {
  shared->sum = value * weight; /* the sum; { first */
  shared->hits = value;
}

static void *work(void *none) {
  start();
  for (int i = 0; i < 3; i++) {
    add(i, 2);
  }
  if (!done) {
    done = 1;
  } else {
    none = 0;
  }
  return none;
}

${END}`;
  const narrow = `${BEGIN}struct item
{
  long hits,
      sum;
};
static struct item
    *shared;
static int done;
static void
start (void)
{
  shared
      ->hits = 10;
}
static void
add (long value,
     long weight)
{
  shared->sum
      = value * weight;
  shared
      ->hits = value;
}
static void *
work (void *none)
{
  start ();
  for (int i = 0;
       i < 3;
       i++)
    add (i,
         2);
  if (!done)
    done = 1;
  else
    none = 0;
  return none;
}
${END.replace('shared = calloc(1, sizeof *shared)', 'shared\n    = calloc (1,\n              sizeof *shared)')}`;

  test.runIf(all)('in other layouts, moved, and at another level of optimisation', { timeout: 600_000 }, async (context) => {
    needs('c', context);
    const build = (source: string, level: string): Promise<void> => {
      write('prog.c', source);
      return compiled('c', ['-g', level, 'prog.c', '-o', 'prog', '-pthread'], cwd);
    };
    await build(compact, '-O0');
    for (let run = 0; run < 2; run++) against('c.json', './prog', '--update-baseline', '--fail-on', 'never');
    const { stdout } = foretrace(['diff', 'c.json', 'c.json'], { cwd });
    expect(stdout).toMatch(/^0 new, 0 gone, ([3-9]|\d\d) still there$/m);
    for (const [i, source] of [...(all ? [compact, wide] : []), narrow, `${'\n'.repeat(20)}${wide}`].entries())
      for (const level of all ? ['-O0', '-O1'] : [`-O${i % 2}`]) {
        await build(source, level);
        expect(against('c.json', './prog')).toMatchObject(nothingNew);
      }
    await build(wide.replace('shared->hits = 10;', 'shared->hits = 10;\n  shared->sum = 11;'), '-O0');
    expect(against('c.json', './prog')).toMatchObject({ status: 1, stdout: expect.stringContaining('(start)') });
  });
});

describe('Node.js', () => {
  const BEGIN = "import { Worker, isMainThread, workerData } from 'node:worker_threads';\n";
  const compact = `${BEGIN}
const pool = isMainThread ? { memory: new SharedArrayBuffer(16), flags: new SharedArrayBuffer(4) } : workerData;
const view = new Int32Array(pool.memory);
const flags = new Int8Array(pool.flags);
function add(value, { weight }) { flags[1] = 1; view[0] = value * weight; if (view[1] === 0) view[1] = 1; }
if (isMainThread) { for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: pool }); }
else add(2, { 'weight': 0.50 });
`;
  const spread = `${BEGIN}
// A comment more.
const pool = isMainThread
  ? {
      memory: new SharedArrayBuffer(
        16,
      ),
      flags: new SharedArrayBuffer(4),
    }
  : workerData;
const view = new Int32Array(
  pool.memory,
);

const flags = new Int8Array(pool.flags);

function add(value, { weight }) {
  flags[1] = 1;
  view[0] =
    value * weight;
  if (view[1] === 0)
    view[1] = 1;
}

if (isMainThread) {
  for (let i = 0; i < 2; i++)
    new Worker(new URL(import.meta.url), {
      workerData: pool,
    });
} else {
  add(2, { weight: 0.5 });
}
`;

  test.runIf(all)('in another layout, with and without semicolons', { timeout: 600_000 }, () => {
    write('prog.mjs', compact);
    against('js.json', 'prog.mjs', '--update-baseline', '--fail-on', 'never');
    const { stdout } = foretrace(['diff', 'js.json', 'js.json'], { cwd });
    expect(stdout).toMatch(/^0 new, 0 gone, [3-9] still there$/m);
    for (const name of ['view[1] (Int32)', 'flags[1] (Int8)']) expect(stdout).toContain(name);
    for (const source of [...(all ? [compact, spread] : []), `${'\n'.repeat(20)}${spread.replaceAll(/;$/gm, '')}`]) {
      write('prog.mjs', source);
      expect(against('js.json', 'prog.mjs')).toMatchObject(nothingNew);
    }
    write('prog.mjs', spread.replace('add(2', 'view[0] = 3;\n  add(2'));
    expect(against('js.json', 'prog.mjs').status).toBe(1);
  });
});
