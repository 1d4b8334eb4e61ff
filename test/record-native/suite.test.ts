// The labelled suite: every program in programs/ is built, run, recorded and analysed with the default detectors, and must get the
// verdict of its name. `ok` has no finding; `race` has one; `predicted` has one, and none by happens-before.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { sample } from '../record/sample.ts';
import { build, judge, languages } from './recording.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((name) => /\.(?:ok|race|predicted)\.(?:c|cpp)$/.test(name));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-suite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Verdict = 'ok' | 'race' | 'predicted';

/** A schedule may hide a race: one thread has done the work of two. A program without one is silent in every schedule. */
const MOST_RUNS: Readonly<Record<Verdict, number>> = { ok: 1, race: 4, predicted: 4 };

/** A line per finding. */
async function told(program: string): Promise<string[]> {
  const { findings, status, output } = await judge([program], programs);
  expect(status, output).toBe(0);
  return findings.map(({ claim, variable, first, second }) => `${claim} ${variable} ${first?.location} ${second.location}`);
}

function verdictOn(said: readonly string[]): Verdict {
  if (said.length === 0) return 'ok';
  return said.some((words) => words.startsWith('observed')) ? 'race' : 'predicted';
}

/** A race that this run only predicts is one, too. */
function isAs(verdict: Verdict, said: readonly string[]): boolean {
  return verdict === 'race' ? said.length > 0 : verdictOn(said) === verdict;
}

describe('the suite', () => {
  for (const name of sample(names, 10)) {
    const [, verdict, extension] = /\.(ok|race|predicted)\.(c|cpp)$/.exec(name) as unknown as [string, Verdict, string];
    test.concurrent(name, async (context) => {
      needs(languages[extension]!, context);
      const program = join(folder, name.replaceAll('.', '-'));
      const flags = extension === 'c' ? [] : ['-std=c++20'];
      await build(languages[extension]!, [...flags, '-O1', '-pthread', '-w', name, '-o', program], programs);
      let said = await told(program);
      let runs = 1;
      for (; runs < MOST_RUNS[verdict] && !isAs(verdict, said); runs++) said = await told(program);
      context.task.meta.runs = runs;
      expect(isAs(verdict, said), `${verdictOn(said)} in the last of ${runs} runs: ${said.join('\n')}`).toBe(true);
      // Every finding is told by a line of the program, or of a template that it uses.
      for (const words of said) expect(words).toMatch(extension === 'c' ? `${name}:` : /\.cpp:|\/include\/c\+\+\//);
    });
  }
});
