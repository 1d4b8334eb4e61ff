// The main job from end to end: read a trace, run detectors over it, and say what they found. Two readings: detectors see every
// event once and report positions; if there are any, a second reading (or the events of a short trace, kept) tells what those accesses
// are. Here memory grows with threads, locks, variables and races, not with events; a schedule is written out only while somebody looks at it. Detectors add
// theirs: most grow in the same way, predictors keep the trace (13 bytes an event, 60 to 80 if something may race) within the option `memory`, and
// windows of one that is longer. Detectors for grammars take a grammar file as it is, and nothing is expanded for them.

import { InputError } from './base/error.ts';
import { checkNeeds, type DetectorResult } from './detectors/detection.ts';
import type { Detector } from './detectors/detector.ts';
import { grammarDetectors, grammarResult } from './detectors/grammar-file.ts';
import { AccessLookup } from './findings/accesses.ts';
import { ExecutedPlaces } from './findings/executed-places.ts';
import type { Finding } from './findings/finding.ts';
import { allFindings } from './findings/kinds/index.ts';
import { heldToFunctions } from './findings/one-function.ts';
import { type AnalysisResult, detectorReports, positionsOf, type TraceSummary } from './findings/result.ts';
import { changed, checkSecondReading } from './findings/second-reading.ts';
import { type Slice, SliceCollector, type SliceOptions } from './findings/slices.ts';
import { WrittenSchedules } from './findings/written-schedules.ts';
import type { Format } from './formats/format.ts';
import type { GrammarFile } from './formats/grammar/index.ts';
import { isGrammarFormat, openGrammarFile } from './formats/grammar-file.ts';
import type { Input } from './formats/input.ts';
import { type ReadOptions, type ReadSummary, readTrace } from './formats/read.ts';
import { GrammarLookup } from './grammar/look-up.ts';
import { exactLength } from './grammar/slp.ts';
import { ParallelDetection } from './parallel/detection.ts';
import type { Jobs } from './parallel/jobs.ts';
import type { EventBlock } from './trace/block.ts';
import { KeptEvents } from './trace/kept-events.ts';
import { type MemoryModel, memoryModelOf } from './trace/memory-model.ts';
import { INCOMPLETE, preserved, UNTIMED } from './trace/preservation.ts';
import { LenientProblems, strict } from './trace/problems.ts';
import { bounds, type Symbols } from './trace/symbols.ts';
import { testsIn } from './trace/tests.ts';

export interface AnalyzeOptions extends Jobs {
  readonly detectors: readonly Detector[];
  /** Run as well on what our recorders wrote: its blocks are those that somebody annotated, and not all methods, as elsewhere. */
  readonly onRecorded?: readonly Detector[] | undefined;
  /** Instead of recognising it by content. */
  readonly format?: Format | undefined;
  /** Instead of what the trace says of itself. */
  readonly memoryModel?: MemoryModel | undefined;
  /** Repairs what is wrong with the trace and counts, instead of refusing it. */
  readonly problems?: LenientProblems | undefined;
  /** Runs detectors also on a reduced trace that lacks what they need: their results may then be wrong. */
  readonly force?: boolean | undefined;
  /** Also tell which places the run executed. */
  readonly places?: boolean | undefined;
  /** A trace of more events than this is read a second time if it has races; two million if not said. */
  readonly keptEvents?: number | undefined;
  /** Numbers for the detectors that take some, by the names of their options. */
  readonly detectorOptions?: Readonly<Record<string, number>> | undefined;
  readonly onProgress?: ((bytes: number, events: number) => void) | undefined;
  /** How far a detector is with what it does after the reading, from 0 to 1. */
  readonly onWork?: ((detector: string, done: number) => void) | undefined;
}

export interface Analyzed extends AnalysisResult {
  /** In words: what was passed over, lost or repaired while reading. */
  readonly notes: readonly string[];
  /** In words: what limits and budgets kept from the result; empty if it is complete. */
  readonly unfinished: readonly string[];
  /** The places that the run executed, as findings know theirs; absent if nobody asked. */
  readonly places?: readonly string[];
}

