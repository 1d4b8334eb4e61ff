// The labelled suite of Rust: every program in programs/ is built, run, recorded and analysed with the default detectors, and must get the verdict of
// its name (test/record/verdict.ts).

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { needsRust } from '../needs.ts';
import { fault, racesIn, VERDICT, type Verdict, verdictIn } from '../record/verdict.ts';
import { sample } from '../runs.ts';
import { build, judge } from './recording.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((name) => VERDICT.test(name));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-rust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A schedule may hide a race: one thread has done the work of two. A program without one is silent in every schedule. */
const MOST_RUNS: Readonly<Record<Verdict, number>> = { ok: 1, race: 4, predicted: 4, deadlock: 1, 'may-deadlock': 4 };
/** The first test of a machine builds the standard library. */
const PATIENCE = 1_200_000;

describe('the suite', () => {
  beforeEach(needsRust, PATIENCE);
  for (const [i, name] of sample(names, 10).entries()) {
    const verdict = verdictIn(name);
    test.concurrent(name, async (context) => {
      const program = join(folder, name.replaceAll('.', '-'));
      const options = ['--edition=2021', `-Copt-level=${i % 3}`, '-Awarnings', '--crate-name=program'];
      await build([...options, name, '-o', program], programs);
      let judged = await judge([program], programs);
      let runs = 1;
      for (; runs < MOST_RUNS[verdict] && fault(verdict, judged) !== undefined; runs++) judged = await judge([program], programs);
      context.task.meta.runs = runs;
      expect(fault(verdict, judged), `in the last of ${runs} runs`).toBeUndefined();
      // Every finding is told by a line.
      for (const words of [...racesIn(judged), ...judged.deadlocks]) expect(words).toMatch(/\.rs:/);
    });
  }
});
