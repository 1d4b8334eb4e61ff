// What the process of an analysis does: reads the trace, runs the detectors, and writes what they found, a line of JSON each.

import { createHash } from 'node:crypto';
import {
  type Analyzed,
  type AnalyzeOptions,
  analyze,
  detectorById,
  type Finding,
  knownFindings,
  recommended,
  recommendedForRecordings,
  type TraceSummary,
} from 'foretrace';
import { openInput } from 'foretrace/node';
import { fetched } from './fetching.ts';
import type { Task } from './kind.ts';
import { Redaction } from './redaction.ts';
import { reportedResult } from './reported.ts';

export interface AnalyzeTask extends Task {
  readonly task: 'analyze';
  /** A path, or an address to fetch it from. */
  readonly from: string;
  /** What the trace must be. */
  readonly hash: string;
  readonly mostBytes: number;
  /** What to call it. */
  readonly name: string;
  /** Empty for the recommended ones. */
  readonly detectors: readonly string[];
  readonly detectorOptions: Readonly<Record<string, number>>;
  /** Names are to be redacted with this; absent if they are not. */
  readonly salt?: string | undefined;
}

/** What there is to tell, whether it was found now or in a report. */
export interface Told extends Pick<Analyzed, 'traces' | 'findings' | 'notes' | 'unfinished' | 'places'> {
  readonly detectors: AnalyzedTrace['detectors'];
}

/** The first line of the answer. */
export interface AnalyzedTrace {
  readonly summary: TraceSummary;
  readonly detectors: readonly Pick<Analyzed['detectors'][number], 'id' | 'claim' | 'finds' | 'counters'>[];
  readonly notes: readonly string[];
  readonly unfinished: readonly string[];
  /** Of the executed places, sorted. */
  readonly places: readonly number[];
}

/** The others. */
export interface AnalyzedFinding {
  readonly finding: Finding;
  /** As it is known again, see known-pairs.ts of foretrace. */
  readonly sides: readonly string[];
  /** For people: its locations. */
  readonly places: readonly string[];
  readonly keys: readonly number[];
}

export async function analyzeTask(task: AnalyzeTask): Promise<Iterable<string>> {
  const path = await fetched(task.from, task.hash, task.mostBytes);
  return lines((await reportedResult(path)) ?? (await analyzed(path, task)), task.salt);
}

async function analyzed(path: string, task: AnalyzeTask): Promise<Analyzed> {
  const { name, detectorOptions } = task;
  return analyze(await openInput(path, { name }), { ...chosen(task), detectorOptions, places: true });
}

/** The detectors that were asked for, or else those that foretrace analyze would take. */
export function chosen({ detectors: ids }: Pick<AnalyzeTask, 'detectors'>): Pick<AnalyzeOptions, 'detectors' | 'onRecorded'> {
  if (ids.length === 0) return { detectors: recommended, onRecorded: recommendedForRecordings };
  return { detectors: ids.map((id) => detectorById(id)!) };
}

/** An answer: its first line, and one for each finding. With a salt, without names. */
export function* lines({ traces, detectors, findings, notes, unfinished, places = [] }: Told, salt?: string): Generator<string> {
  const redaction = salt === undefined ? undefined : new Redaction(salt);
  const [summary] = traces as readonly [TraceSummary];
  const head: AnalyzedTrace = {
    summary: redaction?.summary(summary) ?? summary,
    detectors: detectors.map(({ id, claim, finds, counters }) => ({ id, claim, finds, counters })),
    notes: redaction === undefined ? notes : [],
    // Sentences may have names in them.
    unfinished: redaction === undefined ? unfinished : unfinished.map(() => 'a part of it was not looked at'),
    places: [...new Set(places.map(placeKey))].sort((a, b) => a - b),
  };
  yield `${JSON.stringify(head)}\n`;
  for (const finding of findings) {
    const [known] = knownFindings([finding]);
    const keys = [...new Set((finding.known?.places ?? []).map(placeKey))];
    // As a reader would get it: a schedule as it is written, for one.
    const plain = JSON.parse(JSON.stringify(finding)) as Finding;
    const told = redaction?.finding(plain) ?? plain;
    const found: AnalyzedFinding = {
      finding: told,
      sides: known?.sides ?? [],
      places: (known?.places ?? []).map((place) => redaction?.name(place) ?? place),
      keys,
    };
    yield `${JSON.stringify(found)}\n`;
  }
}

/** 48 bits: two of ten thousand places are the same with a chance of one in five million. */
function placeKey(place: string): number {
  return createHash('sha256').update(place).digest().readUIntBE(0, 6);
}
