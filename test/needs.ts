// Tests that need a program which not every machine has. Under plain `npm test` they are skipped without it, and missing-programs.ts counts
// them at the end; where everything is to be tested (.ci/run) they fail.

import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { all } from './runs.ts';

const known = new Map<string, boolean>();

function isThere(program: string): boolean {
  let answer = known.get(program);
  if (answer === undefined) {
    answer = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
    known.set(program, answer);
  }
  return answer;
}

/** To be called first in a test. */
export function needs(program: string, { skip }: Pick<TestContext, 'skip'>): void {
  if (isThere(program)) return;
  if (all) throw new Error(`${program} is missing`);
  skip(`${program} is missing`);
}
