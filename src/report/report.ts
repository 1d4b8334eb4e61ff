// What a report format is. One file per format; index.ts is the one list of them.

import type { Finding } from '../findings/finding.ts';
import type { AnalysisResult } from '../findings/result.ts';
import type { Slice } from '../findings/slices.ts';
import type { StackDetail } from './stacks.ts';
import type { Styles } from './text.ts';

/** What a report may use beside the result. */
export interface ReportContext {
  /** Of foretrace. */
  readonly version: string;
  readonly styles?: Styles | undefined;
  /** Sentences wrap at this many characters. */
  readonly width?: number | undefined;
  readonly sources?: Sources | undefined;
  /** How much of the call stacks reports for people show; short if not said. Those for programs have all of it. */
  readonly stacks?: StackDetail | undefined;
  /** By id of the finding: what happened around it. */
  readonly slices?: ReadonlyMap<string, Slice> | undefined;
  /** By trace: the events that a report shows, for those that ask for them. */
  readonly parts?: readonly (TracePart | undefined)[] | undefined;
  /** Which of the parts has the events of a finding, where that is not the part of its trace. */
  readonly partOf?: ((finding: Finding) => number | undefined) | undefined;
  /** Where relative paths of places begin, for a page that is not sent around. */
  readonly folder?: string | undefined;
  /** Findings that were not to be reported, for reports that show them apart. */
  readonly others?: readonly OtherFinding[] | undefined;
}

/** Events of a trace. */
export interface TracePart {
  /** As a native file; undefined where the page asks its server for them. */
  readonly bytes: Uint8Array | undefined;
  /** Ascending: where in the trace each of them is; undefined if these are all. */
  readonly positions: Uint32Array | undefined;
  /** How many events the trace has. */
  readonly total: number;
}

export interface OtherFinding {
  readonly finding: Finding;
  readonly state: 'known' | 'suppressed';
  /** Why it is suppressed. */
  readonly rule: string | undefined;
}

export interface ReportFormat {
  /** Stable for ever: `--format sarif`. */
  readonly id: string;
  /** What it is for, in a few words. */
  readonly help: string;
  /** Whether programs read it rather than people: what else is on the same stream would spoil it. */
  readonly forPrograms?: true;
  /** Whether the step summary of GitHub Actions goes with it. */
  readonly stepSummary?: true;
  /** Whether it shows events of the traces, and what was left out. */
  readonly parts?: true;
  /** For how many findings that have a schedule it tells that; absent for none. */
  readonly schedules?: number;
  /** In pieces: a report may be larger than a string can be. */
  report(result: AnalysisResult, context: ReportContext): Iterable<string>;
}

/** Lines of source beside a location, for reports that show them. Where they come from is not the report's business. */
export interface Excerpt {
  /** The number of the first of the lines. */
  readonly first: number;
  /** The number of the line that the location names. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** The line at a location and up to `around` lines before and after it; undefined if it is not at hand. */
export type Sources = (location: string, around: number) => Excerpt | undefined;
