// `foretrace run`: runs a program, records it, and reports its races.

import { join } from 'node:path';
import { display } from '../../base/quote.ts';
import type { Finding } from '../../findings/finding.ts';
import { analyzing, analyzingOptions, prepared } from '../analyzing.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import {
  assembleAll,
  checkTraceFile,
  type Ended,
  numbered,
  programArgument,
  type RecordedTrace,
  recorded,
  recordingOptions,
} from '../recording.ts';
import { detectorsFor } from '../reduced-detectors.ts';
import type { ReportTarget } from '../reports.ts';
import { liveOptions, runLive } from '../running-live.ts';
import { Screening } from '../screening.ts';
import type { Session } from '../session.ts';
import { ownSources } from '../sources.ts';
import { prepareBaseline, updateBaseline } from '../update-baseline.ts';

const { inputFormat: _, ...analysisOptions } = analyzingOptions;

export const runCommand = command({
  description:
    'Runs a program, records its threads, and reports the races that the run had and those that another schedule would have had. Standard input, output and signals are the program’s; the report follows on standard output. The exit status is that of the program if it failed, and otherwise 1 if there are races.',
  arguments: [programArgument],
  options: {
    trace: { kind: 'text', value: 'file', help: 'keep the trace in this .ftrace file; a second process goes to file-2.ftrace' },
    updateBaseline: { kind: 'flag', help: 'add what this run shows to the file of --baseline, and make it if there is none' },
    screen: {
      kind: 'text',
      value: 'on|off',
      choices: ['on', 'off'],
      default: 'on',
      help: 'make no trace of a run in which every two accesses are ordered or share a lock: it has no race, in any schedule',
    },
    ...liveOptions,
    ...recordingOptions,
    ...analysisOptions,
  },
  examples: [
    { line: 'foretrace run app.js', says: 'a program for Node.js, as it is' },
    { line: 'foretrace run -- node --expose-gc app.js --port 80', says: 'with options of its own' },
    { line: 'foretrace run npm test', says: 'whatever it starts; all its processes make one report' },
    { line: 'foretrace run --baseline known.json --update-baseline npm test', says: 'and remember what it showed' },
    { line: 'foretrace run ./a.out 8', says: 'a program that foretrace cc compiled' },
    { line: 'foretrace run --live ./server', says: 'look while it runs, for as long as it runs' },
    { line: 'foretrace run --format sarif=races.sarif --trace t.ftrace app.js', says: 'a report for tools, and the trace' },
  ],
  async run({ args, options }, session) {
    if (options.trace !== undefined) await checkTraceFile(options.trace);
    if (options.updateBaseline) prepareBaseline(options.baseline);
    const detector = detectorsFor(options.reduce, options, session);
    const analysis = { ...options, detector, inputFormat: undefined };
    const preparation = await prepared(analysis, ownSources());
    remarkMixed(preparation.targets, session);
    if (options.live) return await runLive({ words: args, options: analysis, preparation, session });
    const temporary = options.trace === undefined;
    // Other detectors have other ideas of what a race is.
    const screens = temporary && options.screen === 'on' && detector.length === 0;
    const screen = screens ? new Screening() : undefined;
    const work = async ({ ending, folder, assembled }: Ended): Promise<number> => {
      const place = options.trace ?? join(folder, 'trace.ftrace');
      const places = { place: (n: number) => numbered(place, n), temporary, screen, reduce: options.reduce, ending };
      const { traces, partial } = await assembleAll(folder, places, options, session);
      await assembled(traces);
      const { threads, hung: hangs } = traces[0]!.counts;
      if (threads < 2 && !hangs) session.remark('foretrace: the program had one thread: there is nothing to compare');
      const parts = traces.map(({ path, input, process, screened, counts }) => ({
        path,
        name: process.command,
        input,
        process: process.pid,
        screened: screened && { ...counts, memoryModel: process.recorder.memoryModel },
        partial,
      }));
      remarkWaiting(traces, options.trace, session);
      const { status: found, findings, seen } = await analyzing(parts, preparation, analysis, session);
      if (options.updateBaseline) updateBaseline(options.baseline!, seen(), session);
      if (findings.length > 0) await remarkNext(args, traces, findings, options, session);
      const answer = found === Exit.ok && partial ? Exit.partial : found;
      // One that waited for ever has not failed: the recorder has ended it, and the report says why.
      const hung = traces.some(({ process, counts }) => process.pid === ending.pid && counts.hung);
      return ending.status === 0 || (hung && found !== Exit.ok) ? answer : ending.status;
    };
    return await recorded(args, options, session, work, screen);
  },
});

function remarkMixed(targets: readonly ReportTarget[], session: Session): void {
  const mixed = targets.find(({ format, path }) => path === '-' && format.forPrograms)?.format.id;
  if (mixed === undefined) return;
  const { yellow } = session.errorColors;
  session.remark(
    `foretrace: ${yellow('note')}: the report follows what the program prints; --format ${mixed}=FILE keeps them apart`,
  );
}

/** The events of a trace that takes a while. */
const MANY = 1_000_000;

/** An analysis is ended at once and says nothing more: what it would leave is said before. */
function remarkWaiting(traces: readonly RecordedTrace[], named: string | undefined, session: Session): void {
  const large = traces.filter(({ counts, input, screened }) => counts.events >= MANY && input === undefined && !screened);
  if (named !== undefined || large.length === 0) return;
  const paths = large.map(({ path }) => display(path)).join(', ');
  session.remark(session.errorColors.dim(`foretrace: an interrupt from here on leaves ${paths} until the next run`));
}

/** What to do about the first finding. For a person: a terminal, nobody else. */
async function remarkNext(
  words: readonly string[],
  traces: readonly RecordedTrace[],
  findings: readonly Finding[],
  { trace: named, reduce }: { readonly trace?: string | undefined; readonly reduce?: string | undefined },
  session: Session,
): Promise<void> {
  // Findings know their trace by its place among those that were made.
  const made = traces.filter(({ screened }) => !screened);
  const places = findings.map((finding) => ({ ...finding, trace: made.indexOf(traces[finding.trace]!) }));
  const paths = made.map(({ path }) => path);
  const isInFiles = made.every(({ input }) => input === undefined);
  // Loaded only where there is something to keep.
  const { keepLastRun } = await import('../last-run.ts');
  const isKept = isInFiles && (await keepLastRun(words.join(' '), paths, places));
  if (!process.stderr.isTTY) return;
  const next =
    isKept || named !== undefined
      ? `next: foretrace explain ${findings[0]!.id}${reduce === undefined ? '' : ` --detector ${findings[0]!.detectors[0]}`}`
      : '--trace t.ftrace keeps the trace for foretrace explain';
  session.remark(session.errorColors.dim(`foretrace: ${next}`));
}
