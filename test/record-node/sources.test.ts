// TypeScript and bundles: a race is told by the lines of the source, whatever became of it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { sample } from '../runs.ts';
import { judge } from './judge.ts';

const MAIN = `import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { Tally } from './tally.ts';

interface Job {
  readonly memory: SharedArrayBuffer;
}

if (isMainThread) {
  const job: Job = { memory: new SharedArrayBuffer(16) };
  for (let i = 0; i < 2; i++) new Worker(process.argv[1]!, { workerData: job });
} else {
  const tally = new Tally((workerData as Job).memory);
  for (let i = 0; i < 5; i++) tally.add(2);
}
`;
const TALLY = `/** Types, and lines that the compiler drops. */
type Index = number;

export class Tally {
  private readonly words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory);
  }

  add(at: Index): void {
    this.words[at]! += 1;
  }
}
`;

const ways: readonly [string, BuildOptions][] = [
  ['TypeScript, a file each, maps beside them', { bundle: false, entryPoints: ['src/main.ts', 'src/tally.ts'], sourcemap: true }],
  ['a bundle, map beside it', { bundle: true, sourcemap: true }],
  ['a bundle, map inside', { bundle: true, sourcemap: 'inline' }],
  [
    'a minified bundle of CommonJS',
    { bundle: true, sourcemap: true, minify: true, format: 'cjs', outExtension: { '.js': '.cjs' } },
  ],
];

test.each(sample(ways, 3))('%s', async (_, options) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src'));
  // Without a bundler the compiler leaves the name of the import alone.
  writeFileSync(join(folder, 'src/main.ts'), options.bundle ? MAIN : MAIN.replace('tally.ts', 'tally.mjs'));
  writeFileSync(join(folder, 'src/tally.ts'), TALLY);
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/main.ts'],
    outdir: 'out',
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
    ...options,
  });
  const program = options.format === 'cjs' ? 'out/main.cjs' : 'out/main.mjs';
  const { findings, status, output } = await judge([process.execPath, program], folder);
  expect(status, output).toBe(0);
  expect(findings.length).toBeGreaterThan(0);
  for (const { first, second } of findings)
    for (const access of [first!, second]) expect(access.location).toMatch(/^src\/tally\.ts:12:\d+$/);
});
