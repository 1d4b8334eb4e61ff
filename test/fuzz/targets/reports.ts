// Names that try to break out of the reports: JSON stays JSON, and a page has no markup of theirs.

import assert from 'node:assert/strict';
import { analyze, slices } from '../../../src/analyze.ts';
import { fasttrack } from '../../../src/detectors/fasttrack/index.ts';
import { type Input, memoryInput } from '../../../src/formats/input.ts';
import { parseTrace } from '../../../src/formats/read.ts';
import { html } from '../../../src/report/html/index.ts';
import { reportFormats } from '../../../src/report/index.ts';
import { LenientProblems } from '../../../src/trace/problems.ts';
import { nastyTrace } from '../../report/nasty-trace.ts';
import { answered, type Target } from '../target.ts';

const CONTROLS = /[\0-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]/;

/** What would be live in a page if it stood there as it is, and is not the page's own. */
function markup(names: readonly string[], page: string): string[] {
  return names.flatMap((name) => name.match(/<[a-z!/][^<>]{2,}>?/gi) ?? []).filter((tag) => !page.includes(tag));
}

async function pageOf(input: Input): Promise<string> {
  const result = await analyze(input, { detectors: [fasttrack] });
  return [...html(result, { version: '0', slices: await slices(input, result.findings) })].join('');
}

let harmless: string | undefined;

export const reports: Target = {
  name: 'reports',
  seeds: () => [Buffer.from(nastyTrace)],
  run: (bytes) =>
    answered(async () => {
      const input = memoryInput('x.std', bytes);
      const result = await analyze(input, { detectors: [fasttrack], problems: new LenientProblems() });
      const pictures = await slices(input, result.findings.slice(0, 5), { lenient: true });
      const { symbols } = parseTrace(bytes, { problems: new LenientProblems() });
      harmless ??= await pageOf(memoryInput('x.std', 'A|w(x)|a.c:1\nB|acq(m)|b.c:1\nB|r(x)|b.c:2\nB|rel(m)|b.c:3\n'));
      const { threads, locks, variables, locations } = symbols;
      const names = [threads, locks, variables, locations].flatMap((table) => table.names());
      for (const { id, report } of reportFormats) {
        const text = [...report(result, { version: '0', slices: pictures })].join('');
        if (id === 'json' || id === 'sarif') JSON.parse(text);
        else if (id === 'jsonl') for (const line of text.trimEnd().split('\n')) JSON.parse(line);
        assert(!CONTROLS.test(text), `${id} has a control character`);
        if (id === 'html') for (const tag of markup(names, harmless)) assert(!text.includes(tag), `the page has ${tag}`);
      }
    }),
};
