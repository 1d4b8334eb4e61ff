// `foretrace explain`: everything known of one finding, and its schedule as a trace of its own.

import { existsSync } from 'node:fs';
import { analyze } from '../../analyze.ts';
import { InputError } from '../../base/error.ts';
import { display } from '../../base/quote.ts';
import { predict } from '../../detectors/predict/index.ts';
import { explained, proven } from '../../explain.ts';
import { findFinding, noSuchFinding } from '../../findings/find.ts';
import { type Finding, waitingIn } from '../../findings/finding.ts';
import { select } from '../../findings/selection.ts';
import { collectTrace } from '../../formats/read.ts';
import { explanation } from '../../report/explanation.ts';
import { amount } from '../../report/words.ts';
import { LenientProblems } from '../../trace/problems.ts';
import type { Trace } from '../../trace/trace.ts';
import { scheduleTrace } from '../../witness/schedule.ts';
import { styles } from '../color.ts';
import { command } from '../command.ts';
import { keptConfirmations, withConfirmation } from '../confirmations.ts';
import { detecting, detectingOptions } from '../detecting.ts';
import { Exit } from '../exit.ts';
import { type LastRun, lastRun } from '../last-run.ts';
import { longFlag } from '../option.ts';
import { reading, traceArgument } from '../reading.ts';
import { stackOptions } from '../reports.ts';
import { ownSources, sourceOptions, sourcesIn } from '../sources.ts';
import { workingFolder } from '../upwards.ts';
import { outputWidth, USUAL_WIDTH } from '../width.ts';
import { outputFormat, writeText, writing } from '../writing.ts';

export const explainCommand = command({
  description:
    'Prints everything known of one finding: what both threads did around it, which orders hold and which do not, and the schedule that proves it, if there is one. Where the detectors gave none, it is searched for.',
  arguments: [
    {
      ...traceArgument,
      help: `${traceArgument.help}; left out: that of the last foretrace run of this project with races`,
      optional: true,
    },
    { name: 'ID', help: 'the finding as the report names it: R1, or at least 6 digits of its fingerprint', optional: true },
  ],
  options: {
    schedule: { kind: 'file', value: 'file', help: 'write the schedule to this file, as a trace that foretrace verify checks' },
    stacks: { ...stackOptions.stacks, default: 'full', help: 'how much of both call stacks to show, with their lines of source' },
    ...sourceOptions,
    ...detectingOptions,
  },
  examples: [
    { line: 'foretrace explain R1', says: 'the first finding of the last foretrace run' },
    { line: 'foretrace explain trace.std R1', says: 'the first finding of foretrace analyze trace.std' },
    { line: 'foretrace explain trace.std 5f2c9a --schedule race.std', says: 'by fingerprint, and keep its schedule' },
    { line: 'foretrace verify trace.std --schedule race.std', says: 'check the schedule' },
  ],
  async run({ args, options }, session) {
    const { path, wanted, run, id } = question(args);
    if (run !== undefined) session.print(`${runWords(run)}\n\n`);
    const sources = sourcesIn(options.sourceRoot) ?? (run === undefined ? undefined : ownSources());
    const { finding, trace, untimed } = await reading(path, options.inputFormat, session, async (source) => {
      const { findings, notes, traces } = await analyze(source.input, { ...source, ...detecting(options) });
      const problems = source.problems === undefined ? undefined : new LenientProblems(0);
      const found = findFinding(select(findings).findings, findings, wanted);
      const trace = await collectTrace(source.input, { ...source, problems, onProgress: undefined });
      const named = id === undefined ? found : { ...found, id };
      const told = run === undefined ? named : withConfirmation(named, keptConfirmations());
      const finding = proven(trace, told, detecting(options).detectorOptions ?? {});
      return { finding, trace, notes, untimed: traces[0]!.untimed === true };
    });
    const width = outputWidth() ?? USUAL_WIDTH;
    await writeText(
      '-',
      explanation(
        { ...explained(trace, finding), untimed },
        { styles: styles(session.colors), width, sources, stacks: options.stacks },
      ),
    );
    if (options.schedule !== undefined) {
      const steps = await writeSchedule(trace, finding, options.schedule);
      session.remark(
        `${amount(steps, 'step')} written; foretrace verify ${display(path)} --schedule ${display(options.schedule)}`,
      );
    }
    return Exit.ok;
  },
});

/** Which run is spoken of: there may have been another since. */
function runWords({ command, time, folder, traces }: LastRun): string {
  const processes = traces.length === 1 ? '' : `, ${amount(traces.length, 'process', 'processes')}`;
  const where = folder === workingFolder() ? '' : ` in ${folder}`;
  return display(`The last run of this project: ${command}${where}, ${time.slice(0, 16).replace('T', ' ')} UTC${processes}`);
}

/** What bounds the search for a schedule. */
const searchLimits = (predict.options ?? []).map(({ name }) => longFlag(name));

interface Question {
  readonly path: string;
  /** As the user names the finding, or its whole fingerprint. */
  readonly wanted: string;
  /** The run that is spoken of, if no trace was named. */
  readonly run?: LastRun;
  /** What its report calls the finding. */
  readonly id?: string;
}

/** `TRACE ID`, or `ID` alone for the last run. */
function question([first, second]: readonly string[]): Question {
  if (first !== undefined && second !== undefined) return { path: first, wanted: second };
  if (first === undefined || existsSync(first))
    throw new InputError('USAGE', {}, "missing required argument 'ID'", 'for instance R1, as the report names it');
  const run = lastRun();
  if (run === undefined)
    throw new InputError(
      'USAGE',
      {},
      'there is no last run of this project',
      'foretrace run keeps one if it finds races; else foretrace explain TRACE ID',
    );
  const [id, digits = ''] = first.split('·');
  const known = run.findings.find((finding) => finding.id === id!.toUpperCase() && finding.fingerprint.startsWith(digits));
  if (known !== undefined) return { path: run.traces[known.trace]!, wanted: known.fingerprint, run, id: known.id };
  if (/^r\d+$/i.test(id!))
    throw noSuchFinding(
      first,
      run.findings.map((finding) => finding.id),
    );
  const byDigits = run.findings.find(({ fingerprint }) => fingerprint.startsWith((digits || first).toLowerCase()));
  return { path: run.traces[byDigits?.trace ?? 0]!, wanted: first, run };
}

async function writeSchedule(trace: Trace, finding: Finding, path: string): Promise<number> {
  const { id, type, claim, witness } = finding;
  if (witness === null && type !== 'race' && claim === 'observed')
    throw new InputError('USAGE', {}, `${id} happened in this very run`, 'no other schedule is needed: the trace shows it');
  if (witness === null)
    throw new InputError('USAGE', {}, `no schedule was found for ${id}`, `a larger ${searchLimits.join(' or ')} may find one`);
  const format = outputFormat(path, undefined);
  const { symbols, blocks } = scheduleTrace(trace, witness.positions(), waitingIn(finding));
  await writing(path, async (output) => {
    const writer = format.writer({ symbols, write: (bytes) => output.write(bytes) });
    for (const block of blocks) {
      writer.block(block);
      await output.drain();
    }
    writer.end();
  });
  return witness.length;
}
