// Which traces nobody needs. A trace goes in the transaction that says so, while its row is locked: whoever adds the same bytes meanwhile waits,
// and then sees that they are gone.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOfDeadProcess } from 'foretrace/node';
import type { Sql } from '../database/database.ts';
import type { Fleet } from '../fleet.ts';
import type { StoredTrace } from './trace-folder.ts';

export interface CollectOptions {
  readonly dryRun: boolean;
  readonly failed: boolean;
  /** In days. */
  readonly olderThan: number;
}

export async function collect(
  { database, queue, traces }: Pick<Fleet, 'database' | 'queue' | 'traces'>,
  { dryRun, failed, olderThan }: CollectOptions,
): Promise<StoredTrace[]> {
  const ends = failed ? `('done', 'partial', 'failed')` : `('done', 'partial')`;
  const unneeded = `t.removed IS NULL AND t.address IS NULL AND t.added <= now() - make_interval(days => $1)
    AND NOT EXISTS (SELECT FROM foretrace.finding f WHERE f.trace = t.hash)
    AND NOT EXISTS (SELECT FROM foretrace.run r WHERE r.trace = t.hash AND r.state NOT IN ${ends})
    AND NOT EXISTS (SELECT FROM foretrace.run r WHERE r.trace = t.hash AND r.id = ANY($2::text::integer[]))
    AND NOT EXISTS (SELECT FROM foretrace.run r JOIN foretrace.split s ON s.run = r.id WHERE r.trace = t.hash)`;
  // In a transaction by the transaction: an embedded database has one connection, and who asked another way would wait for itself.
  const values = async (sql: Sql) => [olderThan, `{${(await queue.pendingRuns(sql)).join(',')}}`];
  const candidates = await database.query<StoredTrace>(
    `SELECT t.hash, t.bytes FROM foretrace.trace t WHERE ${unneeded} ORDER BY t.hash`,
    await values(database),
  );
  if (dryRun) return candidates;
  if (candidates.length > 0 || olderThan === 0) removeAside(traces.path);
  const removed: StoredTrace[] = [];
  for (const candidate of candidates)
    await database.transaction(async (sql) => {
      const pending = await values(sql);
      const [row] = await sql.query<StoredTrace>(
        `UPDATE foretrace.trace t SET removed = now() WHERE t.hash = $3 AND ${unneeded} RETURNING t.hash, t.bytes`,
        [...pending, candidate.hash],
      );
      if (row === undefined) return;
      traces.remove(row.hash);
      removed.push(row);
    });
  return removed;
}

/** What processes that are over were about to add. */
function removeAside(folder: string): void {
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith('adding-') && isOfDeadProcess(name.slice('adding-'.length)))
        rmSync(join(folder, name), { force: true });
  } catch {
    // There is no folder yet.
  }
}
