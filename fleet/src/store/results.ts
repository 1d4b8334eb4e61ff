// What an analysis found, into the database: in one transaction, one at a time for each project, so that nothing is counted twice.

import { createHash } from 'node:crypto';
import type { Sql } from '../database/database.ts';
import type { AnalyzedFinding, AnalyzedTrace } from '../jobs/analyze-task.ts';
import { settling } from './settling.ts';
import { storableJson, storableText } from './storable.ts';

/** The run that was analysed, and how. */
export interface Analyzed {
  readonly run: RunRow;
  readonly version: string;
  /** As JSON, in a fixed order. */
  readonly settings: string;
  readonly machine: string;
}

export interface RunRow {
  readonly id: number;
  readonly project: number;
  readonly trace: string;
  readonly name: string;
  readonly machine: string;
  readonly state: string;
}

/** One of a kind: the same version with the same settings. */
function analysisKey({ version, settings }: Pick<Analyzed, 'version' | 'settings'>): string {
  return createHash('sha256').update(`${version} ${settings}`).digest('hex').slice(0, 16);
}

/** Whether all of the trace was looked at. */
export type Stored = 'done' | 'partial';

export async function storeResult(
  about: Analyzed,
  seconds: number,
  head: AnalyzedTrace,
  findings: readonly AnalyzedFinding[],
  sql: Sql,
): Promise<Stored> {
  const { run } = about;
  const settle = await beginEnd(run, sql);
  const state = head.unfinished.length === 0 ? 'done' : 'partial';
  const reason = head.unfinished.join('; ');
  const places = await placeSet(head.places, sql);
  const summary = { ...head, places: head.places.length };
  const analysis = await storeAnalysis(about, { state, reason, events: head.summary.events, seconds, places, summary }, sql);
  await storeFindings(run, analysis, findings, sql);
  await endRun(run, { state, reason, analysis }, sql);
  await settle();
  return state;
}

/** It failed for good, and says why. What an earlier analysis of the run found stays, and what others made of the same trace. */
export async function storeFailure(run: RunRow, reason: string, sql: Sql): Promise<void> {
  const settle = await beginEnd(run, sql);
  if (run.state === 'waiting' || run.state === 'failed') await endRun(run, { state: 'failed', reason, analysis: null }, sql);
  else await sql.query('UPDATE foretrace.run SET attempts = 0 WHERE id = $1', [run.id]);
  await settle();
}

/** One more time in vain; how often that was since the run was last put into the queue. */
export async function countAttempt({ id }: RunRow, sql: Sql): Promise<number> {
  const [row] = await sql.query<{ attempts: number }>(
    'UPDATE foretrace.run SET attempts = attempts + 1 WHERE id = $1 RETURNING attempts',
    [id],
  );
  return row!.attempts;
}

/** One at a time for each project. What comes back is to be called when the run has its answer. */
async function beginEnd({ id, project }: RunRow, sql: Sql): Promise<() => Promise<void>> {
  await sql.query('SELECT id FROM foretrace.project WHERE id = $1 FOR UPDATE', [project]);
  return settling(project, id, sql);
}

interface AnalysisRow {
  readonly state: Stored;
  readonly reason: string;
  readonly events: number;
  readonly seconds: number;
  readonly places: number;
  readonly summary: object;
}

async function storeAnalysis(about: Analyzed, row: AnalysisRow, sql: Sql): Promise<number> {
  const { run, version, settings, machine } = about;
  const { state, reason, events, seconds, places, summary } = row;
  const [stored] = await sql.query<{ id: number }>(
    `INSERT INTO foretrace.analysis (trace, version, settings, key, state, reason, machine, events, seconds, places, summary)
     VALUES ($1, $2, $3::text::jsonb, $4, $5, $6, $7, $8, $9, $10, $11::text::jsonb)
     ON CONFLICT (trace, key) DO UPDATE SET state = excluded.state, reason = excluded.reason, machine = excluded.machine,
       events = excluded.events, seconds = excluded.seconds, places = excluded.places, summary = excluded.summary, at = now()
     RETURNING id`,
    [
      run.trace,
      version,
      settings,
      analysisKey(about),
      state,
      storableText(reason),
      machine,
      events,
      seconds,
      places,
      storableJson(summary),
    ],
  );
  return stored!.id;
}