export async function analyze(input: Input, options: AnalyzeOptions): Promise<Analyzed> {
  const { format, memoryModel, problems, onProgress, detectors, onRecorded = [] } = options;
  const file = await grammarFor(input, options);
  const kept = new KeptEvents(options.keptEvents);
  const executed = options.places === true ? new ExecutedPlaces() : undefined;
  const { symbols, events, notes, metadata, found } = await detect(input, file, { kept, executed }, options);
  const { locks: knowsLocks } = preserved(metadata);
  const unwritten = [...detectors, ...onRecorded].flatMap(
    (detector) => found.find((result) => result.detector === detector) ?? [],
  );
  const lookup = new AccessLookup(positionsOf(unwritten), knowsLocks);
  const schedules = new WrittenSchedules(unwritten);
  const block = (events: EventBlock): void => {
    lookup.block(events);
    schedules.block(events);
  };
  if (file !== undefined) lookup.ask(new GrammarLookup(file.trace));
  else if (!lookup.done && kept.blocks !== undefined) kept.blocks.forEach(block);
  else if (!lookup.done) {
    const reading = { format, memoryModel, ...lookingAgain(problems !== undefined), enough: () => lookup.done, onProgress };
    const again = await readTrace(input, reading, block);
    checkSecondReading(input.name, unwritten, lookup, symbols, again.symbols);
  }
  const written = unwritten.map((result) => schedules.with(result));
  const results = heldToFunctions(written, (position) => lookup.location(position), symbols);
  const cut = metadata.get(INCOMPLETE);
  const command = metadata.get('command');
  const unfinished = [
    ...(cut === undefined ? [] : [incompleteWords(cut)]),
    ...(problems === undefined || problems.total === 0 ? [] : [repairedWords(problems.total)]),
    ...results.flatMap((result) => result.unfinished ?? []),
  ];
  return {
    traces: [
      {
        file: input.name,
        events,
        threads: symbols.threads.size,
        locks: symbols.locks.size,
        variables: symbols.variables.size,
        repaired: problems?.total ?? 0,
        complete: unfinished.length === 0,
        memoryModel: memoryModelOf(metadata),
        ...(command === undefined ? {} : { command }),
        ...(metadata.has(UNTIMED) && { untimed: true as const }),
        ...(!knowsLocks && { reduced: true as const }),
      },
    ],
    detectors: detectorReports(results, lookup, symbols),
    findings: allFindings(results, lookup, symbols, testsIn(metadata)),
    notes,
    unfinished,
    ...(executed !== undefined && { places: executed.keys(symbols) }),
  };
}

/** Who sees the events beside the detectors. */
interface Onlookers {
  readonly kept: KeptEvents;
  readonly executed: ExecutedPlaces | undefined;
}

interface Detected extends Pick<ReadSummary, 'symbols' | 'events' | 'notes' | 'metadata'> {
  readonly found: readonly DetectorResult[];
}

/** The first reading, if a detector needs one, and what comes of it. */
async function detect(
  input: Input,
  file: GrammarFile | undefined,
  { kept, executed }: Onlookers,
  options: AnalyzeOptions,
): Promise<Detected> {
  const { format, memoryModel, problems = strict, onProgress, onWork, detectors, onRecorded = [] } = options;
  const direct = file === undefined ? [] : detectors.filter((detector) => grammarDetectors.includes(detector));
  const onEvents = detectors.filter((detector) => !direct.includes(detector));
  let detection: ParallelDetection | undefined;
  const begun = (metadata: ReadonlyMap<string, string>): ParallelDetection => {
    const all = metadata.has(UNTIMED) ? [...onEvents, ...onRecorded] : onEvents;
    detection ??= new ParallelDetection(all, options.detectorOptions, options);
    return detection;
  };
  let unchecked = options.force !== true;
  try {
    const read =
      file !== undefined && onEvents.length === 0
        ? { symbols: file.symbols, events: Number(exactLength(file.trace.events)), notes: [], metadata: file.metadata }
        : await readTrace(
            input,
            { format, memoryModel, problems, onProgress, drain: () => detection?.drain() },
            (block, _, metadata) => {
              if (unchecked) checkNeeds(detectors, metadata);
              unchecked = false;
              kept.block(block);
              executed?.block(block);
              begun(metadata).block(block);
            },
          );
    if (file !== undefined && onEvents.length === 0) executed?.all(file.symbols);
    if (file !== undefined && unchecked) checkNeeds(direct, file.metadata);
    const found = [
      ...(await begun(read.metadata).end(onWork)),
      ...direct.map((detector) => grammarResult(detector, file!.trace, bounds(read.symbols))),
    ];
    return { ...read, found };
  } finally {
    detection?.close();
  }
}

