// From the file of a trace to reports and an exit status: what `analyze` does, and `run` after it has recorded.

import { analyze, slices } from '../analyze.ts';
import { display } from '../base/quote.ts';
import type { Finding } from '../findings/finding.ts';
import { type SelectionOptions, select } from '../findings/selection.ts';
import { checkOutput } from '../formats/file/output.ts';
import type { Input } from '../formats/input.ts';
import type { Sources } from '../report/report.ts';
import { claims } from '../trace/outcome.ts';
import { detecting, detectingOptions } from './detecting.ts';
import { Exit } from './exit.ts';
import type { Values } from './option.ts';
import { reading, type Source } from './reading.ts';
import { drawnFindings, type ReportTarget, reportOptions, reportTargets, writeReports } from './reports.ts';
import type { Session } from './session.ts';
import { sourceOptions, sourcesIn } from './sources.ts';
import { criteria, remarkUnused, type Suppressions, triageOptions } from './triage.ts';

const failOn = [...claims, 'never'] as const;

export const analyzingOptions = {
  ...reportOptions,
  failOn: {
    kind: 'text',
    value: 'claim',
    choices: failOn,
    default: 'predicted',
    help: 'the weakest claim that makes the exit status 1',
  },
  errorExitcode: { kind: 'number', min: 1, max: 255, default: Exit.findings, help: 'the exit status if there are such races' },
  ...triageOptions,
  ...sourceOptions,
  ...detectingOptions,
} as const;

/** The files that the options name, known to be there or writable. */
export interface Prepared {
  readonly targets: readonly ReportTarget[];
  readonly sources: Sources | undefined;
  readonly wanted: SelectionOptions & Suppressions;
}

/** Finds what is wrong with the options before a program runs for an hour, or a trace is read for a minute. */
export async function prepared(options: Values<typeof analyzingOptions>, usualSources?: Sources): Promise<Prepared> {
  const targets = reportTargets(options.format, options.output);
  const sources = sourcesIn(options.sourceRoot) ?? usualSources;
  const preparation = { targets, sources, wanted: criteria(options) };
  for (const { path } of targets) await checkOutput(path);
  return preparation;
}

export interface Analyzing {
  readonly path: string;
  /** What messages and the report call the trace, if that is not its path. */
  readonly name?: string;
  /** The trace, if it is not in a file. */
  readonly input?: Input | undefined;
}

export interface Answer {
  /** The exit status. */
  readonly status: number;
  /** How many findings there are, also those that do not decide the status. */
  readonly findings: number;
}

export async function analyzing(
  { path, name, input }: Analyzing,
  { targets, sources, wanted }: Prepared,
  options: Values<typeof analyzingOptions>,
  session: Session,
): Promise<Answer> {
  const work = async (source: Source) => {
    const analyzed = await analyze(source.input, { ...source, ...detecting(options) });
    const selection = select(analyzed.findings, wanted);
    const drawn = selection.findings.slice(0, drawnFindings(targets));
    const { input, format, onProgress } = source;
    const pictures = await slices(input, drawn, { format, lenient: session.lenient, onProgress });
    return { ...analyzed, selection, pictures };
  };
  const naming = name === undefined ? { input } : { name, input };
  const { selection, pictures, ...result } = await reading(path, options.inputFormat, session, work, naming);
  const { findings, suppressed, known, rare, beyond } = selection;
  const leftOut = { suppressed, known, rare, beyond: beyond.length };
  await writeReports(targets, { ...result, findings, leftOut }, { sources, slices: pictures }, session);
  remarkUnused(wanted.file, selection.unusedRules, session);
  for (const words of result.unfinished) session.remark(`foretrace: ${session.errorColors.yellow('partial')}: ${display(words)}`);
  const all = [...findings, ...beyond];
  // A result from less than the whole run is never called clean, also where findings do not count.
  const partial = result.unfinished.length > 0;
  const status = fails(all, options.failOn) ? options.errorExitcode : partial ? Exit.partial : Exit.ok;
  return { status, findings: all.length };
}

function fails(findings: readonly Finding[], weakest: (typeof failOn)[number]): boolean {
  if (weakest === 'never') return false;
  const failing = claims.slice(0, claims.indexOf(weakest) + 1);
  return findings.some(({ claim }) => failing.includes(claim));
}
