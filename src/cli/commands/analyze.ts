// `foretrace analyze`: runs detectors over a trace, prints what they found, and answers by the exit status.

import { analyze, slices } from '../../analyze.ts';
import { claims } from '../../detectors/detector.ts';
import type { Finding } from '../../findings/finding.ts';
import { select } from '../../findings/selection.ts';
import { command } from '../command.ts';
import { detecting, detectingOptions } from '../detecting.ts';
import { Exit } from '../exit.ts';
import { reading, traceArgument } from '../reading.ts';
import { drawnFindings, reportOptions, reportTargets, writeReports } from '../reports.ts';
import { sourceOptions, sourcesIn } from '../sources.ts';
import { criteria, remarkUnused, triageOptions } from '../triage.ts';

const failOn = [...claims, 'never'] as const;

export const analyzeCommand = command({
  description:
    'Finds the races of a trace. The report goes to standard output; the exit status is 1 if there is any race at or above --fail-on.',
  arguments: [traceArgument],
  options: {
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
  },
  examples: [
    { line: 'foretrace analyze trace.std', says: 'the races of a trace, for a person' },
    { line: 'foretrace analyze trace.std --source-root .', says: 'with the lines of source' },
    { line: 'foretrace analyze trace.std.gz --format json --output races.json', says: 'the same for a program' },
    {
      line: 'foretrace analyze trace.std --format text --format sarif=races.sarif --format html=races.html',
      says: 'three at once',
    },
    { line: 'foretrace analyze trace.std --baseline known.json', says: 'only what is new' },
    { line: 'foretrace generate --races 0.1 - | foretrace analyze -', says: 'from standard input' },
    { line: 'foretrace analyze trace.std --fail-on never', says: 'status 0 also if there are races' },
  ],
  async run({ args: [path], options }, session) {
    const targets = reportTargets(options.format, options.output);
    const sources = sourcesIn(options.sourceRoot);
    const wanted = await criteria(options);
    const { selection, pictures, ...result } = await reading(path!, options.inputFormat, session, async (source) => {
      const analyzed = await analyze(source.input, { ...source, ...detecting(options) });
      const selection = select(analyzed.findings, wanted);
      const drawn = selection.findings.slice(0, drawnFindings(targets));
      const pictures = await slices(source.input, drawn, { format: source.format, lenient: session.lenient });
      return { ...analyzed, selection, pictures };
    });
    const { findings, suppressed, known, rare, beyond } = selection;
    const leftOut = { suppressed, known, rare, beyond: beyond.length };
    await writeReports(targets, { ...result, findings, leftOut }, { sources, slices: pictures }, session);
    remarkUnused(wanted.file, selection.unusedRules, session);
    for (const words of result.unfinished) session.remark(`foretrace: ${session.errorColors.yellow('partial')}: ${words}`);
    if (fails([...findings, ...beyond], options.failOn)) return options.errorExitcode;
    return result.unfinished.length > 0 && options.failOn !== 'never' ? Exit.partial : Exit.ok;
  },
});

function fails(findings: readonly Finding[], weakest: (typeof failOn)[number]): boolean {
  if (weakest === 'never') return false;
  const failing = claims.slice(0, claims.indexOf(weakest) + 1);
  return findings.some(({ claim }) => failing.includes(claim));
}
