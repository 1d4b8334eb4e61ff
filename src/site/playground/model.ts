// A small trace, and all that foretrace has to say of it: what every detector finds, the schedules that prove it, clocks, locks, Raptor's sets and the
// grammar. Data for a page, without a page. Takes milliseconds for what somebody types; whoever asks ends it if it takes longer.

import { analyze } from '../../analyze.ts';
import { InputError } from '../../base/error.ts';
import { Detection, type DetectorResult } from '../../detectors/detection.ts';
import type { Detector } from '../../detectors/detector.ts';
import { detectors, recommended } from '../../detectors/index.ts';
import { explained } from '../../explain.ts';
import type { WitnessExplanation } from '../../findings/explanation.ts';
import { memoryInput } from '../../formats/input.ts';
import { parseTrace } from '../../formats/read.ts';
import { eventRules } from '../../formats/rules/writer.ts';
import { TraceCompressor } from '../../grammar/compress.ts';
import { tracePart } from '../../page-trace.ts';
import { pageData, pageText } from '../../report/html/page-data.ts';
import { clockRows, cpSetRows, locksetRows, type Row } from '../../teaching/thinking.ts';
import { operation } from '../../trace/operation.ts';
import { type Claim, type FindingType, UNKNOWN } from '../../trace/outcome.ts';
import { table } from '../../trace/symbols.ts';
import { eventAt, type Trace } from '../../trace/trace.ts';

/** Lines and characters that somebody types, not more. @internal */
export const MOST_LINES = 500;
const MOST_CHARACTERS = 20_000;
/** Rows of a table, and events after which Raptor's sets take long. */
const MOST_ROWS = 1000;
const MOST_FOR_SETS = 200;

export interface PlayedEvent {
  readonly index: number;
  readonly thread: string;
  /** In the papers' notation. */
  readonly text: string;
}

export interface DetectorVerdict {
  readonly id: string;
  readonly title: string;
  readonly claim: Claim;
  readonly finds: FindingType;
  readonly count: number;
  /** The first of them, in words; undefined if there is none. */
  readonly first: string | undefined;
  /** Why it says less than it could. */
  readonly unfinished: string | undefined;
}

export interface PlayedFinding {
  readonly id: string;
  readonly type: FindingType;
  readonly claim: Claim;
  readonly variable: string;
  readonly reason: string;
  readonly events: readonly number[];
  readonly orders: readonly string[];
  readonly witness: WitnessExplanation | undefined;
}

/** Rows that fit, or why there are none. */
export interface PlayedTable {
  readonly rows: readonly Row[];
  readonly more: string | undefined;
}

export interface Played {
  readonly threads: readonly string[];
  readonly events: readonly PlayedEvent[];
  readonly verdicts: readonly DetectorVerdict[];
  readonly findings: readonly PlayedFinding[];
  readonly clocks: PlayedTable;
  readonly locksets: PlayedTable;
  readonly cpSets: PlayedTable;
  readonly grammar: readonly string[];
  /** The data of the viewer (report/html/page-data.ts). */
  readonly page: string;
}

export async function played(text: string): Promise<Played> {
  checkSize(text);
  const trace = parseTrace(text, { name: 'trace' });
  const input = memoryInput('trace', text);
  const result = await analyze(input, { detectors: recommended });
  const { findings } = result;
  return {
    threads: trace.symbols.threads.names(),
    events: Array.from({ length: trace.length }, (_, index) => playedEvent(trace, index)),
    verdicts: detectors.map((detector) => verdictOf(detector, trace)),
    findings: findings.map((finding) => {
      const { orders, witness } = explained(trace, finding);
      const { id, type, claim, variable, reason, first, second } = finding;
      const events =
        finding.type === 'deadlock' ? finding.cycle.map(({ index }) => index) : [first?.index ?? UNKNOWN, second.index];
      return { id, type, claim, variable, reason, events, orders, witness };
    }),
    clocks: tableOf(clockRows(trace)),
    locksets: tableOf(locksetRows(trace)),
    cpSets:
      trace.length > MOST_FOR_SETS
        ? { rows: [], more: `only for traces of up to ${MOST_FOR_SETS} events` }
        : tableOf(cpSetRows(trace, trace.length)),
    grammar: grammarOf(trace),
    page: pageText(pageData(result, { version: '', parts: [await tracePart(input, findings, { events: trace.length })] })),
  };
}

function checkSize(text: string): void {
  const lines = text.split('\n').length;
  if (lines <= MOST_LINES && text.length <= MOST_CHARACTERS) return;
  throw new InputError(
    'TRACE_TOO_LONG',
    {},
    `the playground takes up to ${MOST_LINES} lines and ${MOST_CHARACTERS} characters, and this has ${lines} and ${text.length}`,
    'open it as a file instead, or with foretrace view',
  );
}

function playedEvent(trace: Trace, index: number): PlayedEvent {
  const { op, thread, target } = eventAt(trace, index);
  const { short, target: kind } = operation(op);
  return { index, thread: trace.symbols.threads.name(thread), text: `${short}(${table(trace.symbols, kind).name(target)})` };
}

function verdictOf(detector: Detector, trace: Trace): DetectorVerdict {
  const { id, title, claim, finds } = detector;
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const [result] = detection.end();
  const { count, positions } = outcomeOf(result!);
  const known = positions.filter((position) => position !== UNKNOWN).map((position) => playedEvent(trace, position));
  const first = known.map(({ text, thread, index }) => `${text} ${index} in ${thread}`).join(' ↔ ');
  return { id, title, claim, finds, count, first: count === 0 ? undefined : first, unfinished: result!.unfinished };
}

/** How many there are, and where the first is. */
function outcomeOf({ races, deadlocks, violations }: DetectorResult): { count: number; positions: readonly number[] } {
  if (races.length > 0) return { count: races.length, positions: [races.first(0), races.second(0)] };
  const [deadlock] = deadlocks;
  if (deadlock !== undefined) return { count: deadlocks.length, positions: deadlock.cycle };
  const [violation] = violations;
  if (violation === undefined) return { count: 0, positions: [] };
  return { count: violations.length, positions: [violation.begin, ...violation.cut, violation.index] };
}

function tableOf(rows: Iterable<Row>): PlayedTable {
  const kept: Row[] = [];
  for (const row of rows) {
    if (kept.length === MOST_ROWS) return { rows: kept, more: `the first ${MOST_ROWS} rows` };
    kept.push(row);
  }
  return { rows: kept, more: undefined };
}

function grammarOf(trace: Trace): string[] {
  if (trace.length === 0) return [];
  const compressor = new TraceCompressor('repetition', false);
  for (const block of trace.blocks) compressor.block(block);
  return [...eventRules(compressor.finish(), trace.symbols)];
}
