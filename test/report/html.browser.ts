// The page in a real browser, opened from disk: filters, keys, and names that try to run.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromium as program } from '../../scripts/chromium.mjs';
import { analyze, slices } from '../../src/analyze.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { lockset } from '../../src/detectors/lockset.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { html } from '../../src/report/html/index.ts';
import { nastyNames, nastyTrace } from './nasty-trace.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-page-'));
let browser: Browser;

beforeAll(async () => {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  browser = await chromium.launch({ executablePath: program(), args });
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** What should not happen: dialogs, errors, refusals of the policy, requests other than for the page. */
  readonly troubles: string[];
}

async function open(trace: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Opened> {
  const input = memoryInput('run.std', trace);
  const result = await analyze(input, { detectors: [fasttrack, lockset] });
  const text = [...html(result, { version: '1.2.3', slices: await slices(input, result.findings) })].join('');
  const file = join(folder, 'page.html');
  writeFileSync(file, text);
  const page = await browser.newPage({ colorScheme });
  const troubles: string[] = [];
  page.on('dialog', async (dialog) => {
    troubles.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('console', (message) => troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) troubles.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return { page, troubles };
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

const visible = (page: Page) =>
  page.$$eval('details.finding', (all) => all.filter((one) => one.checkVisibility()).map((one) => one.id));

test('filters by claim and by words', async () => {
  const { page, troubles } = await open(twoClaims);
  expect(await visible(page)).toEqual(['R1', 'R2']);
  await page.uncheck('input[value=observed]');
  expect(await visible(page)).toEqual(['R2']);
  expect(await page.textContent('#shown')).toBe('1 of 2 shown');
  await page.check('input[value=observed]');
  await page.fill('#filter', 'X Main.c:2');
  expect(await visible(page)).toEqual(['R1']);
  await page.fill('#filter', 'nowhere');
  expect(await visible(page)).toEqual([]);
  expect(troubles).toEqual([]);
});

test('is used by keys alone', async () => {
  const { page } = await open(twoClaims);
  const focused = () => page.evaluate(() => document.activeElement?.closest('details')?.id ?? document.activeElement?.id);
  await page.keyboard.press('/');
  expect(await focused()).toBe('filter');
  await page.keyboard.type('main.c:5');
  expect(await visible(page)).toEqual(['R2']);
  await page.keyboard.press('Escape');
  expect(await visible(page)).toEqual(['R1', 'R2']);
  await page.keyboard.press('j');
  expect(await focused()).toBe('R1');
  await page.keyboard.press('j');
  expect(await focused()).toBe('R2');
  expect(await page.isVisible('#R2 .accesses')).toBe(false);
  await page.keyboard.press('Enter');
  expect(await page.isVisible('#R2 .accesses')).toBe(true);
  await page.keyboard.press('k');
  expect(await focused()).toBe('R1');
});

test('names never run, and nothing is fetched', async () => {
  const { page, troubles } = await open(nastyTrace);
  for (const summary of await page.$$('details:not([open]) > summary')) await summary.click();
  for (const name of await page.$$('.variable, svg .event')) await name.hover({ timeout: 1000 }).catch(() => {});
  expect(await page.$$eval('details.finding', (all) => all.length)).toBe(nastyNames.length);
  expect(await page.$$eval('script, img, iframe, object, link', (all) => all.length)).toBe(1);
  expect(await page.textContent('#R1 .variable')).toContain('<script>alert');
  expect(troubles).toEqual([]);
});

test('is readable in dark and light: text and background are far apart', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const { page } = await open(twoClaims, scheme);
    const contrasts = await page.evaluate(() => {
      const light = (color: string): number => {
        const [r, g, b] = color.match(/[\d.]+/g)!.map((part) => {
          const value = Number(part) / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      };
      const background = light(getComputedStyle(document.body).backgroundColor);
      return [...document.querySelectorAll('p, .claim, .variable, .weak, svg .event, svg .place, svg .number')].map((one) => {
        const style = getComputedStyle(one);
        const text = light(one.closest('svg') === null ? style.color : style.fill);
        return (Math.max(text, background) + 0.05) / (Math.min(text, background) + 0.05);
      });
    });
    expect(Math.min(...contrasts), scheme).toBeGreaterThan(4.5);
  }
});
