// The site in a browser: built as `npm run site` builds it, served from a folder, with its own policy.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromium as installed } from '../../scripts/chromium.mjs';
import { examples } from '../../scripts/site/examples.ts';
import { formatById } from '../../src/formats/index.ts';
import { parseTrace } from '../../src/formats/read.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'foretrace-site-'));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What is typed is on the screen when the worker has answered, whenever that is. */
const patient = { timeout: 60_000 };

let browser: Browser;
let server: Server;
let home: string;
let context: BrowserContext;
let page: Page;
/** What went wrong on the page, a broken policy among it. */
let troubles: string[];
let requests: string[];

beforeAll(async () => {
  const words = [join(root, 'scripts/run-ts.mjs'), 'scripts/site/main.ts', '--no-api', '--out', join(folder, 'site')];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://x').pathname;
    try {
      const bytes = readFileSync(join(folder, 'site', path === '/' ? 'index.html' : path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await chromium.launch({ executablePath: installed(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function fresh(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  page = await context.newPage();
  troubles = [];
  requests = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
}

beforeEach(() => fresh());
afterEach(async () => {
  expect(troubles).toEqual([]);
  // Nothing but the site; blobs are its own worker.
  for (const url of requests) expect(url.startsWith(home) || url.startsWith('blob:') || url.startsWith('data:'), url).toBe(true);
  await context.close();
});

/** By axe-core: what a screen reader or a keyboard would stumble over. */
async function violations(): Promise<string[]> {
  return page.evaluate(async (source) => {
    // The policy of the page allows no script of ours, but the debugger may.
    if (!('axe' in globalThis)) new Function(source)();
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations: found } = await checker.run();
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
  }, axe);
}

const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

describe('documentation', () => {
  test('opens, and its links are pages', async () => {
    await page.goto(home);
    expect(await page.title()).toBe('foretrace');
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Which detector when' }).click();
    await page.waitForURL('**/which-detector.html');
    expect(
      await page
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
  });

  test('is searched without a network, by keys', async () => {
    await page.goto(`${home}commands/run.html`);
    await page.keyboard.press('/');
    await page.keyboard.type('lazy initialisation');
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByRole('link').first().waitFor();
    expect(await results.getByRole('link').first().textContent()).toContain('How common races are mended');
    expect(await violations()).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/mending.html*');
    await page.keyboard.press('/');
    await page.keyboard.type('zzzz-nothing');
    await page.getByText('Nothing has all of these words.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('region', { name: 'Results' }).isVisible()).toBe(false);
  });

  test.each(['index.html', 'mending.html', 'commands/analyze.html'])(
    '%s fits a narrow screen, and axe has nothing to say, dark or light',
    async (name) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await fresh({ viewport: { width: 360, height: 780 }, colorScheme });
        await page.goto(home + name);
        expect(await isWide()).toBe(false);
        expect(await violations(), colorScheme).toEqual([]);
      }
    },
  );

  test('is dark or light as the reader says, on the next page as well', async () => {
    await page.goto(home);
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.getByRole('button', { name: 'Dark or light' }).click();
    expect(await paper()).not.toBe(light);
    await page.goto(`${home}docs.html`);
    expect(await paper()).not.toBe(light);
  });
});

describe('playground', () => {
  const trace = () => page.getByRole('textbox', { name: /trace/i });
  const verdict = () => page.locator('.seen > p > .claim');

  test('says what detectors say, while one types', async () => {
    await page.goto(`${home}playground.html`);
    await page.getByText('predicted race: x').waitFor();
    expect(await page.getByRole('row', { name: /^fasttrack observed –/ }).count()).toBe(1);
    expect(await page.getByRole('row', { name: /^predict predicted 1 w\(x\) 0 in T1 ↔ w\(x\) 7 in T2/ }).count()).toBe(1);
    await trace().fill('T1|acq(m)\nT1|w(x)\nT1|rel(m)\nT2|acq(m)\nT2|w(x)\nT2|rel(m)');
    await page.getByText('no race or deadlock').waitFor();
    await trace().fill('T1|w(x)\nT2|w(x)');
    await page.getByText('observed race: x').waitFor();
    expect(await violations()).toEqual([]);
  });

  test('has clocks, locks, sets and the grammar', async () => {
    await page.goto(`${home}playground.html`);
    const view = page.locator('#view');
    for (const [tab, words] of [
      ['Witness', 'comes side by side'],
      ['Columns', 'The schedule that proves R1'],
      ['Clocks', '[2,0]'],
      ['Locksets', '{m}'],
      ['CP sets', 'CCP'],
      ['Grammar', 'S →'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      if (tab !== 'Witness') await view.getByText(words).first().waitFor();
      expect(await violations(), tab).toEqual([]);
    }
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'Detectors' }).getAttribute('aria-selected')).toBe('true');
  });

  test('draws the trace and its witness, while one types', async () => {
    await page.goto(`${home}playground.html`);
    await expect
      .poll(() => page.locator('.chart figcaption').allTextContents(), patient)
      .toEqual(['As it was recorded', 'The witness: a run with this mistake']);
    const order = (name: string) => page.locator('.switch').getByText(name, { exact: true });
    await order('Witness').click();
    await expect.poll(() => page.locator('.chart').count(), patient).toBe(1);
    // Another trace in the same view: what was chosen stays.
    await page.getByLabel('Example').selectOption({ label: 'race: critical section goes first' });
    await page.getByRole('tab', { name: 'List' }).click();
    const steps = page.locator('.events button');
    await expect.poll(() => steps.allTextContents(), patient).not.toContainEqual(expect.stringContaining('(z)'));
    expect(await page.locator('.switch input:checked + span').textContent()).toBe('Witness');
    await trace().fill('T1|w(x)\nT1|w(y)\nT1|w(only)');
    await expect.poll(() => page.locator('.chart figcaption').allTextContents(), patient).toEqual(['As it was recorded']);
    await expect.poll(() => steps.last().textContent(), patient).toContain('w(only)');
    await steps.last().click();
    await trace().fill('T1|w(x)\nT2|w(x)');
    await page.getByRole('tab', { name: 'What if' }).click();
    await page.locator('.what-if button').first().click();
    await page.getByText('the finding is gone').waitFor();
    // The canvas has the colours that the reader chooses.
    const ground = () =>
      page.evaluate(() => [...document.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, 1, 1).data].join());
    expect(await ground()).toBe('255,255,255,255');
    await page.getByRole('button', { name: 'Dark or light' }).click();
    await expect.poll(ground, patient).not.toBe('255,255,255,255');
    expect(await violations()).toEqual([]);
  });

  test('says what is wrong with a line, and keeps what was seen', async () => {
    await page.goto(`${home}playground.html`);
    await verdict().waitFor();
    await trace().fill('T1|w(x)\nT1|jump(x)');
    await page.getByText(/line 2.*jump/).waitFor();
    expect(await verdict().count()).toBe(1);
    expect(await violations()).toEqual([]);
  });

  test('has its state in the address', async () => {
    await page.goto(`${home}playground.html`);
    await verdict().waitFor();
    await trace().fill('T1|w(<i>shared</i>)\nT2|w(<i>shared</i>)');
    await page.getByText('observed race: <i>shared</i>').waitFor();
    const address = page.url();
    await fresh();
    await page.goto(address);
    await page.getByText('observed race: <i>shared</i>').waitFor();
    expect(await trace().inputValue()).toBe('T1|w(<i>shared</i>)\nT2|w(<i>shared</i>)');
  });

  test('takes every example', async () => {
    await page.goto(`${home}playground.html`);
    for (const [i] of examples(root).entries()) {
      await page.getByLabel('Example').selectOption(String(i));
      await page.waitForFunction(() => document.querySelector('.seen')?.getAttribute('aria-busy') === 'false');
      expect(await page.locator('.trouble').count()).toBe(0);
    }
  });

  test('a long text is refused with a line, and nothing hangs', async () => {
    await page.goto(`${home}playground.html`);
    await verdict().waitFor();
    await trace().fill('T1|w(x)\n'.repeat(600));
    await page.getByText(/up to 500 lines/).waitFor();
    // As much as is taken.
    await trace().fill(Array.from({ length: 480 }, (_, i) => `T${i % 24}|w(x${i % 7})`).join('\n'));
    await page.waitForFunction(() => document.querySelector('.seen')?.getAttribute('aria-busy') === 'false');
  });

  test('fits a narrow screen, dark as well', async () => {
    await fresh({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' });
    await page.goto(`${home}playground.html`);
    await verdict().waitFor();
    expect(await isWide()).toBe(false);
    expect(await violations()).toEqual([]);
  });
});

describe('a dropped file', () => {
  const std = readFileSync(join(root, 'traces/race/hb-misses-hand-over.std'));

  /** As another format of ours has it. */
  function written(id: string): Buffer {
    const trace = parseTrace(std);
    const chunks: Uint8Array[] = [];
    const writer = formatById(id)!.writer({
      symbols: trace.symbols,
      metadata: new Map(),
      write: (bytes) => chunks.push(bytes.slice()),
    });
    for (const block of trace.blocks) writer.block(block);
    writer.end();
    return Buffer.concat(chunks);
  }

  async function choose(name: string, bytes: Uint8Array): Promise<void> {
    await page.goto(`${home}open.html`);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) });
  }

  test.each([
    ['race.std', () => std],
    ['race.std.gz', () => gzipSync(std)],
    ['race.ftrace', () => written('native')],
    ['race.slp', () => written('grammar')],
  ])('%s is analysed and shown', async (name, bytes) => {
    await choose(name, bytes());
    await page.locator('#page').getByRole('heading', { level: 1 }).filter({ hasText: '1 race' }).waitFor();
  });

  test('is taken wherever it is dropped', async () => {
    await page.goto(`${home}open.html`);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'race.std'));
      return transfer;
    }, std.toString());
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
    await page.locator('#page').getByRole('heading', { level: 1 }).filter({ hasText: '1 race' }).waitFor();
  });

  test('that is a report of ours is shown, page or JSON', async () => {
    const report = join(folder, 'races.html');
    const { html } = await import('../../src/report/html/index.ts');
    const { json } = await import('../../src/report/json.ts');
    const { analyze } = await import('../../src/analyze.ts');
    const { recommended } = await import('../../src/detectors/index.ts');
    const { memoryInput } = await import('../../src/formats/input.ts');
    const result = await analyze(memoryInput('race.std', std), { detectors: recommended });
    writeFileSync(report, [...html(result, { version: '0' })].join(''));
    for (const [name, bytes] of [
      ['races.html', readFileSync(report)],
      ['races.json', Buffer.from([...json(result)].join(''))],
    ] as const) {
      await choose(name, bytes);
      await page.locator('#page').getByRole('heading', { level: 1 }).filter({ hasText: '1 race' }).waitFor();
    }
  });

  test.each([
    ['hello.std', 'hello world', /hello\.std.*/],
    ['empty.std', '', /empty\.std.*empty/],
    ['line.std', 'T1|w(x)|1\nT1|rel(m)|2\n', /line\.std: line 2: .*m/],
    ['cut.ftrace', '\u0089FTR\r\n\u001a\n\u0000', /cut\.ftrace/],
    ['broken.gz', '\u001f\u008b\u0008broken', /gzip data are damaged/],
    ['other.html', '<!doctype html><p>hello', /no findings in it/],
    [
      'forged.html',
      '<!doctype html><script type="application/json" id="data">{"page":1}</script>',
      /damaged|incomplete|another version/,
    ],
    ['report.json', '{\n  "version": 1, "findings": []}', /report\.json: the report does not tell of its traces/],
  ])('%s is one clear message', async (name, content, words) => {
    await choose(name, Buffer.from(content, 'latin1'));
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    expect(await violations()).toEqual([]);
  });

  test('can be another one afterwards, and cancelled', async () => {
    await choose('hello.std', Buffer.from('hello'));
    await page.getByRole('alert').filter({ hasText: 'hello' }).waitFor();
    // Long enough to be seen at work on any machine.
    const lines = Array.from({ length: 1_000_000 }, (_, i) => `T${i % 2}|w(x${i % 1000})|1`);
    writeFileSync(join(folder, 'long.std'), lines.join('\n'));
    await page.locator('input[type=file]').setInputFiles(join(folder, 'long.std'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('you cancelled').waitFor();
    await page.locator('input[type=file]').setInputFiles({ name: 'race.std', mimeType: '', buffer: std });
    await page.locator('#page').getByRole('heading', { level: 1 }).filter({ hasText: '1 race' }).waitFor();
  });
});