/** Runs of one test mostly execute the same places: each set is kept once. */
async function placeSet(keys: readonly number[], sql: Sql): Promise<number> {
  const text = `{${keys.join(',')}}`;
  const hash = createHash('sha256').update(text).digest('hex');
  await sql.query('INSERT INTO foretrace.place_set (hash, keys) VALUES ($1, $2::text::bigint[]) ON CONFLICT (hash) DO NOTHING', [
    hash,
    text,
  ]);
  const [row] = await sql.query<{ id: number }>('SELECT id FROM foretrace.place_set WHERE hash = $1', [hash]);
  return row!.id;
}

/** How many go to the database in one statement: as text they are some kilobytes each. */
const BATCH = 1000;

async function storeFindings(run: RunRow, analysis: number, findings: readonly AnalyzedFinding[], sql: Sql): Promise<void> {
  for (let at = 0; at < findings.length; at += BATCH) {
    const rows = findings.slice(at, at + BATCH).map(({ finding, sides, places, keys }) => ({
      fingerprint: finding.fingerprint,
      sides,
      places,
      keys,
      type: finding.type,
      kind: finding.kind,
      variable: finding.variable,
      claim: finding.claim,
      count: Math.min(finding.count, 2 ** 31 - 1),
      detail: finding,
    }));
    const occurrences = rows.map(({ fingerprint, claim, count }) => ({ fingerprint, claim, count }));
    await storeBatch(run, analysis, { rows: storableJson(rows), occurrences: storableJson(occurrences) }, sql);
  }
}

/** Claims by strength, as foretrace orders them; the strongest tells the finding. */
const STRENGTH = `array_position(ARRAY['confirmed', 'observed', 'predicted', 'suspected'], %)`;
const strength = (claim: string): string => STRENGTH.replace('%', claim);

/** Told anew only by a stronger claim: a row that does not change is not written. */
async function storeBatch(
  { id: run, project, trace, machine }: RunRow,
  analysis: number,
  { rows, occurrences }: { readonly rows: string; readonly occurrences: string },
  sql: Sql,
): Promise<void> {
  await sql.query(
    `WITH given AS (SELECT * FROM jsonb_to_recordset($4::text::jsonb) AS r (fingerprint text, sides text[], type text, kind text,
       variable text, claim text, places text[], detail jsonb, keys bigint[])),
     told AS (
       INSERT INTO foretrace.finding AS f (project, fingerprint, sides, type, kind, variable, claim, places, trace, keys, first_run, last_run)
       SELECT $1, fingerprint, sides, type, kind, variable, claim, places, $2, keys, $3, $3 FROM given
       ON CONFLICT (project, fingerprint) DO UPDATE SET claim = excluded.claim, places = excluded.places, trace = excluded.trace
       WHERE ${strength('excluded.claim')} < ${strength('f.claim')}
       RETURNING id, fingerprint),
     seen AS (INSERT INTO foretrace.sight (finding) SELECT id FROM told ON CONFLICT DO NOTHING)
     INSERT INTO foretrace.told (finding, detail) SELECT id, detail FROM told JOIN given USING (fingerprint)
     ON CONFLICT (finding) DO UPDATE SET detail = excluded.detail`,
    [project, trace, run, rows],
  );
  await sql.query(
    `WITH added AS (
       INSERT INTO foretrace.occurrence AS o (run, finding, analysis, first_analysis, claim, count)
       SELECT $2::integer, f.id, $3::integer, $3::integer, r.claim, r.count
       FROM jsonb_to_recordset($4::text::jsonb) AS r (fingerprint text, claim text, count integer)
       JOIN foretrace.finding f ON f.project = $1 AND f.fingerprint = r.fingerprint
       ON CONFLICT (run, finding) DO UPDATE SET analysis = excluded.analysis, claim = excluded.claim, count = excluded.count
       RETURNING finding, (xmax = 0) AS fresh)
     UPDATE foretrace.finding f SET runs = f.runs + 1, first_run = least(f.first_run, $2), last_run = greatest(f.last_run, $2),
       machines = CASE WHEN $5::text = ANY(f.machines) THEN f.machines ELSE f.machines || $5::text END
     FROM added WHERE added.fresh AND f.id = added.finding`,
    [project, run, analysis, occurrences, machine],
  );
}

interface RunEnd {
  readonly state: Stored | 'failed';
  readonly reason: string;
  readonly analysis: number | null;
}

async function endRun({ id }: RunRow, { state, reason, analysis }: RunEnd, sql: Sql): Promise<void> {
  await sql.query('UPDATE foretrace.run SET state = $2, reason = $3, analysis = $4, attempts = 0 WHERE id = $1', [
    id,
    state,
    storableText(reason),
    analysis,
  ]);
}
