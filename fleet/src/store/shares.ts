// Traces whose search is shared, from the first share until their findings are known. They are kept as split traces are, with the shares as parts; what is
// cut is how the analysis is done, which the first worker says for all.

import type { Sql } from '../database/database.ts';
import type { WorkSettings } from '../jobs/kind.ts';
import { storableJson } from './storable.ts';

/** What must be the same for all shares. */
export type SharedSettings = Pick<WorkSettings, 'detectors' | 'detectorOptions'>;

/** What there was of an earlier analysis of the run is over. */
export async function storeShares(run: number, again: boolean, shares: number, sql: Sql): Promise<number> {
  await sql.query('DELETE FROM foretrace.split WHERE run = $1', [run]);
  const [row] = await sql.query<{ id: number }>(
    `INSERT INTO foretrace.split (run, again, cut, clean) VALUES ($1, $2, 'null', '') RETURNING id`,
    [run, again],
  );
  await sql.query(
    'INSERT INTO foretrace.part (split, level, number) SELECT $1, 0, n FROM generate_series(0, $2::integer - 1) n',
    [row!.id, shares],
  );
  return row!.id;
}

/** Those of whoever was first; undefined if it is over. */
export async function agreedSettings(split: number, own: SharedSettings, sql: Sql): Promise<SharedSettings | undefined> {
  const { detectors, detectorOptions } = own;
  await sql.query(`UPDATE foretrace.split SET cut = $2::text::jsonb WHERE id = $1 AND cut = 'null'`, [
    split,
    storableJson({ detectors, detectorOptions }),
  ]);
  const [row] = await sql.query<{ cut: SharedSettings }>('SELECT cut FROM foretrace.split WHERE id = $1', [split]);
  return row?.cut;
}

export async function shareCount(split: number, sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>('SELECT count(*) FROM foretrace.part WHERE split = $1', [split]);
  return row!.count;
}

/** Says whether it was the last one: who stores another waits for the row, and then sees this one. */
export async function storeShare(split: number, number: number, share: Uint8Array, seconds: number, sql: Sql): Promise<boolean> {
  await sql.query('UPDATE foretrace.split SET seconds = seconds + $2 WHERE id = $1', [split, seconds]);
  await sql.query('UPDATE foretrace.part SET summary = $3, done = true WHERE split = $1 AND number = $2', [split, number, share]);
  const [row] = await sql.query<{ left: number }>('SELECT count(*) AS left FROM foretrace.part WHERE split = $1 AND NOT done', [
    split,
  ]);
  return row!.left === 0;
}

export async function storedShares(split: number, sql: Sql): Promise<Uint8Array[]> {
  const rows = await sql.query<{ summary: Uint8Array }>(
    'SELECT summary FROM foretrace.part WHERE split = $1 AND done ORDER BY number',
    [split],
  );
  return rows.map(({ summary }) => summary);
}
