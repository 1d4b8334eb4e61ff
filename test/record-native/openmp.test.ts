// The labelled programs with OpenMP, as gcc compiles them: each must get the verdict of its name (test/record/verdict.ts), by the lines of the program.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { fault, racesIn, verdictIn } from '../record/verdict.ts';
import { sample } from '../runs.ts';
import { build, judge } from './recording.ts';

const programs = join(import.meta.dirname, 'openmp');
const folder = mkdtempSync(join(tmpdir(), 'foretrace-openmp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A schedule may hide a race: one thread has done the work of two. */
const MOST_RUNS = 4;

test.concurrent.for(sample(readdirSync(programs), 8))('%s', async (name, context) => {
  needs('gcc', context);
  const verdict = verdictIn(name);
  const program = join(folder, name.replaceAll('.', '-'));
  await build('c', ['-fopenmp', '-O1', '-w', name, '-o', program], programs, { FORETRACE_CC: 'gcc' });
  let judged = await judge([program], programs);
  for (let runs = 1; verdict === 'race' && runs < MOST_RUNS && fault(verdict, judged) !== undefined; runs++)
    judged = await judge([program], programs);
  expect(fault(verdict, judged)).toBeUndefined();
  for (const words of racesIn(judged)) expect(words).toMatch(`${name}:`);
});