/** What is known of a run that no trace was made of. */
export interface ScreenedRun extends Pick<TraceSummary, 'events' | 'threads' | 'locks' | 'variables' | 'memoryModel'> {
  /** In words, what is missing of it. */
  readonly incomplete: string | undefined;
}

/** What an analysis would say of a run in which no two accesses can race, as the screen of its logs has shown. */
export function withoutRaces(
  command: string,
  { incomplete, events, threads, locks, variables, memoryModel }: ScreenedRun,
  detectors: readonly Detector[],
): Analyzed {
  const unfinished = incomplete === undefined ? [] : [incompleteWords(incomplete)];
  const complete = unfinished.length === 0;
  const counts = { events, threads, locks, variables, repaired: 0, complete, memoryModel, untimed: true as const };
  return {
    traces: [{ file: command, command, ...counts }],
    detectors: detectors.map(({ id, claim, finds }) => ({
      id,
      claim,
      finds,
      trace: 0,
      raceCount: 0,
      races: () => [],
      deadlocks: [],
      violations: [],
      variables: [],
      // One block would have been a doubt.
      counters: finds === 'atomicity' ? { blocks: 0 } : {},
    })),
    findings: [],
    notes: [],
    unfinished,
  };
}

function incompleteWords(why: string): string {
  return `the recording is incomplete: ${why}`;
}

/**
 * How to read what was read before, so that positions are the same. What a strict reading took is well-formed: the check would find
 * nothing. What a lenient one took is repaired again in the same way, and all that was wrong was told the first time.
 */
function lookingAgain(lenient: boolean): Pick<ReadOptions, 'problems' | 'check'> {
  return lenient ? { problems: new LenientProblems(0) } : { problems: strict, check: false };
}

/** What was left out or put in may hide a race. */
function repairedWords(problems: number): string {
  return `${problems} ${problems === 1 ? 'problem' : 'problems'} of the trace had to be repaired: what was left out may hide a race`;
}

/** The grammar of the input, if it is one and a detector can do with it. To repair a trace takes its events. */
async function grammarFor(
  input: Input,
  { detectors, format, problems, memoryModel }: AnalyzeOptions,
): Promise<GrammarFile | undefined> {
  const wanted = detectors.some((detector) => grammarDetectors.includes(detector));
  if (!wanted || problems !== undefined || (format !== undefined && !isGrammarFormat(format))) return undefined;
  return openGrammarFile(input, memoryModel);
}

export interface LookAgainOptions extends SliceOptions {
  readonly format?: Format | undefined;
  readonly memoryModel?: MemoryModel | undefined;
  /** As the analysis read it. */
  readonly lenient?: boolean | undefined;
  readonly onProgress?: AnalyzeOptions['onProgress'];
}

/** What happened around these findings, by their ids: one more reading, for reports that draw it. */
export async function slices(
  input: Input,
  findings: readonly Finding[],
  { format, memoryModel, lenient = false, onProgress, ...around }: LookAgainOptions = {},
): Promise<ReadonlyMap<string, Slice>> {
  if (findings.length === 0) return new Map();
  const collector = new SliceCollector(findings, around);
  let symbols: Symbols;
  try {
    const reading = { format, memoryModel, ...lookingAgain(lenient), enough: () => collector.done, onProgress };
    ({ symbols } = await readTrace(input, reading, (block) => {
      if (!collector.done) collector.block(block);
    }));
  } catch (error) {
    // A grammar was analysed that cannot be read event by event: there is nothing to draw.
    if (error instanceof InputError && error.code === 'TRACE_TOO_LONG') return new Map();
    throw error;
  }
  if (!findings.every((finding) => collector.shows(finding, symbols))) throw changed(input.name);
  return new Map(findings.map((finding) => [finding.id, collector.slice(finding, symbols)]));
}
