// Runs that are stored without a trace: what each saw and executed is all that counts.

import type { Database } from '../../fleet/src/database/database.ts';
import { storeResult } from '../../fleet/src/store/results.ts';

/** What a run did: which findings it saw, which places it executed, and whether it was wholly analysed. */
export interface StoredRun {
  readonly seen: readonly number[];
  readonly places: readonly number[];
  readonly complete: boolean;
}

/** A finding n has the places n and n + 1. */
export const FINDINGS = 3;
export const keysOf = (finding: number): number[] => [finding, finding + 1];

let jobs = 0;

export async function addProject(database: Database, name: string): Promise<number> {
  const [row] = await database.query<{ id: number }>('INSERT INTO foretrace.project (name) VALUES ($1) RETURNING id', [name]);
  return row!.id;
}

/** The number of the run. */
export async function addRun(
  database: Database,
  project: number,
  { commit, branch = 'main' }: { readonly commit: string; readonly branch?: string },
): Promise<number> {
  const hash = 'ab'.repeat(32);
  await database.query('INSERT INTO foretrace.trace (hash, bytes) VALUES ($1, 0) ON CONFLICT DO NOTHING', [hash]);
  const [row] = await database.query<{ id: number }>(
    `INSERT INTO foretrace.run (project, trace, name, commit, branch, job, machine) VALUES ($1, $2, $3, $3, $4, $5, 'm') RETURNING id`,
    [project, hash, commit, branch, `job ${jobs++}`],
  );
  return row!.id;
}

export async function storeRun(
  database: Database,
  project: number,
  id: number,
  { seen, places, complete }: StoredRun,
): Promise<void> {
  const row = { id, project, trace: 'ab'.repeat(32), name: 'x', machine: 'm', state: 'waiting' };
  const head = { summary: { events: 1 }, detectors: [], notes: [], unfinished: complete ? [] : ['a limit'], places };
  const findings = seen.map((n) => ({
    finding: {
      fingerprint: `f${n}`,
      type: 'race',
      kind: 'write-write',
      variable: 'x',
      claim: 'observed',
      count: 1,
      witness: null,
    },
    sides: [],
    places: [],
    keys: keysOf(n),
  }));
  // One analysis for each run, as if each trace were another.
  const about = { run: row, version: `${id}`, settings: '{}', machine: 'm' };
  await database.transaction((sql) => storeResult(about, 1, head as never, findings as never, sql));
}
