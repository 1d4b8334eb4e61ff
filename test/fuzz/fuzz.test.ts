// A little fuzzing with every run of the tests, and all that fuzzing ever found. `npm run fuzz` does more of it.
// A failure names the seed of its input: FORETRACE_SEED, see test/runs.ts.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { long, runs, seed } from '../runs.ts';
import { Random } from './mutate.ts';
import { inputOf } from './target.ts';
import { targets } from './targets/index.ts';

test.runIf(long)('five minutes of fuzzing find nothing', { timeout: 3_600_000 }, async () => {
  const args = ['scripts/run-ts.mjs', 'test/fuzz/main.ts', '--minutes', '5', '--seed', String(seed)];
  await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '../..') });
});

const CORPUS = join(import.meta.dirname, '../corpus');
const { numRuns } = runs(300, 50);

describe.each(targets)('$name', (target) => {
  const folder = join(CORPUS, target.name);
  const kept = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of kept)
    test(`found before: ${name}`, async () => {
      await target.run(readFileSync(join(folder, name)), new Random(1));
    });

  test(`${numRuns} broken inputs`, { timeout: 60_000 + numRuns * 200 }, async () => {
    const seeds = target.seeds();
    const answers = new Set<unknown>();
    for (let i = 0; i < numRuns; i++) {
      const random = new Random(Math.imul(seed, 1_000_003) + i);
      const { bytes, how } = inputOf(target, seeds, random);
      try {
        answers.add(await target.run(bytes, random));
      } catch (error) {
        const shown = Buffer.from(bytes.subarray(0, 600)).toString('base64');
        throw new Error(`FORETRACE_SEED=${seed}, input ${i} (${how}), base64 ${shown}`, { cause: error });
      }
    }
    // The inputs reach more than the first check.
    if (target.name === 'readers') expect(answers.size).toBeGreaterThan(8);
  });
});
