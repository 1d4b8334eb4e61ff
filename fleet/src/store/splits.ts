// Split traces, from the cut until their findings are known: which parts there are, and the summaries of those that others still wait for.

import type { CutTrace } from 'foretrace';
import type { Sql } from '../database/database.ts';
import { parentOf, partCounts } from '../split-tree.ts';
import { storableJson, storableText } from './storable.ts';

export interface SplitRow {
  readonly id: number;
  readonly run: number;
  readonly again: boolean;
  /** Without the chunks. */
  readonly cut: Omit<CutTrace, 'chunks'>;
  /** The answer if there is no race. */
  readonly clean: string;
  readonly seconds: number;
}

export interface Part {
  readonly split: number;
  readonly level: number;
  readonly number: number;
}

/** Also the parts above the chunks. What there was of an earlier cut of the run is over. */
export async function storeSplit(
  { run, again, cut, clean, seconds }: Omit<SplitRow, 'id' | 'cut'> & { readonly cut: CutTrace },
  sql: Sql,
): Promise<number> {
  await sql.query('DELETE FROM foretrace.split WHERE run = $1', [run]);
  const { chunks, ...rest } = cut;
  const [row] = await sql.query<{ id: number }>(
    'INSERT INTO foretrace.split (run, again, cut, clean, seconds) VALUES ($1, $2, $3::text::jsonb, $4, $5) RETURNING id',
    [run, again, storableJson(rest), storableText(clean), seconds],
  );
  const parts = partCounts(chunks.length).flatMap((count, level) =>
    Array.from({ length: count }, (_, number) => ({ level, number, chunk: level === 0 ? chunks[number] : null })),
  );
  await sql.query(
    `INSERT INTO foretrace.part (split, level, number, chunk)
     SELECT $1, level, number, chunk FROM jsonb_to_recordset($2::text::jsonb) AS r (level integer, number integer, chunk jsonb)`,
    [row!.id, storableJson(parts)],
  );
  return row!.id;
}

/** Undefined if it is over. */
export async function splitRow(id: number, sql: Sql): Promise<SplitRow | undefined> {
  const [row] = await sql.query<SplitRow>('SELECT id, run, again, cut, clean, seconds FROM foretrace.split WHERE id = $1', [id]);
  return row;
}

/** Locked until the transaction ends, so that of two that finish a part one comes after the other; undefined if it is done or over. */
export async function openPart({ split, level, number }: Part, sql: Sql): Promise<{ readonly chunk: object | null } | undefined> {
  const [row] = await sql.query<{ chunk: object | null }>(
    'SELECT chunk FROM foretrace.part WHERE split = $1 AND level = $2 AND number = $3 AND NOT done FOR UPDATE',
    [split, level, number],
  );
  return row;
}

/** The summaries that a part is made of, in order. */
export async function summariesBelow({ split, level, number }: Part, sql: Sql): Promise<Uint8Array[]> {
  const rows = await sql.query<{ number: number; summary: Uint8Array }>(
    'SELECT number, summary FROM foretrace.part WHERE split = $1 AND level = $2 ORDER BY number',
    [split, level - 1],
  );
  return rows.filter((row) => parentOf(row.number) === number).map(({ summary }) => summary);
}

/** Stores the summary of a part, and forgets those that it was made of. Says what can be done next. */
export async function storeSummary(
  part: Part,
  summary: Uint8Array,
  seconds: number,
  sql: Sql,
): Promise<'root' | Part | undefined> {
  const { split, level, number } = part;
  await sql.query('UPDATE foretrace.part SET summary = $4, done = true WHERE split = $1 AND level = $2 AND number = $3', [
    split,
    level,
    number,
    summary,
  ]);
  if (level > 0) await forgetBelow(part, sql);
  await sql.query('UPDATE foretrace.split SET seconds = seconds + $2 WHERE id = $1', [split, seconds]);
  const above = { split, level: level + 1, number: parentOf(number) };
  // Whoever stores a sister of this part waits here, and then sees it.
  if ((await openPart(above, sql)) === undefined) return 'root';
  const rows = await sql.query<{ number: number }>(
    'SELECT number FROM foretrace.part WHERE split = $1 AND level = $2 AND NOT done',
    [split, level],
  );
  return rows.some((row) => parentOf(row.number) === above.number) ? undefined : above;
}

async function forgetBelow({ split, level, number }: Part, sql: Sql): Promise<void> {
  const rows = await sql.query<{ number: number }>('SELECT number FROM foretrace.part WHERE split = $1 AND level = $2', [
    split,
    level - 1,
  ]);
  const below = rows.filter((row) => parentOf(row.number) === number).map((row) => row.number);
  await sql.query(
    'UPDATE foretrace.part SET summary = NULL WHERE split = $1 AND level = $2 AND number = ANY($3::text::integer[])',
    [split, level - 1, `{${below.join(',')}}`],
  );
}

/** The summary of the trace, once all parts are done. */
export async function wholeSummary(split: number, sql: Sql): Promise<Uint8Array | undefined> {
  const [row] = await sql.query<{ summary: Uint8Array | null }>(
    'SELECT summary FROM foretrace.part WHERE split = $1 ORDER BY level DESC LIMIT 1',
    [split],
  );
  return row?.summary ?? undefined;
}

/** Its findings are known, or it is given up. */
export async function endSplit(id: number, sql: Sql): Promise<void> {
  await sql.query('DELETE FROM foretrace.split WHERE id = $1', [id]);
}
