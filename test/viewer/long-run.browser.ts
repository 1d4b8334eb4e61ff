// Ten million events, as `foretrace view` shows them: all are there, and a frame does not draw more than a screen has room for.

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { folder, foretrace } from '../cli/run.ts';
import { served } from '../cli/served.ts';
import { launched, newPage } from './launched.ts';

launched();

const EVENTS = 10_000_000;
/** A canvas of 1400 × 900 has fewer pixels that differ than this many rectangles, lines and words draw. */
const MOST_DRAWN = 8000;

/** Counts what is drawn; not the time of it, which depends on the machine. */
function countDrawing(): void {
  const drawn = { count: 0 };
  const prototype = CanvasRenderingContext2D.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of [
    'fillRect',
    'strokeRect',
    'rect',
    'roundRect',
    'lineTo',
    'arc',
    'bezierCurveTo',
    'quadraticCurveTo',
    'fillText',
  ]) {
    const draw = prototype[name]!;
    prototype[name] = function counted(...args) {
      drawn.count++;
      return draw.apply(this, args);
    };
  }
  Object.assign(globalThis, { drawn });
}

/** What is drawn until the next frame is. */
function drawnBy(page: Page, key: string): Promise<number> {
  return page.evaluate(async (pressed) => {
    const { drawn } = globalThis as unknown as { drawn: { count: number } };
    drawn.count = 0;
    const canvas = document.querySelector<HTMLCanvasElement>('.timeline canvas')!;
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    return drawn.count;
  }, key);
}

test('a run of ten million events is panned and zoomed, down to one event', async () => {
  const cwd = folder();
  const shape = ['--events', String(EVENTS), '--threads', '8', '--locks', '32', '--races', '0.000001'];
  expect(foretrace(['generate', ...shape, join(cwd, 'long.ftrace')])).toMatchObject({ status: 0 });
  const { address, end } = await served(['long.ftrace', '--detector', 'fasttrack'], cwd);
  const { page, troubles } = await newPage({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
  await page.addInitScript(countDrawing);
  await page.goto(address);
  await page.locator('.timeline canvas').first().waitFor();
  await page.keyboard.press('j');
  await page.getByLabel('Show').selectOption('all');
  const counts: number[] = [];
  // From the whole run to a few events, and along each of these views.
  for (const key of [...'-'.repeat(40), ...'dda+'.repeat(30), 'Home', ...'+++d'.repeat(10)])
    counts.push(await drawnBy(page, key));
  expect(Math.max(...counts)).toBeGreaterThan(100);
  expect(Math.max(...counts)).toBeLessThan(MOST_DRAWN);
  await page.locator('.timeline canvas').first().focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('.event-card strong').textContent()).toMatch(/\(event \d+\)$/);
  expect(troubles).toEqual([]);
  expect(await end()).toBe(0);
});
