// The one list of report formats: help, documentation, completion and tests follow from it.

import { github } from './github.ts';
import { html } from './html/index.ts';
import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { markdown } from './markdown.ts';
import type { ReportFormat } from './report.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';

/** For how many findings the schedule is told. */
const SCHEDULES = 200;

export const reportFormats: readonly ReportFormat[] = [
  { id: 'text', help: 'for a terminal', report: text },
  { id: 'json', help: 'one object, contract version 1', forPrograms: true, report: json },
  { id: 'jsonl', help: 'one object a line', forPrograms: true, report: jsonl },
  {
    id: 'sarif',
    help: 'SARIF 2.1.0, for code scanning',
    forPrograms: true,
    schedules: SCHEDULES,
    report: (result, { version, slices }) => sarif(result, version, slices),
  },
  { id: 'github', help: 'annotations of GitHub Actions, and the step summary', stepSummary: true, report: github },
  { id: 'markdown', help: 'for a merge request or an issue', report: (result, { stacks }) => markdown(result, { stacks }) },
  {
    id: 'html',
    help: 'one page that shows the run, the findings and their schedules',
    forPrograms: true,
    parts: true,
    report: html,
  },
];

export function reportFormatById(id: string): ReportFormat | undefined {
  return reportFormats.find((format) => format.id === id);
}
