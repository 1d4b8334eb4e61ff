// `npm run docs:picture`: draws docs/images/report.png, the HTML report of examples/c/settings.c in a browser. Needs gcc and Chromium. The
// schedule is that of the run, and so the picture may differ a little each time: it is drawn when the page has changed.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromium as program } from './chromium.mjs';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-picture-'));
const main = resolve('dist/cli/main.js');
const foretrace = (...args) => spawnSync(process.execPath, [main, ...args], { cwd: folder, stdio: 'inherit' }).status;

try {
  copyFileSync('examples/c/settings.c', join(folder, 'settings.c'));
  foretrace('cc', '-g', '-pthread', '-o', 'settings', 'settings.c');
  if (foretrace('run', '--format', 'html=report.html', './settings') !== 1) throw new Error('the example showed no race');
  const browser = await chromium.launch({ executablePath: program(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const view = await browser.newPage({ viewport: { width: 1000, height: 940 }, colorScheme: 'light' });
    await view.goto(pathToFileURL(join(folder, 'report.html')).href);
    await view.screenshot({ path: 'docs/images/report.png' });
  } finally {
    await browser.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
