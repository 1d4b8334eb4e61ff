// What `foretrace confirm` tells and keeps: harm only where it is sure, recipes that are there, and files that it can use.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { RecordedProgram, threads } from './recorded-program.ts';
import { folder, foretrace, type Outcome } from './run.ts';

/**
 * Prints what it likes of a race that does not matter: "b" if it is led to the one order, and "a" otherwise. A chance that lasts for two runs of the other
 * order is over then.
 */
const moody = (lasts: boolean): string =>
  `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int x;
static void *f(void *u) { x++; return u; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  char plan[4096] = "";
  const char *name = getenv("FORETRACE_PLAN");
  FILE *in = name ? fopen(name, "r") : 0;
  if (in) plan[fread(plan, 1, sizeof plan - 1, in)] = 0, fclose(in);
  if (strstr(plan, "order second")) { FILE *out = fopen("seconds", "a"); fputc('s', out), fclose(out); }
  FILE *seconds = fopen("seconds", "r");
  int count = 0;
  for (; seconds && fgetc(seconds) != EOF; count++);
  puts(strstr(plan, "order first") && (${lasts ? 1 : 0} || count < 2) ? "b" : "a");
  return 0;
}
`;

describe('harm is told if it shows each time', () => {
  test.for([
    [true, /^R1 {2}x: confirmed, harmful, in \d+ runs$/m],
    [false, /^R1 {2}x: confirmed, in \d+ runs$/m],
  ] as const)('it lasts: %s', { timeout: 600_000 }, ([lasts, told], context) => {
    needs('c', context);
    const program = new RecordedProgram(moody(lasts));
    program.found();
    const { stderr } = program.do('confirm');
    expect(stderr).toMatch(told);
    if (lasts) expect(stderr).toContain('the program prints "b" if access 1 comes first, and "a" if access 2 does');
  });
});

const INCREMENTS = ['x += 1;', 'x += 1;'] as const;

test('a recipe that cannot be written is known before the program runs, and those that are there belong to their findings', (context) => {
  needs('c', context);
  const program = new RecordedProgram(threads(...INCREMENTS));
  program.found();
  mkdirSync(join(program.cwd, 'R1.recipe'));
  for (const [args, why] of [
    [[], 'R1.recipe: this is a directory'],
    [['--recipes', 'nowhere'], 'its directory does not exist'],
  ] as const) {
    const { status, stderr } = program.do('confirm', ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^foretrace: error FILE_UNWRITABLE: .*\n {2}hint: .*\n$/);
    expect(stderr).toContain(why);
  }
  rmSync(join(program.cwd, 'R1.recipe'), { recursive: true });
  const kept = (
    ...words: string[]
  ): readonly { readonly confirmation?: { readonly recipe?: string; readonly harm?: string } }[] => {
    program.do('run', '--format', 'json=r.json', ...words);
    return JSON.parse(readFileSync(join(program.cwd, 'r.json'), 'utf8')).findings;
  };
  const [{ fingerprint }] = JSON.parse(program.do('analyze', ...traceOf(program), '--format', 'json').stdout).findings;
  expect(program.do('confirm', fingerprint.slice(0, 8)).stderr).toContain('R1  x: confirmed');
  program.found();
  expect(kept('--runs', '2', './p')[0]?.confirmation).toMatchObject({ recipe: 'R1.recipe', harm: expect.any(String) });

  // The recipe of another program takes its place.
  writeFileSync(join(program.cwd, 'q.c'), threads(...INCREMENTS).replace(/\bx\b/g, 'y'));
  program.do('cc', '-g', '-O1', 'q.c', '-o', 'q');
  for (let run = 0; run < 20 && program.do('run', './q').status === 0; run++);
  const other = program.do('replay', 'R1.recipe', '--', './q');
  expect(other).toMatchObject({ status: 3, stderr: expect.stringContaining('hint: a recipe is of one build') });
  program.do('confirm');
  program.found();
  const [old] = kept('./p');
  expect(old?.confirmation).toBeDefined();
  expect(old?.confirmation).not.toHaveProperty('recipe');
}, 600_000);

/** One that a run has left. */
function traceOf(program: RecordedProgram): string[] {
  program.do('run', '--trace', 't.ftrace', './p');
  for (let run = 0; run < 20 && !existsSync(join(program.cwd, 't.ftrace')); run++)
    program.do('run', '--trace', 't.ftrace', './p');
  return ['t.ftrace'];
}

describe('what cannot be read', () => {
  const wrong = (cwd: string, ...args: string[]): Outcome =>
    foretrace(['confirm', ...args], { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } });

  test('no pipe is read again and again, and none is waited for', () => {
    const cwd = folder();
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    for (const [file, why] of [
      ['pipe', 'can be read once'],
      ['-', 'can be read once'],
      ['.', 'is a directory'],
      ['none', 'no such file'],
    ] as const) {
      const { status, stderr } = wrong(cwd, '--suspected', '--stdin', file, '--', 'true');
      expect(stderr).toContain(why);
      expect(status).toBe(2);
    }
  });

  test('a trace that is not there is no finding', () => {
    const { status, stderr } = wrong(folder(), 'none.ftrace', '--', 'true');
    expect(stderr).toMatch(/^foretrace: error FILE_UNREADABLE: none\.ftrace: there is no such trace/);
    expect(status).toBe(2);
  });
});
