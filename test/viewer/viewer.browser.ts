// The page in a real browser, opened from disk: search, filters in the address, keys, copying, narrow, dark, print, names that try to run, and many findings.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { deadlock } from '../../src/detectors/deadlock/index.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { lockOrder } from '../../src/detectors/lock-order/index.ts';
import { lockset } from '../../src/detectors/lockset.ts';
import { parseSuppressions } from '../../src/findings/suppression.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { tracePart } from '../../src/page-trace.ts';
import { html } from '../../src/report/html/index.ts';
import type { ReportContext } from '../../src/report/report.ts';
import { nastyNames, nastyTrace } from '../report/nasty-trace.ts';
import { launched, newPage, type Opened } from './launched.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-page-'));

launched();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Asked extends BrowserContextOptions {
  readonly hash?: string;
  readonly change?: (page: string) => string;
  readonly context?: Partial<ReportContext>;
  /** Whether the run was seen whole. */
  readonly complete?: boolean;
}

async function open(
  trace: string,
  { hash = '', change = String, context = {}, complete = true, ...options }: Asked = {},
): Promise<Opened> {
  const input = memoryInput('run.std', trace);
  const analyzed = await analyze(input, { detectors: [fasttrack, lockset, deadlock, lockOrder] });
  const result = { ...analyzed, traces: analyzed.traces.map((trace) => ({ ...trace, complete })) };
  const parts = [await tracePart(input, result.findings, { events: result.traces[0]!.events })];
  const file = join(folder, 'page.html');
  writeFileSync(file, change([...html(result, { version: '1.2.3', parts, ...context })].join('')));
  const { page, troubles } = await newPage({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
  // Requests other than for the page are trouble, too.
  page.on('request', (request) => {
    if (!request.url().startsWith(pathToFileURL(file).href) && !request.url().startsWith('blob:')) troubles.push(request.url());
  });
  await page.goto(pathToFileURL(file).href + hash, { timeout: 300_000 });
  return { page, troubles };
}

/** What axe-core says against the page. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** A race on x that happens, one on y that locks suspect only. */
const twoClaims = [
  'T0|fork(T1)|main.c:1',
  'T0|w(x)|main.c:2',
  'T1|r(x)|worker.c:9',
  'T0|w(y)|main.c:5',
  'T0|acq(m)|main.c:6',
  'T0|rel(m)|main.c:7',
  'T1|acq(m)|worker.c:11',
  'T1|rel(m)|worker.c:12',
  'T1|w(y)|worker.c:13',
].join('\n');

const listed = async (page: Page): Promise<string[]> => {
  await page.locator('.count').waitFor();
  return page.locator('.finding .variable .mono').allTextContents();
};

/** What a key or a filter does is on the screen with the next frame, whenever that is. */
const patient = { timeout: 60_000 };

test('searches and filters, and the address keeps both', async () => {
  const { page, troubles } = await open(twoClaims);
  await page.locator('.finding').first().waitFor();
  await expect.poll(() => listed(page), patient).toEqual(['x', 'y']);
  await page.fill('#search', 'X Main.c:2');
  await expect.poll(() => listed(page), patient).toEqual(['x']);
  await page.fill('#search', 'nowhere');
  await expect.poll(() => listed(page), patient).toEqual([]);
  await page.fill('#search', '');
  await page.getByRole('button', { name: /^observed/ }).click();
  await expect.poll(() => listed(page), patient).toEqual(['y']);
  expect(await page.textContent('.count')).toBe('1 of 2 findings');
  const { hash } = new URL(page.url());
  expect(hash).toMatch(/^#claim=.*predicted%2Csuspected$/);
  expect(troubles).toEqual([]);
  const again = await open(twoClaims, { hash: `${hash}&finding=R2` });
  await again.page.locator('.right').waitFor();
  await expect.poll(() => listed(again.page), patient).toEqual(['y']);
  expect(await again.page.textContent('#finding-title')).toContain('R2');
});

test('is used by keys alone', async () => {
  const { page } = await open(twoClaims);
  await page.locator('.finding').first().waitFor();
  const title = async () =>
    (await page.locator('.right').count()) === 0 ? '' : (await page.textContent('#finding-title'))!.slice(0, 2);
  await page.keyboard.press('/');
  await page.keyboard.type('main.c:5');
  await expect.poll(() => listed(page), patient).toEqual(['y']);
  await page.keyboard.press('Escape');
  await expect.poll(() => listed(page), patient).toEqual(['x', 'y']);
  await expect.poll(title, patient).toBe('');
  await page.keyboard.press('j');
  await expect.poll(title, patient).toBe('R1');
  await page.keyboard.press('j');
  await expect.poll(title, patient).toBe('R2');
  await page.keyboard.press('j');
  await expect.poll(title, patient).toBe('R2');
  await page.keyboard.press('k');
  await expect.poll(title, patient).toBe('R1');
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(title, patient).toBe('R2');
});

test('before a finding is open they are counted by file, variable and thread', async () => {
  const { page } = await open(twoClaims);
  const files = page.locator('.overview .card').first();
  expect(await files.locator('.mono').allTextContents()).toEqual(['main.c', 'worker.c']);
  await page.locator('.overview .card').nth(1).getByRole('button', { name: /^y/ }).click();
  await expect.poll(() => listed(page), patient).toEqual(['y']);
  expect(new URL(page.url()).hash).toBe('#variable=y');
});

test('hands a finding over: suppression, link, Markdown, a small trace', async () => {
  const { page, troubles } = await open(twoClaims, { hash: '#finding=R1', acceptDownloads: true });
  const copied = async (name: string): Promise<string> => {
    await page.getByRole('button', { name }).click();
    await page
      .getByText(/copied$/)
      .first()
      .waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(parseSuppressions(await copied('Copy suppression'), 'rules')).toHaveLength(1);
  expect(await copied('Copy link')).toMatch(/#finding=[0-9a-f]{16}$/);
  expect(await copied('Copy as Markdown')).toContain('## R1: race on `x`');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save small trace' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('R1.ftrace');
  expect(parseTrace(readFileSync(await download.path())).length).toBeGreaterThan(2);
  expect(troubles).toEqual([]);
});

test.each(['light', 'dark'] as const)('%s: nothing is against it that axe-core knows, wide and narrow', async (colorScheme) => {
  for (const width of [1400, 360]) {
    const { page } = await open(twoClaims, { colorScheme, viewport: { width, height: 800 } });
    await page.locator('.finding').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('j');
    await page.locator('.right').waitFor();
    expect(await violations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.close();
  }
});

test('a deadlock has its ring, and the lock graph its orders', async () => {
  const step = (t: string, a: string, b: string) =>
    [`acq(${a})`, `acq(${b})`, `rel(${b})`, `rel(${a})`].map((op, i) => `${t}|${op}|${t}.c:${i + 1}`).join('\n');
  const { page } = await open([step('T1', 'a', 'b'), step('T2', 'b', 'a')].join('\n'));
  await page.locator('#lock-graph').waitFor();
  await page.keyboard.press('j');
  expect(await page.locator('.right svg.schedule circle').count()).toBe(2);
  expect(await page.textContent('.hint')).toContain('locks that are taken in opposite orders');
});

test('names never run, and nothing is fetched', async () => {
  const { page, troubles } = await open(nastyTrace);
  await page.locator('.finding').first().waitFor();
  for (let i = 0; i < nastyNames.length; i++) await page.keyboard.press('j');
  expect(await page.textContent('.count')).toContain(String(nastyNames.length));
  expect(await page.locator('script, img, iframe, object, link').count()).toBe(2);
  expect(troubles).toEqual([]);
});

test('a page that was damaged says so in one line', async () => {
  for (const change of [
    (text: string) => text.replace(/("pool":\[.{40}).*?<\/script>/s, '$1</script>'),
    (text: string) => text.replace('"shapes"', '"shape"'),
    (text: string) => text.replace('"observed"', '"certain"'),
  ]) {
    const { page } = await open(twoClaims, { change });
    await page.locator('.trouble').waitFor();
    expect(await page.textContent('.trouble')).toMatch(/^the data of this page are .*write the report anew/);
    expect(await page.textContent('h1')).toBe('This page cannot be shown');
  }
});

test('without scripts the findings are text, and on paper there are no controls', async () => {
  const { page } = await open(twoClaims, { javaScriptEnabled: false });
  expect(await page.textContent('noscript, body')).toContain('race on');
  const { page: printed } = await open(twoClaims, { hash: '#finding=R1' });
  await printed.locator('.right').waitFor();
  await printed.emulateMedia({ media: 'print' });
  expect(await printed.isVisible('.actions')).toBe(false);
  expect(await printed.isVisible('.access')).toBe(true);
});

test('without a finding it says so, what was looked at, and whether that was all', async () => {
  const safe = ['T0|fork(T1)|main.c:1', 'T1|w(x)|worker.c:9', 'T0|join(T1)|main.c:2'].join('\n');
  const { page, troubles } = await open(safe, { viewport: { width: 390, height: 844 } });
  await page.getByText('Nothing was found').waitFor();
  expect(await page.textContent('.left')).toContain('There is no finding.');
  expect(await page.textContent('.overview')).toContain('The run was seen whole: 3 events, 2 threads');
  expect(await page.locator('.detectors tbody tr').count()).toBe(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
  expect(troubles).toEqual([]);
  const part = await open(safe, { complete: false });
  await part.page.getByText('Nothing was found in the part that was seen').waitFor();
  expect(await part.page.textContent('.overview')).toContain('no all-clear');
});

test('ten thousand findings: below ten megabytes, few of them in the document, and found by a word', async () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => [
    `A|w(v${i})|src/a${i % 99}.c:${i} (write_${i})`,
    `B|r(v${i})|src/b${i % 99}.c:${i} (read_${i})`,
  ]);
  const { page } = await open(lines.flat().join('\n'));
  expect(readFileSync(join(folder, 'page.html')).length).toBeLessThan(10e6);
  await page.locator('.finding').first().waitFor();
  expect(await page.textContent('.count')).toBe('10000 findings');
  expect(await page.locator('.finding').count()).toBeLessThan(60);
  await page.fill('#search', 'write_7777');
  await page.getByText('1 of 10000 findings').waitFor();
  await expect.poll(() => listed(page), patient).toEqual(['v7777']);
});
