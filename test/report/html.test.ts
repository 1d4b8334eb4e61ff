// The page without a browser: its policy, its escapes, its bounds, and that its data come back. What it does in a browser is in test/viewer.

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import type { AnalysisResult } from '../../src/findings/result.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { tracePart } from '../../src/page-trace.ts';
import { html } from '../../src/report/html/index.ts';
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from '../../src/report/html/page.ts';
import { openedPage } from '../../src/viewer/model/opened.ts';
import { all } from '../runs.ts';
import { nastyNames, nastyTrace } from './nasty-trace.ts';

async function page(trace: string, change: (result: AnalysisResult) => AnalysisResult = (result) => result): Promise<string> {
  const input = memoryInput('run.std', trace);
  const result = await analyze(input, { detectors: [fasttrack] });
  const parts = [await tracePart(input, result.findings, { events: result.traces[0]!.events })];
  const sources = () => ({ first: 1, line: 2, lines: ['</pre><script>alert(1)</script>', '\tx = 1;\u202e'] });
  return [...html(change(result), { version: '1.2.3', parts, sources })].join('');
}

const simple = 'T0|fork(T1)|main.c:1\nT0|acq(m)|main.c:2\nT0|w(x)|main.c:3\nT0|rel(m)|main.c:4\nT1|r(x)|worker.c:9\n';

/** Tags of a page with their attributes; a page that a name broke into would have others. */
function tags(text: string): string[] {
  const bare = text.replace(/<(style|script)>.*?<\/\1>/gs, '<$1></$1>');
  return [...bare.matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, tag]) => tag!.toLowerCase());
}

/** What stands in the element of the data. */
function dataIn(text: string): string {
  return /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)![1]!;
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
      `content="default-src 'none'; script-src '${SCRIPT_HASH}' 'wasm-unsafe-eval'; style-src '${STYLE_HASH}'; worker-src blob:; base-uri 'none'; form-action 'none'"`,
    );
    const bare = text.replace(/<(style|script)>.*?<\/\1>/gs, '');
    expect(bare).not.toMatch(/\b(?:src|href|style|on\w+)=/);
    expect(text.match(/<script/g)).toHaveLength(2);
  });
});

test('without scripts the findings are text', async () => {
  const [, text] = /<noscript>(.*?)<\/noscript>/s.exec(await page(simple))!;
  expect(text).toContain('<h1>1 race</h1>');
  expect(text).toContain('write in T0, holding m, at <code>main.c:3</code>');
});

test('what a page carries comes back: findings, sources and events', async () => {
  const { findings, data } = openedPage(dataIn(await page(simple)));
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ state: 'new', finding: { id: 'R1', variable: 'x', claim: 'observed', type: 'race' } });
  expect(data.sources['main.c:3']).toEqual({ first: 1, line: 2, lines: ['</pre><script>alert(1)</script>', '\tx = 1;\u202e'] });
  expect(data.parts[0]).toMatchObject({ total: 5 });
});

test('names stay text', async () => {
  const text = await page(nastyTrace);
  expect(openedPage(dataIn(text)).findings).toHaveLength(nastyNames.length);
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
  const { findings, data } = openedPage(dataIn(text));
  expect(findings).toHaveLength(10_000);
  expect(data.more).toBe(90_000);
  expect(text.length).toBeLessThan(10e6);
});
