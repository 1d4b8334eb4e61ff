// One Chromium for the tests of a file.

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromium as program } from '../../scripts/chromium.mjs';

let browser: Browser;

/** To be called once, beside the tests. */
export function launched(): void {
  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: program(), args });
  });
  afterAll(() => browser?.close());
}

export interface Opened {
  readonly page: Page;
  /** What should not happen: dialogs, errors, refusals of the policy. */
  readonly troubles: string[];
}

/** An empty one. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Opened> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(600_000);
  const troubles: string[] = [];
  page.on('dialog', async (dialog) => {
    troubles.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  // What Chromium says of tests that look at pixels is no trouble.
  page.on('console', (message) => message.text().includes('willReadFrequently') || troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  return { page, troubles };
}
