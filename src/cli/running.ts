// One run of a program, from its recording to findings: what `run` does once, or again and again (exploring.ts).

import { join } from 'node:path';
import { display } from '../base/quote.ts';
import type { Finding } from '../findings/finding.ts';
import { type Analyzing, analyzed, type analyzingOptions, type Prepared, reporting } from './analyzing.ts';
import { assembleAll, type Places, type RecordedTrace, type Recording } from './assembling.ts';
import { keptConfirmations, withConfirmations } from './confirmations.ts';
import { Exit } from './exit.ts';
import type { Values } from './option.ts';
import { addedDetectors } from './plugins/registry.ts';
import { type Ended, numbered, recorded, type recordingOptions } from './recording.ts';
import { Screening } from './screening.ts';
import type { Session } from './session.ts';
import { updateBaseline } from './update-baseline.ts';

/** What `run` was asked for. */
export interface Run {
  readonly words: readonly string[];
  readonly options: Values<typeof recordingOptions> & {
    readonly trace?: string | undefined;
    readonly baseline?: string | undefined;
    readonly updateBaseline: boolean;
    readonly screen: string;
  };
  readonly analysis: Values<typeof analyzingOptions>;
  readonly preparation: Prepared;
  readonly session: Session;
}

/** Whether a run that cannot have a race needs no trace. Other detectors have other ideas of what a race is. */
export function screens({ options, analysis }: Run): boolean {
  const isUsual = analysis.detector.length === 0 && addedDetectors().length === 0;
  return options.trace === undefined && options.screen === 'on' && isUsual;
}

export async function runOnce(run: Run): Promise<number> {
  const { words, options, analysis, preparation, session } = run;
  const temporary = options.trace === undefined;
  const screen = screens(run) ? new Screening() : undefined;
  const work = async ({ ending, folder, assembled }: Ended): Promise<number> => {
    const place = options.trace ?? join(folder, 'trace.ftrace');
    const places = { place: (n: number) => numbered(place, n), temporary, screen, reduce: options.reduce, ending };
    const { traces, partial } = await assembledRun(folder, places, run);
    await assembled(traces);
    remarkWaiting(traces, options.trace, session);
    const what = await analyzed(partsOf({ traces, partial }), analysis, session);
    const {
      status: found,
      named,
      seen,
    } = await reporting(withConfirmations(what, keptConfirmations()), preparation, analysis, session);
    if (options.updateBaseline) updateBaseline(options.baseline!, seen(), session);
    if (named.length > 0) await keepForExplain(words, traces, named, options, session);
    const answer = found === Exit.ok && partial ? Exit.partial : found;
    return ending.status === 0 || (hung(traces, ending.pid) && found !== Exit.ok) ? answer : ending.status;
  };
  return await recorded(words, options, session, work, { companion: screen });
}

/** The traces of a run, with a remark if there is nothing to compare. */
export async function assembledRun(folder: string, places: Places, { options, session }: Run): Promise<Recording> {
  const recording = await assembleAll(folder, places, options, session);
  const { threads, hung: hangs } = recording.traces[0]!.counts;
  if (threads < 2 && !hangs) session.remark('foretrace: the program had one thread: there is nothing to compare');
  return recording;
}

/** One that waited for ever has not failed: the recorder has ended it, and the report says why. */
export function hung(traces: readonly RecordedTrace[], pid: number): boolean {
  return traces.some(({ process, counts }) => process.pid === pid && counts.hung);
}

/** What is to be analysed of a run. */
export function partsOf({ traces, partial }: Recording): Analyzing[] {
  return traces.map(({ path, input, process, screened, counts }) => ({
    path,
    name: process.command,
    input,
    process: process.pid,
    screened: screened && { ...counts, memoryModel: process.recorder.memoryModel },
    partial,
  }));
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

/** For `explain`; and what to do about the first finding, for a person: a terminal, nobody else. */
export async function keepForExplain(
  words: readonly string[],
  traces: readonly Pick<RecordedTrace, 'path' | 'input' | 'screened'>[],
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
  const { keepLastRun } = await import('./last-run.ts');
  const isKept = isInFiles && (await keepLastRun(words, paths, places));
  if (!process.stderr.isTTY) return;
  const next =
    isKept || named !== undefined
      ? `next: foretrace explain ${findings[0]!.id}${reduce === undefined ? '' : ` --detector ${findings[0]!.detectors[0]}`}`
      : '--trace t.ftrace keeps the trace for foretrace explain';
  session.remark(session.errorColors.dim(`foretrace: ${next}`));
}
