// The labelled suite: every program in programs/ is built, run, recorded and analysed with the default detectors, and must get the
// verdict of its name (test/record/verdict.ts).

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { needs } from '../needs.ts';
import { expectSameReduced } from '../record/reduced-verdict.ts';
import { fault, racesIn, VERDICT, type Verdict, verdictIn } from '../record/verdict.ts';
import { sample } from '../runs.ts';
import { build, judge, languages } from './recording.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((name) => VERDICT.test(name));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-suite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A schedule may hide a race: one thread has done the work of two. A program without one is silent in every schedule. */
const MOST_RUNS: Readonly<Record<Verdict, number>> = { ok: 1, race: 4, predicted: 4, deadlock: 1, 'may-deadlock': 4 };

const built = new Map<string, Promise<string>>();

/** Built once for all that run it. */
function executable(name: string, context: TestContext): Promise<string> {
  const extension = extname(name).slice(1);
  const language = languages[extension]!;
  needs(language, context);
  const compile = async (): Promise<string> => {
    const program = join(folder, name.replaceAll('.', '-'));
    const flags = extension === 'c' ? [] : ['-std=c++20'];
    await build(language, [...flags, '-O1', '-pthread', '-w', name, '-o', program], programs);
    return program;
  };
  if (!built.has(name)) built.set(name, compile());
  return built.get(name)!;
}

describe('the suite', { retry: 0 }, () => {
  for (const name of sample(names, 20)) {
    const verdict = verdictIn(name);
    test.concurrent(name, async (context) => {
      const program = await executable(name, context);
      let judged = await judge([program], programs);
      let runs = 1;
      for (; runs < MOST_RUNS[verdict] && fault(verdict, judged) !== undefined; runs++) judged = await judge([program], programs);
      context.task.meta.runs = runs;
      expect(fault(verdict, judged), `in the last of ${runs} runs`).toBeUndefined();
      // Every finding is told by a line of the program, or of a template that it uses.
      for (const words of [...racesIn(judged), ...judged.deadlocks])
        expect(words).toMatch(name.endsWith('.c') ? `${name}:` : /\.cpp:|\/c\+\+\//);
    });
  }
});

describe('reduced', () => {
  for (const name of sample(names, 40)) {
    test.concurrent(name, { retry: 0 }, async (context) => {
      const program = await executable(name, context);
      await expectSameReduced(verdictIn(name), (reduce) => judge([program], programs, { reduce }));
    });
  }
});
