// The main job from end to end: read a trace, run detectors over it, and say what they found. Two readings: detectors see every
// event once and report positions; if there are any, a second reading looks up what those accesses are. Memory grows with
// threads, locks, variables and races, never with events.

import { Detection } from './detectors/detection.ts';
import type { Detector } from './detectors/detector.ts';
import { checkNeeds } from './detectors/needs.ts';
import { AccessLookup } from './findings/accesses.ts';
import type { Finding } from './findings/finding.ts';
import { merge } from './findings/merge.ts';
import { type AnalysisResult, detectorReports, positionsOf } from './findings/result.ts';
import { type Slice, SliceCollector, type SliceOptions } from './findings/slices.ts';
import type { Format } from './formats/format.ts';
import type { Input } from './formats/input.ts';
import { readTrace } from './formats/read.ts';
import { LenientProblems, strict } from './trace/problems.ts';

export interface AnalyzeOptions {
  readonly detectors: readonly Detector[];
  /** Instead of recognising it by content. */
  readonly format?: Format | undefined;
  /** Repairs what is wrong with the trace and counts, instead of refusing it. */
  readonly problems?: LenientProblems | undefined;
  /** Runs detectors also on a reduced trace that lacks what they need: their results may then be wrong. */
  readonly force?: boolean | undefined;
  /** Numbers for the detectors that take some, by name (`budget`, `window`). */
  readonly detectorOptions?: Readonly<Record<string, number>> | undefined;
  readonly onProgress?: ((bytes: number, events: number) => void) | undefined;
}

export interface Analyzed extends AnalysisResult {
  /** In words: what was passed over, lost or repaired while reading. */
  readonly notes: readonly string[];
  /** In words: what limits and budgets kept from the result; empty if it is complete. */
  readonly unfinished: readonly string[];
}

export async function analyze(input: Input, options: AnalyzeOptions): Promise<Analyzed> {
  const { format, problems, onProgress } = options;
  const detection = new Detection(options.detectors, options.detectorOptions);
  let unchecked = options.force !== true;
  const reading = { format, problems: problems ?? strict, onProgress };
  const { symbols, events, notes } = await readTrace(input, reading, (block, _, metadata) => {
    if (unchecked) checkNeeds(options.detectors, metadata);
    unchecked = false;
    detection.block(block);
  });
  const results = detection.end();
  const lookup = new AccessLookup(positionsOf(results));
  if (!lookup.done) {
    // What is wrong with the trace was told the first time.
    const again = problems === undefined ? strict : new LenientProblems(0);
    await readTrace(input, { format, problems: again, enough: () => lookup.done }, (block) => lookup.block(block));
  }
  return {
    trace: {
      file: input.name,
      events,
      threads: symbols.threads.size,
      locks: symbols.locks.size,
      variables: symbols.variables.size,
      repaired: problems?.total ?? 0,
    },
    detectors: detectorReports(results, lookup, symbols),
    findings: merge(results, lookup, symbols),
    notes,
    unfinished: results.flatMap(({ detector, counters }) => detector.unfinished?.(counters) ?? []),
  };
}

export interface LookAgainOptions extends SliceOptions {
  readonly format?: Format | undefined;
  /** As the analysis read it. */
  readonly lenient?: boolean | undefined;
}

/** What happened around these findings, by their ids: one more reading, for reports that draw it. */
export async function slices(
  input: Input,
  findings: readonly Finding[],
  { format, lenient = false, ...around }: LookAgainOptions = {},
): Promise<ReadonlyMap<string, Slice>> {
  if (findings.length === 0) return new Map();
  const collector = new SliceCollector(findings, around);
  const problems = lenient ? new LenientProblems(0) : strict;
  const { symbols } = await readTrace(input, { format, problems, enough: () => collector.done }, (block) => {
    if (!collector.done) collector.block(block);
  });
  return new Map(findings.map((finding) => [finding.id, collector.slice(finding, symbols)]));
}
