// The timeline in a real browser, with recordings of real programs and small traces: what can be seen, clicked, stepped through and asked.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { recommended } from '../../src/detectors/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { tracePart } from '../../src/page-trace.ts';
import { html } from '../../src/report/html/index.ts';
import { launched, newPage, type Opened } from './launched.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-timeline-'));
const traces = join(import.meta.dirname, '../../traces');

launched();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first finding of a shared trace, open. */
function open(name: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const bytes = readFileSync(join(traces, name));
  return openTrace(name, name.endsWith('.gz') ? gunzipSync(bytes) : bytes, options);
}

async function openTrace(name: string, bytes: Uint8Array | string, options: BrowserContextOptions = {}): Promise<Opened> {
  const input = memoryInput(name, bytes);
  const result = await analyze(input, { detectors: recommended });
  const parts = [await tracePart(input, result.findings, { events: result.traces[0]!.events })];
  const file = join(folder, `${name.replaceAll('/', '-')}.html`);
  writeFileSync(file, [...html(result, { version: '1.2.3', parts })].join(''));
  const { page, troubles } = await newPage({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce', ...options });
  await page.goto(pathToFileURL(file).href);
  await page.locator('.timeline canvas').first().waitFor();
  await page.keyboard.press('j');
  await page.locator('#timeline-tab-what-if').waitFor();
  return { page, troubles };
}

const HAND_OVER = 'race/critical-section-goes-first.std';

/** Of the pixels of a canvas, how many are near to a colour of the style. */
function pixels(page: Page, chart: number, color: string): Promise<number> {
  return page.evaluate(
    ([index, name]) => {
      const canvas = document.querySelectorAll<HTMLCanvasElement>('.timeline canvas')[Number(index)]!;
      const wanted = getComputedStyle(canvas).getPropertyValue(`--timeline-${name}`).trim().slice(1);
      const [r, g, b] = [0, 2, 4].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (Math.abs(data[i]! - r!) + Math.abs(data[i + 1]! - g!) + Math.abs(data[i + 2]! - b!) < 30) count++;
      return count;
    },
    [String(chart), color],
  );
}

/** The first canvas as it is, and when all of it has been drawn anew: how many pixels differ, and how many are not as most are. */
async function redrawn(page: Page): Promise<{ different: number; ink: number }> {
  const images = await page.evaluateHandle(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.timeline canvas')!;
    const image = (): Uint32Array =>
      new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return { before: image(), image };
  });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Its ground has that colour.
    const isThere = () =>
      images.evaluate(({ before, image }, dark) => (image()[0] !== before[0]) === dark, colorScheme === 'dark');
    await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
  }
  return images.evaluate(({ before, image }) => {
    const after = image();
    const different = before.filter((pixel, i) => pixel !== after[i]).length;
    return { different, ink: after.filter((pixel) => pixel !== after[0]).length };
  });
}

const focused = (page: Page): Promise<string | null> => page.locator('.event-card strong').textContent();

test('a predicted race is shown in both orders, and the recorded one does not argue against it', async () => {
  const { page, troubles } = await open(HAND_OVER);
  expect(await page.locator('.chart figcaption').allTextContents()).toEqual([
    'As it was recorded',
    'The witness: a run with this mistake',
  ]);
  // A dashed arrow in the one, moved sections in the other.
  await expect.poll(() => pixels(page, 0, 'turned'), { timeout: 60_000 }).toBeGreaterThan(50);
  expect(await pixels(page, 1, 'turned')).toBe(0);
  await expect.poll(() => pixels(page, 1, 'moved'), { timeout: 60_000 }).toBeGreaterThan(50);
  expect(await page.locator('.why').textContent()).toContain('could be the other way round');
  expect(await page.locator('.turned-note').count()).toBe(1);
  await page.click('#timeline-tab-swaps');
  expect(await page.locator('.swaps').textContent()).toContain('goes first');
  expect(troubles).toEqual([]);
});

test('the switch goes from one order to the other, with motion or without', async () => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const { page, troubles } = await open(HAND_OVER, { reducedMotion });
    for (const order of ['Recorded', 'Witness', 'Recorded']) {
      await page.locator('.switch').getByText(order, { exact: true }).click();
      await page.locator('.chart').nth(1).waitFor({ state: 'detached' });
      await expect.poll(() => pixels(page, 0, order === 'Witness' ? 'moved' : 'turned'), { timeout: 60_000 }).toBeGreaterThan(50);
      await expect.poll(() => pixels(page, 0, order === 'Witness' ? 'turned' : 'moved'), { timeout: 60_000 }).toBe(0);
    }
    expect(troubles).toEqual([]);
    await page.close();
  }
});

