// From the file of a trace to reports and an exit status: what `analyze` does, and `run` after it has recorded.

import { type Analyzed, analyze, type ScreenedRun, slices, withoutRaces } from '../analyze.ts';
import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import { type KnownFinding, knownFindings } from '../findings/baseline.ts';
import { combined } from '../findings/combine.ts';
import type { Finding } from '../findings/finding.ts';
import { foldReason } from '../findings/folding.ts';
import { groupings } from '../findings/grouping.ts';
import type { AnalysisResult, LeftOut, TraceSummary } from '../findings/result.ts';
import { foldedOf, type Selection, type SelectionOptions, select } from '../findings/selection.ts';
import type { Slice } from '../findings/slices.ts';
import { checkOutput } from '../formats/file/output.ts';
import type { Format } from '../formats/format.ts';
import type { Input } from '../formats/input.ts';
import { tracePart } from '../page-trace.ts';
import type { OtherFinding, Sources, TracePart } from '../report/report.ts';
import { LONGEST_COMMAND } from '../report/words.ts';
import { claims } from '../trace/outcome.ts';
import { detecting, detectingOptions } from './detecting.ts';
import { Exit } from './exit.ts';
import type { Values } from './option.ts';
import { reading, type Source } from './reading.ts';
import { type ReportTarget, reportOptions, reportTargets, scheduledFindings, stackOptions, writeReports } from './reports.ts';
import type { Session } from './session.ts';
import { sourceOptions, sourcesIn } from './sources.ts';
import { criteria, listSuppressed, remarkImported, remarkUnused, ruleWords, type Suppressions, triageOptions } from './triage.ts';

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
  group: {
    kind: 'text',
    value: 'how',
    choices: groupings,
    default: 'cause',
    help: 'what makes one entry: all findings of a cause, of a pair of places, or each by itself',
  },
  ...triageOptions,
  ...stackOptions,
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

/** One trace of those that a report is about. */
export interface Analyzing {
  readonly path: string;
  /** What messages and the report call the trace, if that is not its path. */
  readonly name?: string | undefined;
  /** The trace, if it is not in a file. */
  readonly input?: Input | undefined;
  /** The process that it is of. */
  readonly process?: number | undefined;
  /** There is no trace, because it would have no race: what is known of it. */
  readonly screened?: ScreenedRun | undefined;
  /** Something of the run is missing beside it: a process that could not be recorded. */
  readonly partial?: boolean;
}

export interface Answer {
  /** The exit status. */
  readonly status: number;
  /** The findings that were reported, also those that do not decide the status. */
  readonly findings: readonly Finding[];
  /** These, and those that are folded, by the numbers that they have where they are shown. */
  readonly named: readonly Finding[];
  /** All that the traces show, but for what is suppressed; few ask. */
  readonly seen: () => readonly KnownFinding[];
}

/** All traces, one report: what two of them have is told once. */
export async function analyzing(
  traces: readonly Analyzing[],
  preparation: Prepared,
  options: Values<typeof analyzingOptions>,
  session: Session,
): Promise<Answer> {
  return reporting(await analyzed(traces, options, session), preparation, options, session);
}

/** What there is to report of these traces. */
export async function analyzed(
  traces: readonly Analyzing[],
  options: Values<typeof detectingOptions>,
  session: Session,
): Promise<Reporting> {
  const parts: Part[] = [];
  for (const trace of traces) parts.push(await analyzedPart(trace, options, session));
  const names = parts.map(({ traces: [trace] }) => processName(trace!));
  const result = combined(parts, names);
  const unfinished = parts.flatMap((part, i) => part.unfinished.map((words) => ofProcess(words, names[i]!, parts.length)));
  const draw = async (findings: readonly Finding[]): Promise<Map<string, Slice>> => {
    const pictures = new Map<string, Slice>();
    for (const [i, { input, format }] of parts.entries()) {
      const own = findings.filter(({ trace }) => trace === i);
      if (input === undefined) continue;
      for (const [id, slice] of await slices(input, own, { format, memoryModel: session.memoryModel, lenient: session.lenient }))
        pictures.set(id, slice);
    }
    return pictures;
  };
  const show = (findings: readonly Finding[]): Promise<(TracePart | undefined)[]> => shownParts(parts, findings, session);
  return { result, unfinished, draw, show, inputs: parts };
}

/** What is said of one of so many processes. */
export function ofProcess(words: string, name: string, processes: number): string {
  return processes === 1 ? words : `${shortened(name, LONGEST_COMMAND, 'middle')}: ${words}`;
}

/** What there is to report. */
export interface Reporting {
  readonly result: AnalysisResult;
  /** In words: what was not seen, or not looked at. */
  readonly unfinished: readonly string[];
  /** What happened around these findings, by their ids. */
  readonly draw: (findings: readonly Finding[]) => Promise<ReadonlyMap<string, Slice>>;
  /** By trace: its events, at least those around these findings. Behind them may be more, of which `partOf` says which finding they are of. */
  readonly show: (findings: readonly Finding[]) => Promise<readonly (TracePart | undefined)[]>;
  readonly partOf?: (finding: Finding) => number | undefined;
  /** By trace: where its events can be read again. */
  readonly inputs?: readonly Pick<Part, 'input' | 'format'>[];
}

