// The timeline of the viewer on ten million events: what it takes to build, and a frame while it is panned and zoomed, in headless Chromium without a GPU.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import type { Cell, Context, Suite, Table } from '../suite.ts';
import { chromiumProgram } from './browser.ts';

const FRAMES = 120;
/** One after the other; how much nearer than before. */
const MOVES = [
  ['zoom', 1],
  ['pan', 1],
  ['pan', 100],
] as const;

export const timeline: Suite = {
  id: 'timeline',
  says: 'the timeline of the viewer on long runs: building it, panning and zooming it',
  async run(context) {
    const program = await chromiumProgram(context.root);
    if (program === undefined) return [];
    const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      return [await table(context, browser.version(), await browser.newPage({ viewport: { width: 1400, height: 900 } }))];
    } finally {
      await browser.close();
    }
  },
};

async function table({ root, quick, progress, keep }: Context, version: string, page: Page): Promise<Table> {
  const rows: Cell[][] = [];
  const result: Table = {
    title: `The timeline in Chromium ${version}, 1400 × 900, drawn by the processor`,
    columns: [
      'events',
      'threads',
      'build CPU ms',
      'first picture CPU ms',
      'move',
      'CPU ms a frame',
      'frame ms, median',
      '95 of 100',
    ],
    rows,
    notes: [
      'CPU is the time of the processor in the thread of the page, which what else runs on the machine hardly changes: 16.7 ms would be 60 a second',
      'frame is the time on the wall from one to the next',
    ],
  };
  // Not part of the bundle: the script is a program of its own as well.
  const { bundled } = (await import(
    pathToFileURL(join(root, 'scripts/page.mjs')).href
  )) as typeof import('../../scripts/page.mjs');
  await page.setContent('<!doctype html><style></style><body></body>');
  await page.addStyleTag({ content: await bundled('src/viewer/timeline/timeline.css') });
  await page.addScriptTag({ content: await bundled('bench/timeline-page.ts') });
  await page.evaluate('warmUp()');
  const cpu = await cpuMeter(page);
  for (const [events, threads] of quick
    ? [[1_000_000, 8]]
    : ([
        [1_000_000, 8],
        [10_000_000, 8],
        [10_000_000, 100],
      ] as const)) {
    progress(`${events} events, ${threads} threads`);
    await page.evaluate(`generate(${events}, ${threads})`);
    const build = (await cpu(() => page.evaluate('prepare()'))).ms;
    const show = (await cpu(() => page.evaluate('show()'))).ms;
    for (const [move, nearer] of MOVES) {
      const count = quick ? 60 : FRAMES;
      await page.evaluate(`nearer(${nearer})`);
      const { ms, value: between } = await cpu(() => page.evaluate<readonly number[]>(`${move}(${count})`));
      const says = nearer === 1 ? move : `${move}, ${nearer} times as near`;
      rows.push([events!, threads!, build, show, says, ms / count, at(between, 0.5), at(between, 0.95)]);
      keep(result);
    }
  }
  return result;
}

/** Milliseconds of the processor that the thread of the page takes for something. */
async function cpuMeter(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  return async <R>(work: () => Promise<R>): Promise<{ ms: number; value: R }> => {
    const before = await taken();
    const value = await work();
    return { ms: (await taken()) - before, value };
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
