// The data of a page as the library knows it: findings with their schedules, and the events of their traces. Data come from a file that anybody may have
// touched: what does not fit is an InputError with one clear line.

import { InputError } from '../../base/error.ts';
import { unpooled } from '../../base/pooled.ts';
import { type Finding, notKnown } from '../../findings/finding.ts';
import type { AnalysisResult, DetectorReport } from '../../findings/result.ts';
import { memoryInput } from '../../formats/input.ts';
import { readTrace } from '../../formats/read.ts';
import { fromBase64 } from '../../report/html/base64.ts';
import { isDetector, isShowable, isTraceSummary, isWitness } from '../../report/html/checked-finding.ts';
import {
  type FindingState,
  PAGE_VERSION,
  type PageData,
  type PageDetector,
  type PageFinding,
} from '../../report/html/page-data.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import { Witness, type WrittenWitness } from '../../trace/witness.ts';
import type { ViewTrace } from './view-trace.ts';

/** A finding, and what a person has said of it. */
export interface ViewFinding {
  readonly finding: Finding;
  readonly state: FindingState;
  /** Why it is suppressed. */
  readonly rule: string | undefined;
  /** Which of the parts of the page has its events. */
  readonly part: number;
  /** Whether the page has the schedule itself and not only its length. */
  readonly hasWitness: boolean;
}

export interface Opened {
  readonly data: PageData;
  /** As reports take it; without raw races. Findings of all states. */
  readonly result: AnalysisResult;
  readonly findings: readonly ViewFinding[];
}

function broken(what: string): InputError {
  return new InputError('REPORT_BAD', {}, what, 'write the report anew with foretrace analyze --format html');
}

/** Of the text that `pageText` writes. */
export function openedPage(text: string): Opened {
  let data: Partial<PageData>;
  try {
    data = unpooled(JSON.parse(text)) as Partial<PageData>;
  } catch {
    throw broken('the data of this page are damaged');
  }
  if (data?.page !== PAGE_VERSION) throw broken('the data of this page are of another version');
  if (
    !Array.isArray(data.findings) ||
    !Array.isArray(data.traces) ||
    !Array.isArray(data.detectors) ||
    !Array.isArray(data.parts)
  )
    throw broken('the data of this page are incomplete');
  if (!data.traces.every(isTraceSummary) || !data.detectors.every(isDetector) || !data.findings.every(isShowable))
    throw broken('the data of this page are not whole');
  return opened(data as PageData);
}

function opened(data: PageData): Opened {
  const findings = data.findings.map(viewFinding);
  const result = {
    traces: data.traces,
    detectors: data.detectors.map(detectorReport),
    findings: findings.filter(({ state }) => state === 'new').map(({ finding }) => finding),
    ...(data.leftOut === null ? {} : { leftOut: data.leftOut }),
  };
  return { data, result, findings };
}

function viewFinding({ state, rule, part, witness, places, ...finding }: PageFinding): ViewFinding {
  const order = isWitness(witness?.order) ? witness?.order : undefined;
  const told = {
    ...finding,
    places: places.map((pair) => ({ ...pair, fingerprints: [], sides: [] })),
    witness: witness === null ? null : new Witness(witness.length, () => positionsOf(order ?? [])),
    known: notKnown,
  } as unknown as Finding;
  return { finding: told, state, rule, part: part ?? finding.trace, hasWitness: order !== undefined };
}

function positionsOf(order: WrittenWitness): Uint32Array {
  const positions: number[] = [];
  for (const entry of order) {
    if (typeof entry === 'number') positions.push(entry);
    else for (let position = entry[0]; position <= entry[1]; position++) positions.push(position);
  }
  return Uint32Array.from(positions);
}

function detectorReport({ id, claim, finds, trace, counters, note }: PageDetector): DetectorReport {
  const none = { raceCount: 0, races: () => [], deadlocks: [], violations: [], variables: [] };
  return { id, claim, finds, trace, counters, ...none, ...(note === undefined ? {} : { note }) };
}

/** The events of a part that the page carries; undefined if it carries none. */
export async function carriedTrace({ parts }: PageData, number: number): Promise<ViewTrace | undefined> {
  const part = parts[number] ?? null;
  if (part === null) return undefined;
  const bytes = fromBase64(part.bytes);
  if (bytes === undefined) throw broken('the events of this page are damaged');
  return viewTrace(bytes, part.runs, part.total);
}

/** Of a native file; `runs` are the positions that it has, in pairs of first and last, undefined if it has all. */
export async function viewTrace(bytes: Uint8Array, runs: readonly number[] | undefined, total: number): Promise<ViewTrace> {
  const collector = new ColumnCollector();
  const { symbols } = await readTrace(memoryInput('trace', bytes), { check: false }, (block) => collector.block(block));
  const columns = collector.columns();
  const positions = runs === undefined ? undefined : written(runs, columns.length);
  return { columns, symbols, positions, total };
}

function written(runs: readonly number[], length: number): Uint32Array {
  const positions = new Uint32Array(length);
  let at = 0;
  for (let r = 0; r + 1 < runs.length; r += 2)
    for (let position = runs[r]!; position <= runs[r + 1]! && at <= length; position++) positions[at++] = position;
  if (at !== length) throw broken('the events of this page do not fit its list of them');
  return positions;
}