/** From findings to reports and an exit status. */
export async function reporting(
  { result, unfinished, draw, show, partOf }: Reporting,
  { targets, sources, wanted }: Prepared,
  options: Values<typeof analyzingOptions>,
  session: Session,
): Promise<Answer> {
  const selection = select(result.findings, { ...wanted, grouping: options.group });
  const pictures = await draw(scheduledFindings(targets, selection.findings));
  const { findings, known, rare, beyond } = selection;
  const leftOut = leftOutOf(selection);
  const shows = targets.some(({ format }) => format.parts);
  const others = shows ? otherFindings(selection, wanted.file) : [];
  const parts = shows ? await show([...findings, ...others.map(({ finding }) => finding)]) : undefined;
  const extras = { sources, slices: pictures, stacks: options.stacks, parts, partOf, others };
  await writeReports(targets, { ...result, findings, leftOut }, extras, session);
  if (options.listSuppressed) listSuppressed(wanted.file, selection.suppressed, session);
  remarkImported(wanted, session);
  remarkUnused(wanted.file, selection.unusedRules, session);
  for (const words of unfinished) session.remark(`foretrace: ${session.errorColors.yellow('partial')}: ${display(words)}`);
  const all = [...findings, ...beyond];
  // A result from less than the whole run is never called clean, also where findings do not count.
  const status = fails(all, options.failOn) ? options.errorExitcode : unfinished.length > 0 ? Exit.partial : Exit.ok;
  const isFolded = Object.values(selection.folded).some(({ length }) => length > 0);
  const folded = isFolded ? foldedEntries(result.findings, { ...wanted, grouping: options.group }, all) : [];
  const named = [...all, ...folded];
  return { status, findings: all, named, seen: () => knownFindings([...all, ...rare, ...known]) };
}

/** The entries that are folded, numbered as where they are shown. */
function foldedEntries(all: readonly Finding[], wanted: SelectionOptions, shown: readonly Finding[]): Finding[] {
  const ids = new Set(shown.map(({ id }) => id));
  const { findings } = select(all, { ...wanted, folds: [], maxRaces: undefined });
  return findings.filter((entry) => !ids.has(entry.id) && foldReason(entry, wanted.folds) !== undefined);
}

/** How many findings were not to be reported, and why. */
export function leftOutOf(selection: Omit<Selection, 'findings' | 'unusedRules'>): LeftOut {
  const { suppressed, known, rare, beyond } = selection;
  const { foreign, dependencies } = foldedOf(selection);
  return {
    suppressed: suppressed.length,
    known: known.length,
    foreign: foreign.count,
    foreignCode: foreign.code,
    dependencies: dependencies.count,
    packages: dependencies.code,
    rare: rare.length,
    beyond: beyond.length,
  };
}

/** What was left out on purpose, for reports that show it apart, with numbers of their own. */
export function otherFindings({ suppressed, known }: Pick<Selection, 'suppressed' | 'known'>, file: string): OtherFinding[] {
  return [
    ...known.map((finding, i) => ({ finding: { ...finding, id: `K${i + 1}` }, state: 'known' as const, rule: undefined })),
    ...suppressed.map(({ finding, rule }, i) => ({
      finding: { ...finding, id: `S${i + 1}` },
      state: 'suppressed' as const,
      rule: ruleWords(rule, file),
    })),
  ];
}

async function shownParts(
  parts: readonly Part[],
  findings: readonly Finding[],
  { memoryModel, lenient }: Session,
): Promise<(TracePart | undefined)[]> {
  const shown: (TracePart | undefined)[] = [];
  for (const [i, { input, format, traces }] of parts.entries()) {
    const own = findings.filter(({ trace }) => trace === i);
    const reading = { format, memoryModel, lenient, events: traces[0]!.events };
    shown.push(input === undefined ? undefined : await tracePart(input, own, reading));
  }
  return shown;
}

interface Part extends Analyzed {
  readonly input: Input | undefined;
  readonly format: Format | undefined;
}

async function analyzedPart(
  { path, name, input, process, screened, partial = false }: Analyzing,
  options: Values<typeof detectingOptions>,
  session: Session,
): Promise<Part> {
  const told = ({ traces, ...result }: Analyzed): Analyzed => ({
    ...result,
    traces: traces.map((trace) => ({
      ...trace,
      complete: trace.complete && !partial,
      ...(process === undefined ? {} : { process }),
    })),
  });
  if (screened !== undefined) {
    const { detectors, onRecorded = [] } = detecting(options);
    const result = withoutRaces(name ?? path, screened, [...detectors, ...onRecorded]);
    return { ...told(result), input: undefined, format: undefined };
  }
  const work = async (source: Source): Promise<Part> => {
    const result = await analyze(source.input, { ...source, ...detecting(options) });
    return { ...told(result), input: source.input, format: source.format };
  };
  return reading(path, options.inputFormat, session, work, name === undefined ? { input } : { name, input });
}

/** What a report calls the process of a trace. */
function processName({ file, process, command }: TraceSummary): string {
  const words = command ?? file;
  return process === undefined ? words : `${process} (${words})`;
}

export function fails(findings: readonly Finding[], weakest: (typeof failOn)[number]): boolean {
  if (weakest === 'never') return false;
  const failing = claims.slice(0, claims.indexOf(weakest) + 1);
  return findings.some(({ claim }) => failing.includes(claim));
}
