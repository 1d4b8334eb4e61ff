// `npm run docs:pictures`: draws the pictures of the documentation from the real pages, in a browser: the HTML report of examples/c/settings.c, wide and
// narrow, the front page of the site and its playground. Needs gcc and Chromium, and `npm run build` before it. The schedule is that of the run, and so the
// pictures may differ a little each time: they are drawn when a page has changed.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromium as program } from './chromium.mjs';
import { smallPng } from './small-png.mjs';

const IMAGES = 'docs/images';
const WIDE = { width: 1400, height: 900 };
const NARROW = { width: 390, height: 844 };
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const folder = mkdtempSync(join(tmpdir(), 'foretrace-pictures-'));
const main = resolve('dist/cli/main.js');
const foretrace = (...args) => spawnSync(process.execPath, [main, ...args], { cwd: folder, stdio: 'inherit' }).status;

/** A report of a run that has races. */
function report() {
  copyFileSync('examples/c/settings.c', join(folder, 'settings.c'));
  foretrace('cc', '-g', '-pthread', '-o', 'settings', 'settings.c');
  if (foretrace('run', '--format', 'html=report.html', './settings') !== 1) throw new Error('the example showed no race');
  return pathToFileURL(join(folder, 'report.html')).href;
}

/** The site, served as a web server would. */
async function site() {
  const words = ['scripts/run-ts.mjs', 'scripts/site/main.ts', '--no-api', '--out', join(folder, 'site')];
  if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) throw new Error('the site could not be made');
  const server = createServer(({ url }, response) => {
    const path = new URL(url, 'http://site').pathname;
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    try {
      response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, 'site', path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}

let server;
let browser;
try {
  const finding = `${report()}#finding=R1`;
  server = await site();
  const home = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({ executablePath: program(), args: ['--no-sandbox', '--disable-gpu'] });
  const pictures = [
    ['report', finding, WIDE, 'light', 'canvas'],
    ['report-narrow', finding, NARROW, 'dark', 'canvas'],
    ['site', `${home}/index.html`, WIDE, 'light', 'main h1'],
    ['playground', `${home}/playground.html`, WIDE, 'light', 'canvas'],
  ];
  for (const [name, address, viewport, colorScheme, ready] of pictures) {
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
    await page.goto(address);
    await page.locator(ready).first().waitFor();
    // What is drawn is drawn with the next frames.
    await page.evaluate(async () => {
      for (let i = 0; i < 3; i++) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    const png = await smallPng(browser, await page.screenshot());
    writeFileSync(join(IMAGES, `${name}.png`), png);
    console.log(`${IMAGES}/${name}.png: ${png.length} bytes`);
    await page.close();
  }
} finally {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
}
