// Programs are built, run as often as it takes, ended if they hang, and leave nothing behind. The tool is a made-up one that believes its program.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { NativePrograms } from '../../bench/native-programs.ts';
import { type HowToRun, Judge, type Verdict } from '../../bench/verdicts/judge.ts';
import type { Tool } from '../../bench/verdicts/tools.ts';
import { needs } from '../needs.ts';

beforeEach((context) => needs('gcc', context));

const tool: Tool = {
  id: 'believer',
  title: 'Believer',
  build: 'plain',
  commands: [],
  run: (program, report) => ({ words: [program, report], env: { BELIEVED: 'yes' } }),
  said: (output) => (output.includes('race') ? 'race' : 'silent'),
};

interface Judgement {
  readonly verdict: Verdict;
  /** What the program wrote to the file COUNT. */
  readonly count: string;
}

async function judged(text: string, how: Partial<HowToRun> = {}): Promise<Judgement> {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-judge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [own, source, count] = [join(folder, 'own'), join(folder, 'program.c'), join(folder, 'count')];
  mkdirSync(own);
  writeFileSync(source, text);
  writeFileSync(count, '');
  const judge = new Judge(new NativePrograms({ root: folder }, own), { runs: 1, patience: 600, threads: 3, ...how }, folder);
  const program = {
    name: 'program.c',
    language: 'c',
    source,
    label: 'race',
    flags: [`-DCOUNT="${count}"`],
    isOpenMp: false,
  } as const;
  const verdict = await judge.verdict(tool, program);
  await judge.leave();
  expect(readdirSync(own)).toEqual([]);
  return { verdict, count: readFileSync(count, 'utf8') };
}

const COUNTED = `#include <stdio.h>
  #include <stdlib.h>
  int main(void) {
    FILE *count = fopen(COUNT, "a+");
    fputc('x', count);
    fflush(count);
    fopen("left behind", "w");
    if (ftell(count) >= AT) puts("race");
    return 3;
  }`;

test('it is run until it reports, and not again', async () => {
  const { verdict, count } = await judged(COUNTED.replace('AT', '2'), { runs: 4 });
  expect([verdict.outcome, count]).toEqual(['race', 'xx']);
});

test('it is run no more often than asked', async () => {
  const { verdict, count } = await judged(COUNTED.replace('AT', '4'), { runs: 3 });
  expect([verdict.outcome, count]).toEqual(['silent', 'xxx']);
});

test('it has the threads and the environment of its tool', async () => {
  const { verdict } = await judged(`#include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    int main(void) {
      if (!strcmp(getenv("OMP_NUM_THREADS"), "3") && !strcmp(getenv("BELIEVED"), "yes")) puts("race");
    }`);
  expect(verdict.outcome).toBe('race');
});

test('what hangs is ended, and gets no verdict', async () => {
  const { verdict } = await judged('#include <unistd.h>\nint main(void) { for (;;) pause(); }', { patience: 1 });
  expect(verdict).toEqual({ outcome: 'not ended', seconds: 0 });
});

test('what does not compile says why', async () => {
  const { verdict } = await judged('#error no program\n');
  expect(verdict).toMatchObject({ outcome: 'not built', seconds: 0, words: expect.stringContaining('no program') });
});
