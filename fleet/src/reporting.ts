// Findings of the store as a result that every report format takes.

import { type AnalysisResult, type Finding, type FoldReason, foldedAmong, type TraceSummary } from 'foretrace';
import { amount, leftOutOf } from 'foretrace/cli';
import type { Sql } from './database/database.ts';
import type { AnalyzedTrace } from './jobs/analyze-task.ts';
import { type Scope, type StoredFinding, toldFindings } from './store/findings.ts';

/** The runs that a report is about. */
export interface RunCounts {
  readonly waiting: number;
  readonly done: number;
  readonly partial: number;
  readonly failed: number;
}

export async function runCounts({ project, commit, branch, since, exceptCommit }: Scope, sql: Sql): Promise<RunCounts> {
  const rows = await sql.query<{ state: keyof RunCounts; count: number }>(
    `SELECT r.state, count(*) FROM foretrace.run r JOIN foretrace.project p ON p.id = r.project
     WHERE ($1::text IS NULL OR p.name = $1) AND ($2::text IS NULL OR starts_with(r.commit, $2)) AND ($3::text IS NULL OR r.branch = $3)
     AND ($4::timestamptz IS NULL OR r.at >= $4) AND ($5::text IS NULL OR NOT starts_with(r.commit, $5)) GROUP BY r.state`,
    [project ?? null, commit ?? null, branch ?? null, since?.toISOString() ?? null, exceptCommit ?? null],
  );
  return { waiting: 0, done: 0, partial: 0, failed: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

/** In words: what was not seen of these runs; empty if they were seen wholly. */
export function unseen({ waiting, done, partial, failed }: RunCounts): string[] {
  const runs = (count: number, what: string): string[] => (count === 0 ? [] : [`${amount(count, 'run')} ${what}`]);
  return [
    ...(waiting + done + partial + failed === 0 ? ['there is no run of this in the store'] : []),
    ...runs(waiting, 'not yet analysed'),
    ...runs(partial, 'not wholly analysed'),
    ...runs(failed, 'that could not be analysed'),
  ];
}

export interface Wanted {
  /** How many were left out because they are ignored. */
  readonly ignored: number;
  readonly isComplete: boolean;
  /** What is left out if it is wholly in the code of others. */
  readonly folds: readonly FoldReason[];
}

/** Its findings are those that are not folded: they alone decide. */
export async function resultOf(
  shown: readonly StoredFinding[],
  { ignored, isComplete, folds }: Wanted,
  sql: Sql,
): Promise<AnalysisResult> {
  const told = await toldFindings(
    shown.map(({ id }) => id),
    sql,
  );
  const hashes = [...new Set(shown.map(({ id }) => told.get(id)!.trace))];
  const heads = await headsOf(hashes, sql);
  const all = shown.map(({ id, runs, machines }): Finding => {
    const { finding, trace } = told.get(id)!;
    return { ...finding, trace: hashes.indexOf(trace), processes: runs > 1 ? [`${runs} runs on ${machines.join(', ')}`] : [] };
  });
  const folded = foldedAmong(all, folds);
  const hidden = new Set([...folded.foreign, ...folded.dependencies]);
  const detectors = new Map(heads.flatMap(({ head }) => head.detectors).map((detector) => [detector.id, detector]));
  const traces = heads.map(
    ({ head }): TraceSummary => ({ ...head.summary, complete: isComplete && head.unfinished.length === 0 }),
  );
  return {
    traces: traces.length > 0 ? traces : [{ ...NOTHING, complete: isComplete }],
    detectors: [...detectors.values()].map(({ id, claim, finds }) => ({
      id,
      claim,
      finds,
      trace: 0,
      raceCount: 0,
      races: () => [],
      deadlocks: [],
      violations: [],
      variables: [],
      counters: {},
    })),
    // By the ids of the store, which does not number them anew.
    findings: all.filter((finding) => !hidden.has(finding)),
    leftOut: { ...leftOutOf({ suppressed: [], known: [], folded, rare: [], beyond: [] }), suppressed: ignored },
  };
}

const NOTHING: TraceSummary = {
  file: 'the store',
  events: 0,
  threads: 0,
  locks: 0,
  variables: 0,
  repaired: 0,
  complete: true,
  memoryModel: 'java',
};

/** Of a trace whose analysis was lost: earlier versions wrote failures over it. */
const UNTOLD: AnalyzedTrace = {
  summary: { ...NOTHING, file: 'a trace' },
  detectors: [],
  notes: [],
  unfinished: ['it is not known'],
  places: [],
};

/** What was told of the traces beside their findings, in this order. */
async function headsOf(hashes: readonly string[], sql: Sql): Promise<{ head: AnalyzedTrace }[]> {
  const rows = await sql.query<{ trace: string; summary: AnalyzedTrace }>(
    `SELECT DISTINCT ON (trace) trace, summary FROM foretrace.analysis
     WHERE trace = ANY($1::text::text[]) AND summary IS NOT NULL ORDER BY trace, id DESC`,
    [`{${hashes.join(',')}}`],
  );
  const byTrace = new Map(rows.map(({ trace, summary }) => [trace, summary]));
  return hashes.map((hash) => ({ head: byTrace.get(hash) ?? UNTOLD }));
}
