// Small programs in C of two threads, recorded as a user does, in a project of their own.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { folder, foretrace, type Outcome } from './run.ts';

export const BEGIN = `#include <foretrace/annotate.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, c;
`;
const MAIN = `
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  printf("%d\\n", x);
  return 0;
}
`;

/** What the two threads do, and what stands before them. */
export const threads = (f: string, g: string, before = ''): string =>
  `${BEGIN}${before}static void *f(void *u) { ${f} return u; }\nstatic void *g(void *u) { ${g} return u; }\n${MAIN}`;
export const LOCK = 'pthread_mutex_lock(&m);';
export const UNLOCK = 'pthread_mutex_unlock(&m);';

export class RecordedProgram {
  readonly cwd: string;

  constructor(source: string) {
    this.cwd = folder();
    writeFileSync(join(this.cwd, 'package.json'), '{}');
    writeFileSync(join(this.cwd, 'p.c'), source);
    expect(this.do('cc', '-g', '-O1', 'p.c', '-o', 'p')).toMatchObject({ status: 0 });
  }

  do(...args: string[]): Outcome {
    return foretrace(args, { cwd: this.cwd });
  }

  /** Runs it until something is found: one thread may be over before the other begins. */
  found(...args: string[]): Outcome {
    let outcome = this.do('run', ...args, './p');
    for (let run = 0; run < 20 && outcome.status === 0; run++) outcome = this.do('run', ...args, './p');
    return outcome;
  }
}
