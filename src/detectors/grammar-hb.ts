// ZipTrack's happens-before on the compressed trace: exactly the racy variables, each with one unordered pair. A grammar that is much shorter than its
// string is folded; another one is expanded into the kernel of FastTrack, which takes an event in less time than the fold an item.

import { InputError } from '../base/error.ts';
import type { Analysed } from '../grammar/compress.ts';
import type { VariableSink } from '../grammar/fold.ts';
import { grammarHb as fold, type GrammarOptions, HB_OPERATIONS } from '../grammar/hb/analysis.ts';
import { onOutline } from '../grammar/outlined.ts';
import { itemCount, lengthsOf } from '../grammar/slp.ts';
import { MAX_EVENTS } from '../trace/block.ts';
import { operation } from '../trace/operation.ts';
import type { Bounds } from '../trace/symbols.ts';
import type { RaceDetector } from './detector.ts';
import { fasttrack } from './fasttrack/index.ts';
import { fasttrackOnGrammar } from './fasttrack/on-grammar.ts';
import { CompressingAnalysis } from './grammar-analysis.ts';

/** Events for each item from which on the grammar is folded: an item takes the fold 200 to 500 ns, an event 8 to 17 ns of the kernel and its expansion. */
const FOLDED = 32;
/** Items that are folded before the kernel would be started, which takes most of a millisecond. */
const FEW = 2048;

/** Reports one pair per variable; returns the counters of the analysis. */
export function hbOnGrammar(
  trace: Analysed,
  bounds: Bounds,
  report: VariableSink,
  options: GrammarOptions = {},
): Record<string, number> {
  const { terminals, events, outline } = trace;
  if (outline !== undefined) {
    const onPart = (part: Analysed, ids: Bounds, sink: VariableSink) => hbOnGrammar(part, ids, sink, options);
    return onOutline(trace, outline, bounds, report, onPart, options.first);
  }
  const length = lengthsOf(events).at(-1)!;
  const unknown = terminals.ops.subarray(0, terminals.size).find((op) => !HB_OPERATIONS.some((known) => known === op));
  const isShort = length <= MAX_EVENTS;
  const items = itemCount(events);
  if (isShort && (unknown !== undefined || (items > FEW && length < FOLDED * items)))
    return fasttrackOnGrammar(trace, bounds, report, options.first);
  if (unknown === undefined) return fold(trace, bounds, report, options);
  const what = `the fold of a grammar does not understand ${operation(unknown).name}, and the trace has ${length} events`;
  throw new InputError('TRACE_TOO_LONG', {}, what, `at most ${MAX_EVENTS} events can be read one by one`);
}

export const grammarHb: RaceDetector = {
  finds: 'race',
  id: 'grammar-hb',
  title: 'happens-before on the compressed trace',
  paper: 'Kini, Mathur & Viswanathan, Data Race Detection on Compressed Traces, ESEC/FSE 2018',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'one unordered pair for every racy variable',
  cost: 'compression, then time and memory that follow the outline of the trace, or its grammar where that is much shorter',
  operations: fasttrack.operations,
  reentrant: true,
  analysis: (report) => new CompressingAnalysis(report, hbOnGrammar),
};
