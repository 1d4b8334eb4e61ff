// The kernels in a real browser: the library finds there what it finds here.

import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromium as program } from '../../scripts/chromium.mjs';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { shb } from '../../src/detectors/shb/index.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '../..');
const options = { events: 50_000, threads: 300, races: 0.01, volatile: 0.02, readers: 0.1, barriers: 0.001 };
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: program(), args: ['--no-sandbox', '--disable-gpu'] });
});

afterAll(async () => {
  await browser?.close();
});

/** A script that says what a detector finds in the generated trace. */
async function script(detector: string): Promise<string> {
  const contents = `
    import { ${detector} } from './src/detectors/${detector}/index.ts';
    import { generatedTrace } from './src/trace/random/generator.ts';
    import { run } from './test/detectors/run.ts';
    globalThis.found = run(${detector}, generatedTrace(${JSON.stringify(options)}));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
  });
  return outputFiles[0]!.text;
}

test.each([fasttrack, shb])('$id', async (detector) => {
  const page = await browser.newPage();
  await page.addScriptTag({ content: await script(detector.id) });
  const found = run(detector, generatedTrace(options));
  expect(found.pairs.length).toBeGreaterThan(100);
  expect(await page.evaluate('globalThis.found')).toEqual(found);
});
