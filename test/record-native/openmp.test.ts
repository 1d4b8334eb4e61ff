// The labelled programs with OpenMP, as gcc and as clang compile them: each must get the verdict of its name (test/record/verdict.ts), by the lines of the program.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Needed, needs } from '../needs.ts';
import { fault, racesIn, verdictIn } from '../record/verdict.ts';
import { sample } from '../runs.ts';
import { build, judge } from './recording.ts';

const programs = join(import.meta.dirname, 'openmp');
const folder = mkdtempSync(join(tmpdir(), 'foretrace-openmp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A schedule may hide a race: one thread has done the work of two. */
const MOST_RUNS = 4;

const compilers: Readonly<Record<string, readonly Needed[]>> = { gcc: ['gcc'], clang: ['clang', 'libomp'] };
/** What clang makes of these is another program. Sections are a loop that it divides among the threads itself, and a loop of one thread has one chunk for
 * libomp; and without a device it leaves out what only moves data, with what that depends on. */
const NOT_BY_CLANG = new Set([
  'one-thread-large-chunks.race.c',
  'one-thread-two-chunks.race.c',
  'one-thread-two-sections.race.c',
  'target-nowait.ok.c',
]);
const cases = readdirSync(programs)
  .flatMap((name) => Object.keys(compilers).map((compiler) => ({ compiler, name })))
  .filter(({ compiler, name }) => compiler !== 'clang' || !NOT_BY_CLANG.has(name));

// An odd number of them, so that each compiler has its turn.
test.concurrent.for(sample(cases, 15))('$compiler: $name', { retry: 0 }, async ({ compiler, name }, context) => {
  needs(compilers[compiler]!, context);
  const verdict = verdictIn(name);
  const program = join(folder, `${compiler}-${name.replaceAll('.', '-')}`);
  await build('c', ['-fopenmp', '-O1', '-w', name, '-o', program], programs, { FORETRACE_CC: compiler });
  let judged = await judge([program], programs);
  for (let runs = 1; verdict === 'race' && runs < MOST_RUNS && fault(verdict, judged) !== undefined; runs++)
    judged = await judge([program], programs);
  expect(fault(verdict, judged)).toBeUndefined();
  for (const words of racesIn(judged)) expect(words).toMatch(`${name}:`);
});
