// Where reports go: each --format to its own file or, one of them, to -o or standard output.

import { appendFile } from 'node:fs/promises';
import { InputError } from '../base/error.ts';
import { quote } from '../base/quote.ts';
import { version } from '../base/version.ts';
import type { Finding } from '../findings/finding.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { unwritable } from '../formats/file/failure.ts';
import { reportFormats } from '../report/index.ts';
import { markdown } from '../report/markdown.ts';
import type { ReportContext, ReportFormat } from '../report/report.ts';
import { type StackDetail, stackDetails } from '../report/stacks.ts';
import { styles } from './color.ts';
import { reportNamed } from './plugins/registry.ts';
import type { Session } from './session.ts';
import { outputWidth } from './width.ts';
import { writeText } from './writing.ts';

export const reportOptions = {
  format: {
    kind: 'text',
    short: 'f',
    value: 'format[=file]',
    choices: reportFormats.map(({ id }) => id),
    extended: 'reports',
    file: true,
    repeat: true,
    help: 'how to print the report, text if not said; with =file into that file',
  },
  output: {
    kind: 'file',
    short: 'o',
    value: 'file',
    help: 'write the report that has no file of its own here instead of to standard output',
  },
} as const;

export const stackOptions = {
  stacks: {
    kind: 'text',
    value: 'detail',
    choices: stackDetails,
    default: 'short',
    help: 'call stacks in reports for people: full, short with the frames of libraries folded, or none',
  },
} as const;

export interface ReportTarget {
  readonly format: ReportFormat;
  /** `-` is standard output. */
  readonly path: string;
}

export function reportTargets(formats: readonly string[], output: string | undefined): ReportTarget[] {
  const targets = (formats.length === 0 ? ['text'] : formats).map((word) => {
    const [id, ...file] = word.split('=');
    if (file.length > 0 && file.join('=') === '')
      throw usage(`--format ${quote(word)} names no file`, `for instance ${id}=report.${id}`);
    return { format: reportNamed(id!), path: file.length === 0 ? (output ?? '-') : file.join('=') };
  });
  const own = formats.length > 0 && formats.every((word) => word.includes('='));
  if (own && output !== undefined)
    throw usage('--output has no report to write: every --format has its own file', 'leave one of them out');
  const paths = targets.map(({ path }) => path);
  const twice = paths.find((path, i) => paths.indexOf(path) < i);
  if (twice !== undefined)
    throw usage(
      twice === '-' ? 'two reports cannot both go to standard output' : `two reports cannot both go to ${quote(twice)}`,
      'give one of them a file of its own: --format sarif=out.sarif',
    );
  return targets;
}

/** The findings of which a report tells the schedule. */
export function scheduledFindings(targets: readonly ReportTarget[], findings: readonly Finding[]): Finding[] {
  const most = Math.max(...targets.map(({ format }) => format.schedules ?? 0));
  return findings.filter(({ witness }) => witness !== null).slice(0, most);
}

export async function writeReports(
  targets: readonly ReportTarget[],
  result: AnalysisResult,
  extras: Pick<ReportContext, 'sources' | 'slices' | 'stacks' | 'parts' | 'partOf' | 'others'>,
  session: Session,
): Promise<void> {
  for (const { format, path } of targets) {
    const terminal = path === '-' ? { styles: styles(session.colors), width: outputWidth() } : {};
    await writeText(path, format.report(result, { version: version(), ...terminal, ...extras }));
    if (format.stepSummary) await writeStepSummary(result, extras.stacks);
  }
}

/** GitHub takes up to 1 MiB for all that a step writes. */
const SUMMARY_LIMIT = 1_000_000;

async function writeStepSummary(result: AnalysisResult, stacks: StackDetail | undefined): Promise<void> {
  const path = process.env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return;
  try {
    await appendFile(path, [...markdown(result, { limit: SUMMARY_LIMIT, stacks })].join(''));
  } catch (error) {
    throw unwritable(path, error);
  }
}

function usage(what: string, hint: string): InputError {
  return new InputError('USAGE', {}, what, hint);
}
