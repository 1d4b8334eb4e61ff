// `foretrace compare`: several detectors on one trace, each on its own, so that their costs can be told apart.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Detection } from '../../detectors/detection.ts';
import type { Detector } from '../../detectors/detector.ts';
import { detectors } from '../../detectors/index.ts';
import { AccessLookup } from '../../findings/accesses.ts';
import type { Finding } from '../../findings/finding.ts';
import { allFindings } from '../../findings/kinds/index.ts';
import { heldToFunctions } from '../../findings/one-function.ts';
import { detectorReports, positionsOf } from '../../findings/result.ts';
import { collectTrace } from '../../formats/read.ts';
import { type ComparedDetector, comparisonJson, comparisonText } from '../../report/comparison.ts';
import { modelOf, type Trace } from '../../trace/trace.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { pluginOptions } from '../plugins/options.ts';
import { detectorNamed, knownDetectors } from '../plugins/registry.ts';
import { inputFormat, reading, traceArgument } from '../reading.ts';
import { outputWidth } from '../width.ts';
import { writeText } from '../writing.ts';

export const compareCommand = command({
  description:
    'Runs every detector, or those named, on the same trace and prints a row for each: races, racy variables, time, memory, and the variables that only it found racy. The trace is held in memory; times are of the analysis alone.',
  arguments: [traceArgument],
  options: {
    detector: {
      kind: 'text',
      short: 'd',
      value: 'id',
      choices: detectors.map(({ id }) => id),
      listedBy: 'detectors',
      extended: 'detectors',
      repeat: true,
      help: 'which detector to run, instead of all',
    },
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the table',
    },
    ...pluginOptions,
    inputFormat,
  },
  examples: [
    { line: 'foretrace compare trace.std', says: 'all detectors' },
    { line: 'foretrace compare trace.std -d fasttrack -d shb -d eraser', says: 'some of them' },
    { line: 'foretrace compare trace.std --format json', says: 'for a program' },
  ],
  async run({ args: [path], options }, session) {
    const chosen = options.detector.length === 0 ? knownDetectors() : [...new Set(options.detector)].map(detectorNamed);
    const trace = await reading(path!, options.inputFormat, session, ({ input, ...source }) => collectTrace(input, source), {
      once: true,
    });
    const compared = chosen.map((detector) => measured(detector, trace));
    const comparison = { file: path!, events: trace.length, memoryModel: modelOf(trace), detectors: compared };
    await writeText('-', [options.format === 'json' ? comparisonJson(comparison) : comparisonText(comparison, outputWidth())]);
    return Exit.ok;
  },
});

function measured(detector: Detector, trace: Trace): ComparedDetector {
  const before = liveBytes();
  const begin = process.hrtime.bigint();
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const all = detection.end();
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const bytes = Math.max(0, liveBytes() - before);
  const lookup = new AccessLookup(positionsOf(all));
  for (const block of trace.blocks) lookup.block(block);
  const results = heldToFunctions(all, (position) => lookup.location(position), trace.symbols);
  const { id, claim, raceCount, deadlocks, violations, ...report } = detectorReports(results, lookup, trace.symbols)[0]!;
  const variables = detector.finds === 'race' ? report.variables : subjects(allFindings(results, lookup, trace.symbols));
  // Held until here, so that what the analysis needs is part of the measurement.
  void detection;
  return { id, claim, races: raceCount, deadlocks: deadlocks.length, violations: violations.length, variables, seconds, bytes };
}

/** What findings are about, sorted. */
function subjects(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ variable }) => variable))].sort();
}

/** What is alive in this process now, garbage collected first. Node has no other way to ask for a collection from inside. */
export function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
