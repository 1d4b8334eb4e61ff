// What a part of the page is: a function from traces to Markdown. reproduce.ts has the one list of them.

import type { Limits, Measuring } from './measuring.ts';
import type { Facts } from './tasks/convert.ts';
import type { Detected } from './tasks/detect.ts';
import type { Repeats } from './tasks/repeat.ts';
import { programName, type TraceSource } from './traces.ts';

/** A trace, or a folder of tiny ones, ready to be measured. */
export interface Program {
  readonly source: TraceSource;
  readonly facts: Facts;
  /** In the native format. */
  readonly files: readonly string[];
}

export interface Context {
  readonly measuring: Measuring;
  /** Recorded programs, one trace each. */
  readonly programs: readonly Program[];
  /** Folders of tiny traces. */
  readonly collections: readonly Program[];
  readonly quick: boolean;
  readonly repeats: Repeats;
  readonly limits: Limits;
  readonly peers: ReadonlyMap<string, string>;
  /** A folder for files that may stay for the next run. */
  readonly scratch: string;
  readonly root: string;
  progress(text: string): void;
  /** Keeps a drawing beside the page, and gives the Markdown that shows it. */
  image(name: string, title: string, svg: string): string;
}

export interface Section {
  readonly id: string;
  /** For the usage text. */
  readonly says: string;
  readonly title: string;
  run(context: Context): Promise<string>;
}

/** One detector on one trace; the same question of several sections is measured once. */
export function detect({ measuring, repeats, limits }: Context, { source, files }: Program, detector: string) {
  return measuring.measure<Detected>('detect', source, { question: { detector, repeats }, places: { files }, limits });
}

/** The program of ours that a document's row is about. */
export function sameProgram(programs: readonly Program[], trace: string | undefined): Program | undefined {
  return trace === undefined ? undefined : programs.find(({ source }) => programName(source.name) === trace);
}

/** The programs of a document that are not here, with the reason, as one sentence; empty if all are. */
export function missingPrograms(
  rows: readonly { readonly program: string; readonly trace?: string; readonly missing?: string }[],
  programs: readonly Program[],
): string {
  const byReason = new Map<string, string[]>();
  for (const { program, trace, missing } of rows) {
    if (sameProgram(programs, trace) !== undefined) continue;
    const reason = missing ?? 'its recording is not among the traces of this run';
    byReason.set(reason, [...(byReason.get(reason) ?? []), program]);
  }
  if (byReason.size === 0) return '';
  const groups = [...byReason].map(([reason, names]) => `${names.join(', ')} (${reason})`);
  return `In the document and not here: ${groups.join('; ')}.\n`;
}
