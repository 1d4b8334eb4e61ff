// The kernels in a browser: the same work on the same data in Node, in headless Chromium and, where there is one, in plain C, by turns.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { type KernelWork, kernelTrace, kernelWorks, stdOf } from '../kernel-work.ts';
import { reference, writeColumns } from '../reference.ts';
import type { Cell, Context, Suite, Table } from '../suite.ts';

/** Many, so that one of the runs is left alone on a busy machine. */
const REPEATS = 8;

export const browser: Suite = {
  id: 'browser',
  says: 'the kernels (FastTrack, SHB, reading STD) in Node, in headless Chromium and in C, on the same data',
  async run(context) {
    const program = await chromiumProgram(context.root);
    if (program === undefined) return [];
    const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      return [await table(context, browser.version(), await browser.newPage())];
    } finally {
      await browser.close();
    }
  },
};

async function table({ root, scratch, quick, progress, keep }: Context, version: string, page: Page): Promise<Table> {
  const events = quick ? 200_000 : 1_000_000;
  const rows: Cell[][] = [];
  const result: Table = {
    title: `The kernels on ${events} irregular events in memory, in Node ${process.version.slice(1)} and Chromium ${version}`,
    columns: ['kernel', 'threads', 'Node ns/event', 'Chromium ns/event', 'Chromium / Node', 'C ns/event', 'Chromium / C'],
    rows,
    notes: [
      'best of runs by turns, by the clock on the wall; C runs FastTrack and a parser of STD, and is asked for processor time',
    ],
  };
  await page.addScriptTag({ content: await script(root, events) });
  const references = reference(root, scratch);
  for (const [i, make] of kernelWorks(events).entries()) {
    const work = make();
    progress(`${work.name}, ${work.threads} threads`);
    await page.evaluate(`globalThis.work = kernelWorks[${i}]()`);
    const c = inC(work, events, scratch);
    let [node, there, plain] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < (quick ? 8 : 16); round++) {
      node = Math.min(node, work.time(REPEATS));
      there = Math.min(there, await page.evaluate<number>(`work.time(${REPEATS})`));
      plain = Math.min(plain, c(references) ?? plain);
    }
    const ofC = Number.isFinite(plain) ? [plain, there / plain] : [null, null];
    rows.push([work.name, work.threads, node, there, there / node, ...ofC]);
    keep(result);
  }
  return result;
}

/** What C takes for the same data; SHB is not there, and has FastTrack beside it. */
function inC(
  { name, threads }: KernelWork,
  events: number,
  scratch: string,
): (c: ReturnType<typeof reference>) => number | undefined {
  const trace = kernelTrace(events, threads);
  const file = join(scratch, `browser-${threads}${name === 'reading STD' ? '.std' : '.bin'}`);
  if (name === 'reading STD') {
    writeFileSync(file, Buffer.concat(stdOf(trace)));
    return (c) => c.parseStd(file, 8);
  }
  writeColumns(trace, file);
  return (c) => c.fasttrack(file, 8);
}

/** The work as a script of a page. */
async function script(root: string, events: number): Promise<string> {
  const contents = `
    import { kernelWorks } from './bench/kernel-work.ts';
    globalThis.kernelWorks = kernelWorks(${events});`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]!.text;
}

/** Undefined, and a line that says what to install, where there is none. Not part of the bundle: the script is a program of its own as well. */
export async function chromiumProgram(root: string): Promise<string | undefined> {
  const path = pathToFileURL(join(root, 'scripts', 'chromium.mjs')).href;
  const { chromium: find } = (await import(path)) as { chromium(): string };
  try {
    return find();
  } catch (error) {
    process.stderr.write(`bench: no numbers of a browser: ${(error as Error).message}\n`);
    return undefined;
  }
}
