// `foretrace analyze`: runs detectors over a trace, prints what they found, and answers by the exit status.

import { analyze } from '../../analyze.ts';
import { claims } from '../../detectors/detector.ts';
import { detectorById, detectors, recommended } from '../../detectors/index.ts';
import type { AnalysisResult } from '../../findings/result.ts';
import { json } from '../../report/json.ts';
import { text } from '../../report/text.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { inputFormat, reading, traceArgument } from '../reading.ts';
import { styles } from '../styles.ts';
import { writeText } from '../writing.ts';

const failOn = [...claims, 'never'] as const;

export const analyzeCommand = command({
  description:
    'Finds the races of a trace. The report goes to standard output; the exit status is 1 if there is any race at or above --fail-on.',
  arguments: [traceArgument],
  options: {
    detector: {
      kind: 'text',
      short: 'd',
      value: 'id',
      choices: detectors.map(({ id }) => id),
      repeat: true,
      help: `which detector to run, instead of ${recommended.map(({ id }) => id).join(' and ')}`,
    },
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the report',
    },
    output: { kind: 'file', short: 'o', value: 'file', help: 'write the report to this file instead of standard output' },
    failOn: {
      kind: 'text',
      value: 'claim',
      choices: failOn,
      default: 'predicted',
      help: 'the weakest claim that makes the exit status 1',
    },
    force: { kind: 'flag', help: 'run detectors also on a reduced trace that lacks what they need; their results may be wrong' },
    inputFormat,
  },
  examples: [
    { line: 'foretrace analyze trace.std', says: 'the races of a trace, for a person' },
    { line: 'foretrace analyze trace.std.gz --format json --output races.json', says: 'the same for a program' },
    { line: 'foretrace generate --races 0.1 - | foretrace analyze -', says: 'from standard input' },
    { line: 'foretrace analyze trace.std --fail-on never', says: 'status 0 also if there are races' },
  ],
  async run({ args: [path], options }, session) {
    const chosen = options.detector.length === 0 ? recommended : [...new Set(options.detector)].map((id) => detectorById(id)!);
    const result = await reading(path!, options.inputFormat, session, (source) =>
      analyze(source.input, { ...source, detectors: chosen, force: options.force }),
    );
    const style = options.output === undefined ? styles(session.colors) : undefined;
    await writeText(options.output ?? '-', options.format === 'json' ? json(result) : text(result, { styles: style }));
    return verdict(result, options.failOn);
  },
});

function verdict({ detectors: reports }: AnalysisResult, weakest: (typeof failOn)[number]): number {
  if (weakest === 'never') return Exit.ok;
  const failing = claims.slice(0, claims.indexOf(weakest) + 1);
  return reports.some(({ claim, raceCount }) => raceCount > 0 && failing.includes(claim)) ? Exit.findings : Exit.ok;
}
