// Runs: a trace that was added, and what it is of. A trace is acknowledged when this has returned: run and job are one transaction.

import type { Sql } from '../database/database.ts';
import type { Fleet } from '../fleet.ts';
import { ANALYZE, type AnalyzeData, CUT, type CutData, SHARE, type ShareData } from '../jobs/names.ts';
import type { Queue } from '../queue.ts';
import { storeShares } from './shares.ts';
import { storableText } from './storable.ts';
import type { StoredTrace } from './trace-folder.ts';

/** What a run is of. Empty where nobody told. */
export interface RunAbout {
  readonly project: string;
  readonly commit: string;
  readonly branch: string;
  readonly job: string;
  readonly machine: string;
  /** What people call it: the name of its file. */
  readonly name: string;
  /** Events of a chunk, if it is to be analysed in chunks. */
  readonly chunkEvents?: number | undefined;
  /** In how many shares its search is to be done, if in any. */
  readonly shares?: number | undefined;
}

export interface AddedTrace extends StoredTrace {
  /** Where it is to be fetched from, if it is not in the folder. */
  readonly address?: string | undefined;
}

/** The number of the run; undefined if it is there already. */
export async function addRun(
  { database, queue }: Pick<Fleet, 'database' | 'queue'>,
  trace: AddedTrace,
  about: RunAbout,
): Promise<number | undefined> {
  return database.transaction(async (sql) => {
    const project = await projectId(about.project, sql);
    // Bytes in the folder are better than an address, and a new address better than an old one.
    await sql.query(
      `INSERT INTO foretrace.trace (hash, bytes, address) VALUES ($1, $2, $3)
       ON CONFLICT (hash) DO UPDATE SET removed = NULL,
         address = CASE WHEN trace.removed IS NOT NULL OR trace.address IS NOT NULL THEN excluded.address END`,
      [trace.hash, trace.bytes, trace.address ?? null],
    );
    const [run] = await sql.query<{ id: number }>(
      `INSERT INTO foretrace.run (project, trace, name, commit, branch, job, machine, chunk_events, shares)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        project,
        trace.hash,
        ...[about.name, about.commit, about.branch, about.job, about.machine].map(storableText),
        about.chunkEvents ?? null,
        about.shares ?? null,
      ],
    );
    if (run === undefined) return undefined;
    await sendRun(queue, { run: run.id }, about, sql);
    return run.id;
  });
}

/** The jobs that analyse a run: whole, in chunks or in shares. */
export async function sendRun(
  queue: Queue,
  data: AnalyzeData,
  { chunkEvents, shares }: { readonly [Part in 'chunkEvents' | 'shares']?: number | null | undefined },
  sql: Sql,
): Promise<void> {
  if (chunkEvents != null) await queue.send(CUT, [{ ...data, chunkEvents } satisfies CutData], sql);
  else if (shares != null) {
    const split = await storeShares(data.run, data.again === true, shares, sql);
    await queue.send(
      SHARE,
      Array.from({ length: shares }, (_, number) => ({ split, number }) satisfies ShareData),
      sql,
    );
  } else await queue.send(ANALYZE, [data], sql);
}

/** Made if there is none. */
async function projectId(name: string, sql: Sql): Promise<number> {
  await sql.query('INSERT INTO foretrace.project (name) VALUES ($1) ON CONFLICT DO NOTHING', [storableText(name)]);
  const [project] = await sql.query<{ id: number }>('SELECT id FROM foretrace.project WHERE name = $1', [storableText(name)]);
  return project!.id;
}
