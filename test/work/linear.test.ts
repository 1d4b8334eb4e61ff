// Every reader takes time in proportion to its input, however hostile that is. Work is counted, not measured: see count.mjs.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

interface Counted {
  readonly name: string;
  /** The smallest size, in bytes. */
  readonly unit: number;
  /** For inputs of 1, 4 and 16 times the smallest size. */
  readonly work: readonly [number, number, number];
}

/** What does not depend on the input only makes the growth smaller; growing tables are copied now and then. */
const MOST_GROWTH = 1.5;
/** Steps for a byte; usually there are 10 to 80. */
const MOST_STEPS = 400;

async function counted(subjects: string): Promise<Counted[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-work-'));
  try {
    const outfile = join(folder, 'subjects.mjs');
    const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
    await build({ entryPoints: [path(subjects)], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' });
    const { stdout } = await promisify(execFile)(process.execPath, [path('count.mjs'), outfile], { maxBuffer: 1 << 26 });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('hostile lines of 16 times the length take 16 times the work', { timeout: 300_000 }, async () => {
  const all = await counted('subjects.ts');
  expect(all.length).toBeGreaterThan(100);
  const steep = all.filter(
    ({ work: [once, four, sixteen] }) => four > once * 4 * MOST_GROWTH || sixteen > once * 16 * MOST_GROWTH,
  );
  expect(steep).toEqual([]);
  const heavy = all.filter(({ unit, work: [, four, sixteen] }) => (sixteen - four) / (12 * unit) > MOST_STEPS);
  expect(heavy).toEqual([]);
});
