// What the store knows of findings: each once, with when it was seen and what that makes of it.

import type { Finding } from 'foretrace';
import type { Sql } from '../database/database.ts';
import { findingOf } from './revived.ts';

/** The order is that of how much it matters to whoever reads it. */
export const states = ['new', 'came back', 'known', 'ignored', 'probably gone'] as const;
export type State = (typeof states)[number];

/** Not seen in so many runs that executed its places: it is probably gone. */
export const GONE_AFTER = 10;

export interface Scope {
  readonly project?: string | undefined;
  /** Seen in a run of this commit, or of one that begins so. */
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  /** Seen in a run that is not of this commit, nor of one that begins so. */
  readonly exceptCommit?: string | undefined;
  /** Seen since. */
  readonly since?: Date | undefined;
  readonly states?: readonly State[] | undefined;
  readonly goneAfter?: number | undefined;
}

export interface StoredFinding {
  readonly id: number;
  readonly project: string;
  readonly fingerprint: string;
  readonly sides: readonly string[];
  readonly state: State;
  readonly type: string;
  readonly kind: string;
  readonly variable: string;
  readonly claim: string;
  /** Of the pair of places. */
  readonly places: readonly string[];
  readonly runs: number;
  readonly machines: readonly string[];
  readonly first: Date;
  readonly firstCommit: string;
  readonly last: Date;
  readonly lastCommit: string;
  /** Complete runs since that executed its places and did not see it. */
  readonly missed: number;
  /** Why it is ignored; null if it is not. */
  readonly reason: string | null;
  readonly until: Date | null;
}

/** The newest run of every branch: a finding is new while only the commit that it came with has it, and is the newest there. */
const HEADS = `heads AS (SELECT DISTINCT ON (project, branch) project, branch, commit, id FROM foretrace.run ORDER BY project, branch, id DESC)`;

/** What is ignored now: one look at all of it, and not one for each finding. */
const PASSED = `passed AS (SELECT DISTINCT ON (finding) finding, id, reason, until FROM foretrace.ignored
  WHERE ended IS NULL AND (until IS NULL OR until > now()) ORDER BY finding, id DESC)`;

const STATE = `CASE WHEN i.id IS NOT NULL THEN 'ignored' WHEN s.missed >= $1 THEN 'probably gone' WHEN s.gap >= $1 THEN 'came back'
  WHEN (h.id = fr.id AND lr.id = fr.id) OR (fr.commit <> '' AND h.commit = fr.commit AND lr.commit = fr.commit) THEN 'new' ELSE 'known' END`;

/** Whether a run is of the scope: of which the values from this one on are commit, branch, date, and the commit that does not count. */
const ofScope = (
  n: number,
  r = 'r',
): string => `($${n}::text IS NULL OR starts_with(${r}.commit, $${n})) AND ($${n + 1}::text IS NULL OR ${r}.branch = $${n + 1})
  AND ($${n + 2}::timestamptz IS NULL OR ${r}.at >= $${n + 2}) AND ($${n + 3}::text IS NULL OR NOT starts_with(${r}.commit, $${n + 3}))`;
const SIGHTS = `foretrace.occurrence o JOIN foretrace.run r ON r.id = o.run WHERE ${ofScope(3)}`;

/**
 * That a run of the scope saw it. Of few runs: what they saw; of many: its first or last run, which are known, or else a sight of it, which is
 * among its first. A million occurrences on one branch take ten times as long in the first way.
 */
const SEEN = {
  anywhere: '($3::text IS NULL AND $4::text IS NULL AND $5::timestamptz IS NULL AND $6::text IS NULL)',
  few: `f.id IN (SELECT o.finding FROM ${SIGHTS})`,
  many: `CASE WHEN (${ofScope(3, 'fr')}) OR (${ofScope(3, 'lr')}) THEN true ELSE (SELECT true FROM ${SIGHTS} AND o.finding = f.id LIMIT 1) END`,
} as const;

/** One run in so many is few. */
const FEW = 8;

