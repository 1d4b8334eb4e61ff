// One page that needs nothing else: no network, opens from disk. It is the viewer (src/viewer) with its data inside; what may run and how it may look is
// allowed by hashes. Whoever runs no scripts reads the findings as text.

import { sidesOf } from '../../findings/finding.ts';
import type { AnalysisResult } from '../../findings/result.ts';
import { racedTests, racedText } from '../raced-tests.ts';
import type { ReportContext } from '../report.ts';
import { leftFolded, summary } from '../words.ts';
import { escaped } from './escape.ts';
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from './page.ts';
import { pageData, pageText } from './page-data.ts';
import { plainFinding } from './plain.ts';

/** How many findings there are as text. */
const LISTED = 1000;

export function* html(result: AnalysisResult, context: ReportContext): Generator<string> {
  const { found } = summary(result);
  yield* document(`foretrace: ${found}`, [pageText(pageData(result, context))], plain(result));
}

/** The page around its data. `connects`: it may ask the server that it came from. */
export function* document(title: string, data: Iterable<string>, plain: Iterable<string>, connects = false): Generator<string> {
  yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n';
  yield `<meta http-equiv="Content-Security-Policy" content="${policy(connects)}">\n`;
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">\n';
  yield `<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<div id="page"></div>\n<noscript>\n`;
  yield* plain;
  yield `</noscript>\n<script type="application/json" id="data">`;
  yield* data;
  yield `</script>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

/** WebAssembly is for the detectors that look again when the reader changes the trace, in a worker that runs the same script. */
export function policy(connects: boolean): string {
  const connect = connects ? "; connect-src 'self'" : '';
  return `default-src 'none'; script-src '${SCRIPT_HASH}' 'wasm-unsafe-eval'; style-src '${STYLE_HASH}'; worker-src blob:${connect}; base-uri 'none'; form-action 'none'`;
}

function* plain(result: AnalysisResult): Generator<string> {
  const { findings, traces } = result;
  const { found, size } = summary(result);
  yield `<h1>${escaped(found)}</h1>\n<p>${traces.map(({ file }) => `<code>${escaped(file)}</code>`).join(', ')}: ${escaped(size)}</p>\n`;
  const raced = racedTests(findings).slice(0, LISTED);
  if (raced.length > 0)
    yield `<ul>\n${raced.map((one) => `<li><code>${escaped(one.test)}</code>: ${racedText(one)}</li>\n`).join('')}</ul>\n`;
  for (const words of leftFolded(result.leftOut)) yield `<p>${escaped(words)}.</p>\n`;
  yield '<p>The run and its schedules are drawn by a script, which your browser does not run.</p>\n';
  for (const finding of findings.slice(0, LISTED)) yield plainFinding(finding, sidesOf(finding));
  if (findings.length > LISTED) yield `<p>${findings.length - LISTED} more findings are in the other reports (json, text).</p>\n`;
}
