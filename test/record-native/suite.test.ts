// The labelled suite: every program in programs/ is built, run, recorded and analysed with the default detectors, and must get the
// verdict of its name (test/record/verdict.ts).

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { expectSameReduced } from '../record/reduced-verdict.ts';
import { sample } from '../record/sample.ts';
import { fault, racesIn, VERDICT, type Verdict, verdictIn } from '../record/verdict.ts';
import { build, judge, languages } from './recording.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((name) => VERDICT.test(name));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-suite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A schedule may hide a race: one thread has done the work of two. A program without one is silent in every schedule. */
const MOST_RUNS: Readonly<Record<Verdict, number>> = { ok: 1, race: 4, predicted: 4, deadlock: 1, 'may-deadlock': 4 };

describe('the suite', () => {
  for (const name of sample(names, 10)) {
    const verdict = verdictIn(name);
    const extension = extname(name).slice(1);
    test.concurrent(name, async (context) => {
      needs(languages[extension]!, context);
      const program = join(folder, name.replaceAll('.', '-'));
      const flags = extension === 'c' ? [] : ['-std=c++20'];
      await build(languages[extension]!, [...flags, '-O1', '-pthread', '-w', name, '-o', program], programs);
      let judged = await judge([program], programs);
      let runs = 1;
      for (; runs < MOST_RUNS[verdict] && fault(verdict, judged) !== undefined; runs++) judged = await judge([program], programs);
      context.task.meta.runs = runs;
      expect(fault(verdict, judged), `in the last of ${runs} runs`).toBeUndefined();
      // Every finding is told by a line of the program, or of a template that it uses.
      for (const words of [...racesIn(judged), ...judged.deadlocks])
        expect(words).toMatch(extension === 'c' ? `${name}:` : /\.cpp:|\/c\+\+\//);
    });
  }
});

describe('reduced', () => {
  for (const name of sample(names, 20)) {
    const extension = extname(name).slice(1);
    test.concurrent(name, async (context) => {
      needs(languages[extension]!, context);
      const program = join(folder, `${name.replaceAll('.', '-')}-reduced`);
      const flags = extension === 'c' ? [] : ['-std=c++20'];
      await build(languages[extension]!, [...flags, '-O1', '-pthread', '-w', name, '-o', program], programs);
      await expectSameReduced(verdictIn(name), (reduce) => judge([program], programs, { reduce }));
    });
  }
});
