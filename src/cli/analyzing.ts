// From the file of a trace to reports and an exit status: what `analyze` does, and `run` after it has recorded.

import { analyze, slices } from '../analyze.ts';
import { claims } from '../detectors/detector.ts';
import type { Finding } from '../findings/finding.ts';
import { select } from '../findings/selection.ts';
import { detecting, detectingOptions } from './detecting.ts';
import { Exit } from './exit.ts';
import type { Values } from './option.ts';
import { reading } from './reading.ts';
import { drawnFindings, type ReportTarget, reportOptions, writeReports } from './reports.ts';
import type { Session } from './session.ts';
import { sourceOptions, sourcesIn } from './sources.ts';
import { criteria, remarkUnused, triageOptions } from './triage.ts';

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

export interface Analyzing {
  readonly path: string;
  /** What the report calls the trace, if that is not its path. */
  readonly name?: string;
  readonly targets: readonly ReportTarget[];
}

/** The exit status is the answer. */
export async function analyzing(
  { path, name, targets }: Analyzing,
  options: Values<typeof analyzingOptions>,
  session: Session,
): Promise<number> {
  const sources = sourcesIn(options.sourceRoot);
  const wanted = await criteria(options);
  const { selection, pictures, ...result } = await reading(path, options.inputFormat, session, async (source) => {
    const analyzed = await analyze(source.input, { ...source, ...detecting(options) });
    const selection = select(analyzed.findings, wanted);
    const drawn = selection.findings.slice(0, drawnFindings(targets));
    const pictures = await slices(source.input, drawn, { format: source.format, lenient: session.lenient });
    return { ...analyzed, selection, pictures };
  });
  const { findings, suppressed, known, rare, beyond } = selection;
  const leftOut = { suppressed, known, rare, beyond: beyond.length };
  const trace = { ...result.trace, file: name ?? result.trace.file };
  await writeReports(targets, { ...result, trace, findings, leftOut }, { sources, slices: pictures }, session);
  remarkUnused(wanted.file, selection.unusedRules, session);
  for (const words of result.unfinished) session.remark(`foretrace: ${session.errorColors.yellow('partial')}: ${words}`);
  if (fails([...findings, ...beyond], options.failOn)) return options.errorExitcode;
  return result.unfinished.length > 0 && options.failOn !== 'never' ? Exit.partial : Exit.ok;
}

function fails(findings: readonly Finding[], weakest: (typeof failOn)[number]): boolean {
  if (weakest === 'never') return false;
  const failing = claims.slice(0, claims.indexOf(weakest) + 1);
  return findings.some(({ claim }) => failing.includes(claim));
}
