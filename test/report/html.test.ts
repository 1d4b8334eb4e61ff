// The page without a browser: its policy, its escapes and its bounds. What it does in a browser is in html.browser.ts.

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { analyze, slices } from '../../src/analyze.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import type { AnalysisResult } from '../../src/findings/result.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { html, LISTED } from '../../src/report/html/index.ts';
import { SCRIPT, SCRIPT_HASH } from '../../src/report/html/script.ts';
import { STYLE, STYLE_HASH } from '../../src/report/html/style.ts';
import { all } from '../runs.ts';
import { nastyNames, nastyTrace } from './nasty-trace.ts';

async function page(trace: string, change: (result: AnalysisResult) => AnalysisResult = (result) => result): Promise<string> {
  const input = memoryInput('run.std', trace);
  const result = await analyze(input, { detectors: [fasttrack] });
  const drawn = await slices(input, result.findings);
  const sources = () => ({ first: 1, line: 2, lines: ['</pre><script>alert(1)</script>', '\tx = 1;\u202e'] });
  return [...html(change(result), { version: '1.2.3', slices: drawn, sources })].join('');
}

const simple = 'T0|fork(T1)|main.c:1\nT0|acq(m)|main.c:2\nT0|w(x)|main.c:3\nT0|rel(m)|main.c:4\nT1|r(x)|worker.c:9\n';

/** Tags of a page with their attributes; a page that a name broke into would have others. */
function tags(text: string): string[] {
  return [...text.replace(/<(style|script)>.*?<\/\1>/gs, '<$1></$1>').matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, tag]) =>
    tag!.toLowerCase(),
  );
}

describe('the policy', () => {
  test.each([
    ['script', SCRIPT, SCRIPT_HASH],
    ['style', STYLE, STYLE_HASH],
  ])('allows exactly the %s of the page', (_name, text, hash) => {
    expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  });

  test('allows nothing from elsewhere', async () => {
    const text = await page(simple);
    expect(text).toContain(
      `content="default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; base-uri 'none'`,
    );
    expect(text).not.toMatch(/\b(?:src|href|style|on\w+)=/);
    expect(text.match(/<script/g)).toHaveLength(1);
  });
});

test('a finding has its accesses, source, picture and the missing order', async () => {
  const text = await page(simple);
  expect(text).toContain('<details class="finding" id="R1" data-claim="observed"');
  expect(text).toContain('1 · write in <span class="mono">T0</span>');
  expect(text).toContain('<dt>holding</dt><dd class="mono">m</dd>');
  expect(text).toContain('<span class="here"><i>2</i>\tx = 1;\\u202e</span>');
  expect(text.match(/<path class="arrow fork"/g)).toHaveLength(1);
  expect(text.match(/<path class="missing"/g)).toHaveLength(1);
});

test('names stay text', async () => {
  const text = await page(nastyTrace);
  expect(text.match(/<details class="finding"/g)).toHaveLength(nastyNames.length);
  expect(new Set(tags(text))).toEqual(new Set(tags(await page(simple))));
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202e]/);
  expect(text).not.toContain('<script>alert');
});

test('no finding is a page too', async () => {
  expect(await page('T0|w(x)|1\n')).toContain('<h1>no race</h1>');
});

test.runIf(all)('a hundred thousand findings make a page of bounded size that says what is not on it', async () => {
  const text = await page(simple, (result) => ({
    ...result,
    findings: Array.from({ length: 100_000 }, (_, i) => ({ ...result.findings[0]!, id: `R${i + 1}` })),
  }));
  expect(text.match(/<details class="finding"/g)).toHaveLength(LISTED);
  expect(text).toContain(`${100_000 - LISTED} more are in the other reports`);
  expect(text.length).toBeLessThan(4e6);
});
