// Analyses a trace that comes as a grammar. Operations that locksets do not know have to be lowered, and lowering needs to see every event in turn: only
// then the grammar is expanded, piece by piece, and made anew.

import { InputError } from '../base/error.ts';
import { type CompressedTrace, Decompression } from '../grammar/compress.ts';
import type { VariableSink } from '../grammar/fold.ts';
import type { GrammarOptions } from '../grammar/hb/analysis.ts';
import { grammarLockset as lockset } from '../grammar/lockset/analysis.ts';
import { onOutline } from '../grammar/outlined.ts';
import { exactLength, itemCount, ruleCount } from '../grammar/slp.ts';
import { MAX_EVENTS } from '../trace/block.ts';
import { Lowering } from '../trace/lowering.ts';
import { operation } from '../trace/operation.ts';
import type { Bounds } from '../trace/symbols.ts';
import type { DetectorResult } from './detection.ts';
import type { Detector } from './detector.ts';
import { CompressingAnalysis } from './grammar-analysis.ts';
import { grammarHb, hbOnGrammar } from './grammar-hb.ts';
import { grammarLockset } from './grammar-lockset.ts';
import { RaceLog } from './race-log.ts';

export const grammarDetectors: readonly Detector[] = [grammarHb, grammarLockset];

/** Reports one pair per variable; returns the counters of the analysis. */
export function analyseGrammar(
  detector: Detector,
  trace: CompressedTrace,
  bounds: Bounds,
  report: VariableSink,
  options: GrammarOptions,
): Record<string, number> {
  return (detector === grammarHb ? hbOnGrammar : locksetsOnGrammar)(trace, bounds, report, options);
}

function locksetsOnGrammar(
  trace: CompressedTrace,
  bounds: Bounds,
  report: VariableSink,
  options: GrammarOptions,
): Record<string, number> {
  const { terminals, outline } = trace;
  if (outline !== undefined) {
    const onPart = (part: CompressedTrace, ids: Bounds, sink: VariableSink) => locksetsOnGrammar(part, ids, sink, options);
    return onOutline(trace, outline, bounds, report, onPart, options.first);
  }
  const { id, operations, reentrant } = grammarLockset;
  const unknown = terminals.ops.subarray(0, terminals.size).find((op) => !operations.some((known) => known === op));
  if (unknown === undefined) return lockset(trace, bounds, report, options);
  const length = exactLength(trace.events);
  if (length > MAX_EVENTS) {
    const what = `${id} does not understand ${operation(unknown).name}, and the trace has ${length} events`;
    throw new InputError('TRACE_TOO_LONG', {}, what, `at most ${MAX_EVENTS} events can be read one by one`);
  }
  // Lowering may rename variables: which one it was is looked up by the position.
  const races: [number, number][] = [];
  const analysis = new CompressingAnalysis(
    (first, second) => races.push([first, second]),
    (lowered, lowerBounds, sink) => lockset(lowered, lowerBounds, sink, options),
  );
  const lowering = new Lowering(operations, reentrant, (block) => analysis.block(block));
  const decompression = new Decompression(trace, bounds);
  for (let block = decompression.next(); block !== undefined; block = decompression.next()) lowering.lower(block);
  analysis.end();
  for (const [first, second] of races) report(first, second, UNNAMED);
  return { lowered: Number(length), ...analysis.counters() };
}

/** The same as the result of a detector. */
export function grammarResult(detector: Detector, trace: CompressedTrace, bounds: Bounds): DetectorResult {
  const races = new RaceLog();
  const counted = analyseGrammar(detector, trace, bounds, (first, second) => races.add(first, second), {});
  races.sort();
  const counters = { rules: ruleCount(trace.events), items: itemCount(trace.events), ...counted };
  return { detector, races, deadlocks: [], violations: [], counters, unfinished: detector.unfinished?.(counters) };
}

/** In place of a variable whose number was lost. */
const UNNAMED = -1;
