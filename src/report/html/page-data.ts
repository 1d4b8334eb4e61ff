// What the viewer shows, as plain data: the result, what was left out of it and why, lines of source, and events of the traces. `--format html` puts it into
// the page, `foretrace view` serves it, a worker of the site sends it. Findings are those of the contract without what only we group by;
// what repeats is written once (base/pooled.ts), so that ten thousand of them stay below ten megabytes.

import { jsonText } from '../../base/json.ts';
import { pooled } from '../../base/pooled.ts';
import { type Finding, sidesOf } from '../../findings/finding.ts';
import { isKnown } from '../../findings/place.ts';
import type { AnalysisResult, DetectorReport, LeftOut, TraceSummary } from '../../findings/result.ts';
import type { WrittenWitness } from '../../trace/witness.ts';
import type { Excerpt, ReportContext, Sources, TracePart } from '../report.ts';
import { headOf } from '../stacks.ts';
import { base64 } from './base64.ts';

/** Whether a person has seen it before: not, in a baseline, or by a rule. */
export const findingStates = ['new', 'known', 'suppressed'] as const;
export type FindingState = (typeof findingStates)[number];

/** As the page carries it: the schedule apart, and without what only grouping and baselines need. */
export type PageFinding = Omit<Finding, 'known' | 'witness' | 'places'> & {
  readonly places: readonly Omit<Finding['places'][number], 'fingerprints' | 'sides'>[];
  /** Its length; its positions as far as the page has their events, absent where that was too much. */
  readonly witness: { readonly length: number; readonly order?: WrittenWitness } | null;
  readonly state: FindingState;
  /** Which of the parts has its events; absent if that is the one of its trace. */
  readonly part?: number;
  /** Why it is suppressed. */
  readonly rule?: string;
};

export interface PageDetector extends Pick<DetectorReport, 'id' | 'claim' | 'finds' | 'trace' | 'counters'> {
  readonly found: number;
  /** How many variables race. */
  readonly variables: number;
  readonly note?: string;
}

/** Events of a trace inside the page: a native file as base64. */
export interface PagePart {
  readonly bytes: string;
  /** The first and the last position of each run of events that it has; absent if it has all. */
  readonly runs?: readonly number[];
  readonly total: number;
}

export interface PageData {
  readonly page: typeof PAGE_VERSION;
  /** Of foretrace. */
  readonly version: string;
  readonly traces: readonly TraceSummary[];
  readonly detectors: readonly PageDetector[];
  readonly findings: readonly PageFinding[];
  /** Findings that did not fit; the strongest are there. */
  readonly more: number;
  readonly leftOut: LeftOut | null;
  /** Where relative paths begin; only of a page that is served on the machine that has them. */
  readonly folder?: string;
  /** By location. */
  readonly sources: Readonly<Record<string, Excerpt>>;
  /** By trace; null where there is none. */
  readonly parts: readonly (PagePart | null)[];
}

export const PAGE_VERSION = 1;

const MOST_FINDINGS = 10_000;
/** Lines of source before and after an access. */
const AROUND = 4;
/** Characters of source in all. */
const MOST_SOURCE = 2_000_000;
/** Entries of all schedules together; those of the strongest findings come first. */
const MOST_STEPS = 200_000;

export function pageData(result: AnalysisResult, context: ReportContext): PageData {
  const { parts = [], others = [], partOf = () => undefined } = context;
  const reported = result.findings
    .slice(0, MOST_FINDINGS)
    .map((finding) => ({ finding, state: 'new' as const, rule: undefined }));
  const all = [...reported, ...others.slice(0, MOST_FINDINGS - reported.length)];
  const room = { steps: MOST_STEPS };
  return {
    page: PAGE_VERSION,
    version: context.version,
    traces: result.traces,
    detectors: result.detectors.map(detectorOf),
    findings: all.map(({ finding, state, rule }) => {
      const part = partOf(finding);
      const told = pageFinding(finding, state, rule, parts[part ?? finding.trace], room);
      return part === undefined ? told : { ...told, part };
    }),
    more: result.findings.length + others.length - all.length,
    leftOut: result.leftOut ?? null,
    sources: sourcesOf(
      all.map(({ finding }) => finding),
      context.sources,
    ),
    parts: parts.map((part) => (part?.bytes === undefined ? null : pagePart(part.bytes, part))),
    ...(context.folder === undefined ? {} : { folder: context.folder }),
  };
}

/** For an element that holds data: nothing in it can end the element, and nothing in it is markup. */
export function pageText(data: PageData): string {
  return jsonText(pooled(data)).replaceAll('<', '\\u003c');
}

function detectorOf({
  id,
  claim,
  finds,
  trace,
  counters,
  raceCount,
  deadlocks,
  violations,
  variables,
  note,
}: DetectorReport): PageDetector {
  const found = raceCount + deadlocks.length + violations.length;
  return { id, claim, finds, trace, counters, found, variables: variables.length, ...(note === undefined ? {} : { note }) };
}

function pageFinding(
  { known: _, witness, places, ...finding }: Finding,
  state: FindingState,
  rule: string | undefined,
  part: TracePart | undefined,
  room: { steps: number },
): PageFinding {
  return {
    ...finding,
    places: places.map(({ fingerprints: _, sides: __, ...pair }) => pair),
    witness: witness === null ? null : { length: witness.length, ...orderOf(witness.toJSON(), part, room) },
    state,
    ...(rule === undefined ? {} : { rule }),
  } as PageFinding;
}

/** The schedule, as far as the page has its events. */
function orderOf(witness: WrittenWitness, part: TracePart | undefined, room: { steps: number }): { order?: WrittenWitness } {
  if (part === undefined) return {};
  const order = part.positions === undefined ? witness : within(witness, part.positions);
  if (order.length > room.steps) return {};
  room.steps -= order.length;
  return { order };
}

/** These of the positions that ascend in `kept`. */
function within(witness: WrittenWitness, kept: Uint32Array): WrittenWitness {
  const has = new Set(kept);
  const order: (number | readonly [number, number])[] = [];
  for (const entry of witness) {
    const [first, last] = typeof entry === 'number' ? [entry, entry] : entry;
    let from = first;
    for (let position = first; position <= last + 1; position++) {
      if (position <= last && has.has(position)) continue;
      if (position - from > 2) order.push([from, position - 1]);
      else for (let one = from; one < position; one++) order.push(one);
      from = position + 1;
    }
  }
  return order;
}

function sourcesOf(findings: readonly Finding[], sources: Sources | undefined): Record<string, Excerpt> {
  const excerpts: Record<string, Excerpt> = {};
  if (sources === undefined) return excerpts;
  let room = MOST_SOURCE;
  for (const finding of findings)
    for (const side of sidesOf(finding)) {
      const { location } = headOf(side);
      if (room <= 0 || !isKnown(location) || location in excerpts) continue;
      const excerpt = sources(location, AROUND);
      if (excerpt === undefined) continue;
      excerpts[location] = excerpt;
      room -= excerpt.lines.reduce((sum, line) => sum + line.length, 0);
    }
  return excerpts;
}

function pagePart(bytes: Uint8Array, { positions, total }: TracePart): PagePart {
  return { bytes: base64(bytes), total, ...(positions === undefined ? {} : { runs: runsOf(positions) }) };
}

function runsOf(positions: Uint32Array): number[] {
  const runs: number[] = [];
  for (let from = 0, to = 0; from < positions.length; from = to) {
    for (to = from + 1; to < positions.length && positions[to] === positions[to - 1]! + 1; ) to++;
    runs.push(positions[from]!, positions[to - 1]!);
  }
  return runs;
}
