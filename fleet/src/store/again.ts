// Analyses of what was analysed before.

import type { Fleet } from '../fleet.ts';
import { sendRun } from './runs.ts';

/** Puts all runs of a project whose trace is still there into the queue; how many. */
export async function addAgain({ database, queue }: Pick<Fleet, 'database' | 'queue'>, project: string): Promise<number> {
  return database.transaction(async (sql) => {
    const runs = await sql.query<{ id: number; chunkEvents: number | null; shares: number | null }>(
      `SELECT r.id, r.chunk_events AS "chunkEvents", r.shares FROM foretrace.run r JOIN foretrace.project p ON p.id = r.project JOIN foretrace.trace t ON t.hash = r.trace
       WHERE p.name = $1 AND r.state <> 'waiting' AND t.removed IS NULL ORDER BY r.id`,
      [project],
    );
    for (const { id, ...parts } of runs) await sendRun(queue, { run: id, again: true }, parts, sql);
    return runs.length;
  });
}

/** What analyses of traces that were analysed before changed. */
export interface Changed {
  /** How many runs have more than one analysis. */
  readonly runs: number;
  /** Findings that only the last analysis of a run found there. */
  readonly more: readonly number[];
  /** Findings that an earlier one found in a run, and the last did not. */
  readonly less: readonly number[];
}

export async function changed({ database }: Pick<Fleet, 'database'>): Promise<Changed> {
  const again = `SELECT r.id, r.analysis, min(a.id) AS first FROM foretrace.run r
    JOIN foretrace.analysis a ON a.trace = r.trace AND a.state IN ('done', 'partial') WHERE r.analysis IS NOT NULL
    GROUP BY r.id HAVING count(*) > 1`;
  const findings = async (which: string): Promise<number[]> => {
    const rows = await database.query<{ finding: number }>(
      `SELECT DISTINCT o.finding FROM foretrace.occurrence o JOIN (${again}) r ON r.id = o.run WHERE ${which} ORDER BY o.finding`,
    );
    return rows.map(({ finding }) => finding);
  };
  const [runs] = await database.query<{ count: number }>(`SELECT count(*) FROM (${again}) r`);
  return {
    runs: runs!.count,
    more: await findings('o.first_analysis = r.analysis AND r.analysis <> r.first'),
    less: await findings('o.analysis <> r.analysis'),
  };
}
