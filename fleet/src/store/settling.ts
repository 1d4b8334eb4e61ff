// Whether a finding is still there is counted run by run, in their order, whoever analyses them in which: a run is settled when it and all before it
// of its project have an answer. `missed` counts the complete runs since the last one that saw the finding, that executed all of its places and
// did not see it; `gap` is the most that `missed` was before it was seen again.

import type { Sql } from '../database/database.ts';

/** Before `run` gets an answer, maybe another one than it had; what comes back is to be called when it has it. The project is locked. */
export async function settling(project: number, run: number, sql: Sql): Promise<() => Promise<void>> {
  const [row] = await sql.query<{ settled: number }>('SELECT settled FROM foretrace.project WHERE id = $1', [project]);
  const { settled } = row!;
  if (run > settled) return () => settle(project, settled, sql);
  const before = await sightsIn(project, run, sql);
  return async () => {
    const after = await sightsIn(project, run, sql);
    const all = new Set([...before.keys(), ...after.keys()]);
    await recount(
      [...all].filter((finding) => before.get(finding) !== after.get(finding)),
      sql,
    );
  };
}

async function settle(project: number, settled: number, sql: Sql): Promise<void> {
  const rows = await sql.query<{ id: number; state: string }>(
    `SELECT id, state FROM foretrace.run WHERE project = $1 AND id > $2
     AND id < coalesce((SELECT min(id) FROM foretrace.run WHERE project = $1 AND id > $2 AND state = 'waiting'), 2147483647) ORDER BY id`,
    [project, settled],
  );
  for (const { id, state } of rows) await step(project, id, state === 'done', sql);
  const last = rows.at(-1);
  if (last !== undefined) await sql.query('UPDATE foretrace.project SET settled = $2 WHERE id = $1', [project, last.id]);
}

async function step(project: number, run: number, isComplete: boolean, sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE foretrace.sight SET gap = greatest(gap, missed), missed = 0,
       returned_run = CASE WHEN missed > gap THEN $1 ELSE returned_run END
     WHERE missed > 0 AND finding IN (SELECT finding FROM foretrace.occurrence WHERE run = $1)`,
    [run],
  );
  if (!isComplete) return;
  await sql.query(
    `UPDATE foretrace.sight s SET missed = missed + 1 FROM foretrace.finding f WHERE f.id = s.finding AND first_run < $2 AND ${MISSED}`,
    [project, run],
  );
}

/** That a run, if it is complete, executed the places of a finding and did not see it. The keys of the run are hashed once; each finding asks for its two or three. */
const MISSED = `f.project = $1 AND cardinality(f.keys) > 0
  AND f.id NOT IN (SELECT finding FROM foretrace.occurrence WHERE run = $2)
  AND NOT EXISTS (SELECT FROM unnest(f.keys) k WHERE k NOT IN (
    SELECT unnest(p.keys) FROM foretrace.run r JOIN foretrace.analysis a ON a.id = r.analysis
    JOIN foretrace.place_set p ON p.id = a.places WHERE r.id = $2))`;

/** What a run says of findings: true if it saw one, false if it missed it. */
async function sightsIn(project: number, run: number, sql: Sql): Promise<ReadonlyMap<number, boolean>> {
  const rows = await sql.query<{ finding: number; seen: boolean }>(
    `SELECT finding, true AS seen FROM foretrace.occurrence WHERE run = $2
     UNION ALL SELECT f.id, false FROM foretrace.finding f
     WHERE ${MISSED} AND EXISTS (SELECT FROM foretrace.run WHERE id = $2 AND state = 'done')`,
    [project, run],
  );
  return new Map(rows.map(({ finding, seen }) => [finding, seen]));
}

/** The same from the beginning, for findings of which a run that was settled before says something else now. */
async function recount(findings: readonly number[], sql: Sql): Promise<void> {
  if (findings.length === 0) return;
  await sql.query(
    `WITH chosen AS (SELECT f.id, f.project, f.keys, p.settled FROM foretrace.finding f JOIN foretrace.project p ON p.id = f.project
       WHERE f.id = ANY($1::text::integer[])),
     seen AS (SELECT o.finding, o.run FROM foretrace.occurrence o JOIN chosen c ON c.id = o.finding AND o.run <= c.settled),
     idle AS (SELECT c.id AS finding, r.id AS run FROM chosen c
       JOIN foretrace.run r ON r.project = c.project AND r.state = 'done' AND r.id <= c.settled
       JOIN foretrace.analysis a ON a.id = r.analysis JOIN foretrace.place_set p ON p.id = a.places
       WHERE cardinality(c.keys) > 0 AND c.keys <@ p.keys
         AND NOT EXISTS (SELECT FROM seen s WHERE s.finding = c.id AND s.run = r.id)),
     between_sights AS (SELECT i.finding, i.run,
       (SELECT max(s.run) FROM seen s WHERE s.finding = i.finding AND s.run < i.run) AS after,
       (SELECT min(s.run) FROM seen s WHERE s.finding = i.finding AND s.run > i.run) AS until FROM idle i),
     gaps AS (SELECT finding, until, count(*)::integer AS n FROM between_sights WHERE after IS NOT NULL GROUP BY finding, until)
     UPDATE foretrace.sight f SET
       missed = coalesce((SELECT n FROM gaps g WHERE g.finding = f.finding AND g.until IS NULL), 0),
       gap = coalesce((SELECT max(n) FROM gaps g WHERE g.finding = f.finding AND g.until IS NOT NULL), 0),
       returned_run = (SELECT until FROM gaps g WHERE g.finding = f.finding AND g.until IS NOT NULL ORDER BY n DESC, until LIMIT 1)
     FROM chosen c WHERE c.id = f.finding`,
    [`{${findings.join(',')}}`],
  );
}
