// The labelled suite: every program in programs/ is built, recorded and analysed with the default detectors, and must get the
// verdict of its name. `ok` has no finding; `race` has one; `predicted` has one, and none by happens-before.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sample } from '../record/sample.ts';
import { build, judge, languages } from './recording.ts';

const programs = join(import.meta.dirname, 'programs');
const names = readdirSync(programs).filter((name) => /\.(?:ok|race|predicted)\.(?:c|cpp)$/.test(name));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-suite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A line per finding. */
async function told(program: string): Promise<string[]> {
  const { findings, status, output } = await judge([program], programs);
  expect(status, output).toBe(0);
  return findings.map(({ claim, variable, first, second }) => `${claim} ${variable} ${first?.location} ${second.location}`);
}

function isObserved(said: readonly string[]): boolean {
  return said.some((words) => words.startsWith('observed'));
}

describe('the suite', () => {
  test.concurrent.each(sample(names, 6))(
    '%s',
    // No two runs of a program have the same schedule. Vitest tells which ones needed a second attempt.
    { timeout: 120_000, retry: 1 },
    async (name) => {
      const [, verdict, extension] = /\.(ok|race|predicted)\.(c|cpp)$/.exec(name)!;
      const program = join(folder, name.replaceAll('.', '-'));
      const flags = extension === 'c' ? [] : ['-std=c++20'];
      await build(languages[extension!]!, [...flags, '-O1', '-pthread', '-w', name, '-o', program], programs);
      let said = await told(program);
      // On a busy machine a delay may not have ordered the run, or one thread may have done the work of two.
      const isOdd = () => (verdict === 'predicted' ? isObserved(said) : verdict === 'race' && said.length === 0);
      for (let i = 0; i < 3 && isOdd(); i++) said = await told(program);
      if (verdict === 'ok') expect(said).toEqual([]);
      else expect(said.length, 'findings').toBeGreaterThan(0);
      if (verdict === 'predicted') expect(isObserved(said), said.join('\n')).toBe(false);
      // Every finding is told by a line of the program, or of a template that it uses.
      for (const words of said) expect(words).toMatch(extension === 'c' ? `${name}:` : /\.cpp:|\/include\/c\+\+\//);
    },
  );
});