/** By the values of the scope. */
async function seen(given: readonly unknown[], sql: Sql): Promise<string> {
  if (given.every((one) => one === null)) return SEEN.anywhere;
  const [row] = await sql.query<{ isFew: boolean }>(
    `SELECT ${FEW} * count(*) FILTER (WHERE ${ofScope(1)}) < count(*) AS "isFew" FROM foretrace.run r`,
    given,
  );
  return row!.isFew ? SEEN.few : SEEN.many;
}

const from = (
  seen: string,
): string => `FROM foretrace.finding f JOIN foretrace.sight s ON s.finding = f.id JOIN foretrace.project p ON p.id = f.project
  JOIN foretrace.run fr ON fr.id = f.first_run JOIN foretrace.run lr ON lr.id = f.last_run
  LEFT JOIN heads h ON h.project = f.project AND h.branch = fr.branch
  LEFT JOIN passed i ON i.finding = f.id
  WHERE ($2::text IS NULL OR p.name = $2) AND ${seen}`;

function values({ project, commit, branch, since, exceptCommit, goneAfter = GONE_AFTER }: Scope): unknown[] {
  return [goneAfter, project ?? null, commit ?? null, branch ?? null, since?.toISOString() ?? null, exceptCommit ?? null];
}

/** Of findings that are sent as one row: a row for each takes three times as long, most of it in the embedded database. */
const TOGETHER = 1000;

/** What is asked of a finding. Sent without its names, which would be a third of it. */
const ASKED: Readonly<Record<keyof StoredFinding, string>> = {
  id: 'f.id',
  project: 'p.name',
  fingerprint: 'f.fingerprint',
  sides: 'f.sides',
  state: STATE,
  type: 'f.type',
  kind: 'f.kind',
  variable: 'f.variable',
  claim: 'f.claim',
  places: 'f.places',
  runs: 'f.runs',
  machines: 'f.machines',
  first: 'fr.at',
  firstCommit: 'fr.commit',
  last: 'lr.at',
  lastCommit: 'lr.commit',
  missed: 's.missed',
  reason: 'i.reason',
  until: 'i.until',
};
const NAMES = Object.keys(ASKED) as readonly (keyof StoredFinding)[];
/** They are text in JSON. */
const TIMES: ReadonlySet<string> = new Set(['first', 'last', 'until'] satisfies (keyof StoredFinding)[]);

function received(values: readonly unknown[]): StoredFinding {
  const finding: Record<string, unknown> = {};
  for (const [i, name] of NAMES.entries()) {
    const value = values[i];
    finding[name] = TIMES.has(name) && value !== null ? new Date(value as string) : value;
  }
  return finding as unknown as StoredFinding;
}

/** By state, then the newest first. The order is made here: the database would sort twice, to number the rows and to put them together. */
export async function storedFindings(scope: Scope, sql: Sql): Promise<StoredFinding[]> {
  const given = values(scope);
  const rows = await sql.query<{ sent: readonly (readonly unknown[])[] }>(
    `WITH ${HEADS}, ${PASSED} SELECT json_agg(json_build_array(${Object.values(ASKED).join(', ')}, f.first_run)) AS sent
     ${from(await seen(given.slice(2), sql))} GROUP BY f.id / ${TOGETHER}`,
    given,
  );
  const wanted = scope.states ?? states;
  return rows
    .flatMap(({ sent }) => sent.map((values) => ({ finding: received(values), firstRun: values[NAMES.length] as number })))
    .filter(({ finding: { state } }) => wanted.includes(state))
    .sort(
      (a, b) =>
        states.indexOf(a.finding.state) - states.indexOf(b.finding.state) ||
        b.firstRun - a.firstRun ||
        a.finding.id - b.finding.id,
    )
    .map(({ finding }) => finding);
}

/** With all that was told of them, for reports; `R` and the number is their id. */
export async function toldFindings(
  ids: readonly number[],
  sql: Sql,
): Promise<ReadonlyMap<number, { finding: Finding; trace: string }>> {
  const rows = await sql.query<{ id: number; detail: unknown; trace: string }>(
    'SELECT id, detail, trace FROM foretrace.finding JOIN foretrace.told ON finding = id WHERE id = ANY($1::text::integer[])',
    [`{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ id, detail, trace }) => [id, { finding: findingOf(detail, `R${id}`), trace }]));
}