test('by keys alone: events, steps, the other order, and why two events are ordered', async () => {
  const { page, troubles } = await open(HAND_OVER);
  await page.locator('.timeline canvas').first().focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toBe('write of x by T1 (event 1)');
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toBe('release of m by T1 (event 2)');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toContain('by T2');
  await page.keyboard.press('c');
  expect(await page.locator('button[aria-pressed=true]').textContent()).toContain('click the other event');
  await page.keyboard.press('c');
  for (const key of ['+', '-', 'a', 'd', 'Home', 'o']) await page.keyboard.press(key);
  await expect.poll(() => page.locator('.chart').count()).toBe(1);
  await page.click('#timeline-tab-steps');
  const steps = page.locator('.steps span');
  const before = await steps.textContent();
  await page.locator('.timeline canvas').first().focus();
  await page.keyboard.press(']');
  await expect.poll(() => steps.textContent()).not.toBe(before);
  await page.keyboard.press('[');
  await expect.poll(() => steps.textContent()).toBe(before);
  expect(await page.locator('.thread-state').count()).toBe(2);
  expect(troubles).toEqual([]);
});

test('a click focuses, a second one with shift asks why', async () => {
  const { page, troubles } = await open(HAND_OVER);
  await page.click('#timeline-tab-events');
  const rows = page.locator('.events button');
  await rows.filter({ hasText: 'acq(m)' }).first().click();
  await page.click('#timeline-tab-order');
  expect(await focused(page)).toContain('acquire of m');
  await page.getByRole('button', { name: 'Why ordered? Pick another event' }).click();
  // The ring around a marked event is where it is: the middle of the pixels of its colour in the recorded run.
  const box = (await page.locator('.timeline canvas').first().boundingBox())!;
  let answered = false;
  for (let x = box.x + 120; x < box.x + box.width && !answered; x += 12) {
    await page.mouse.click(x, box.y + box.height - 20);
    answered = (await page.getByRole('button', { name: 'Clear' }).count()) === 1;
  }
  expect(answered).toBe(true);
  expect(await page.locator('.why').textContent()).toMatch(/is before event|Nothing in the recorded run/);
  expect(troubles).toEqual([]);
});

/** Sections of many lengths, one in the other now and then. */
function longRun(): string {
  const lines = ['T0|w(race)', 'T1|w(race)'];
  for (let i = 0; i < 3000; i++) {
    const thread = `T${(i * 7) % 4}`;
    const accesses = Array.from({ length: 1 + ((i * i) % 11) }, (_, k) => `${thread}|${k % 3 === 0 ? 'w' : 'r'}(x${i % 5})`);
    const inner = i % 3 === 0 ? [`${thread}|acq(m)`, ...accesses, `${thread}|rel(m)`] : accesses;
    lines.push(`${thread}|acq(l${i % 5})`, ...inner, `${thread}|rel(l${i % 5})`);
  }
  return lines.join('\n');
}

test('what is panned is what would be drawn there', async () => {
  const { page, troubles } = await openTrace('long.std', longRun());
  await page.getByLabel('Show').selectOption('all');
  await page.locator('.timeline canvas').first().focus();
  for (const zooms of ['-'.repeat(40), '+'.repeat(5), '+'.repeat(6), '+'.repeat(4)]) {
    // One frame after the other: all of what is zoomed is drawn anew.
    for (const key of [...zooms, 'd', 'd', 'a']) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    const { different, ink } = await redrawn(page);
    expect(ink).toBeGreaterThan(1000);
    // Where many share a pixel, which of them are drawn together may differ.
    expect(different).toBeLessThan(ink / 100);
  }
  expect(troubles).toEqual([]);
});

test('what is under the pointer is told', async () => {
  const { page } = await open(HAND_OVER);
  const box = (await page.locator('.timeline canvas').first().boundingBox())!;
  const told = new Set<string>();
  for (let x = box.x + 115; x < box.x + box.width; x += 8) {
    await page.mouse.move(x, box.y + 70);
    const tip = page.locator('.chart-tip');
    if ((await tip.count()) === 1) told.add((await tip.textContent()) ?? '');
  }
  expect([...told].some((text) => text.includes('w(x)') && text.includes('T1') && text.includes('event 1'))).toBe(true);
});

test('what if: a lock at both lines ends the race, in a worker', async () => {
  const { page, troubles } = await open(HAND_OVER);
  await page.click('#timeline-tab-what-if');
  await page.locator('.what-if button').first().click();
  await page.locator('.verdict').waitFor();
  expect(await page.locator('.verdict').textContent()).toContain('the finding is gone');
  expect(page.workers()).toHaveLength(1);
  await page.getByLabel('What to hold it around').selectOption('events');
  await page.getByLabel('Lock to hold').selectOption('m');
  await page.locator('.what-if button').first().click();
  await expect
    .poll(() => page.locator('.verdict').textContent(), { timeout: 60_000 })
    .toContain('hold m around these events only');
  expect(troubles).toEqual([]);
});

test('deadlocks and recordings of real programs are shown as well, dark and on a telephone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' } as const;
  for (const name of [
    'deadlock/needs-swap.std',
    'recorded/java/ibm_airlinetickets.std.gz',
    'recorded/native/aget-sct-bug2.ftrace',
  ]) {
    const { page, troubles } = await open(name, phone);
    // The proof comes first where there is room for one of the two.
    expect(await page.locator('.chart').count()).toBe(1);
    await expect.poll(() => pixels(page, 0, 'mark'), { timeout: 60_000 }).toBeGreaterThan(30);
    // Whether two threads that wait are ordered is not the point.
    if (name.startsWith('deadlock')) expect(await page.locator('.why h3').textContent()).toBe('Who waits for whom');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    expect(troubles).toEqual([]);
    await page.close();
  }
});
