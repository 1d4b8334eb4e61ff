// What an analysis found, into the database: in one transaction, one at a time for each project, so that nothing is counted twice.

import { createHash } from 'node:crypto';
import type { Sql } from '../database/database.ts';
import type { AnalyzedFinding, AnalyzedTrace } from '../jobs/analyze-task.ts';
import { settle } from './settling.ts';
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

export async function storeResult(
  about: Analyzed,
  seconds: number,
  head: AnalyzedTrace,
  findings: readonly AnalyzedFinding[],
  sql: Sql,
): Promise<void> {
  const { run } = about;
  await lockProject(run.project, sql);
  const state = head.unfinished.length === 0 ? 'done' : 'partial';
  const places = await placeSet(head.places, sql);
  const analysis = await storeAnalysis(about, state, sql, {
    reason: head.unfinished.join('; '),
    events: head.summary.events,
    seconds,
    places,
    summary: { ...head, places: head.places.length },
  });
  await storeFindings(run, analysis, findings, sql);
  await endRun(run, state, analysis, sql);
}

/** It failed for good, and says why. */
export async function storeFailure(about: Analyzed, reason: string, sql: Sql): Promise<void> {
  await lockProject(about.run.project, sql);
  const analysis = await storeAnalysis(about, 'failed', sql, { reason });
  await endRun(about.run, 'failed', analysis, sql);
}

/** One more time in vain; how often that was. */
export async function countAttempt({ run, ...about }: Analyzed, reason: string, sql: Sql): Promise<number> {
  const [row] = await sql.query<{ attempts: number }>(
    `INSERT INTO foretrace.analysis (trace, version, settings, key, state, reason, machine, attempts)
     VALUES ($1, $2, $3::text::jsonb, $4, 'trying', $5, $6, 1)
     ON CONFLICT (trace, key) DO UPDATE SET attempts = analysis.attempts + 1, reason = excluded.reason, at = now() RETURNING attempts`,
    [run.trace, about.version, about.settings, analysisKey(about), storableText(reason), about.machine],
  );
  return row!.attempts;
}

async function lockProject(project: number, sql: Sql): Promise<void> {
  await sql.query('SELECT id FROM foretrace.project WHERE id = $1 FOR UPDATE', [project]);
}

interface AnalysisRow {
  readonly reason: string;
  readonly events?: number;
  readonly seconds?: number;
  readonly places?: number;
  readonly summary?: object;
}

async function storeAnalysis(about: Analyzed, state: string, sql: Sql, row: AnalysisRow): Promise<number> {
  const { run, version, settings, machine } = about;
  const { reason, events = 0, seconds = 0, places = null, summary } = row;
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
      summary === undefined ? null : storableJson(summary),
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

async function endRun({ id, project }: RunRow, state: string, analysis: number, sql: Sql): Promise<void> {
  await sql.query('UPDATE foretrace.run SET state = $2, analysis = $3 WHERE id = $1', [id, state, analysis]);
  await settle(project, id, sql);
}
