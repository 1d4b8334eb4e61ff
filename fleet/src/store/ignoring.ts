// Findings that somebody said are to count no more. What was said is never taken away, only ended.

import { InputError } from 'foretrace';
import type { Sql } from '../database/database.ts';
import { storableText } from './storable.ts';

export async function ignore(ids: readonly number[], reason: string, until: Date | undefined, sql: Sql): Promise<void> {
  await endIgnoring(ids, sql);
  for (const id of ids)
    await sql.query('INSERT INTO foretrace.ignored (finding, reason, until) VALUES ($1, $2, $3)', [
      id,
      storableText(reason),
      until?.toISOString() ?? null,
    ]);
}

export async function endIgnoring(ids: readonly number[], sql: Sql): Promise<void> {
  for (const id of ids) {
    const [found] = await sql.query('SELECT id FROM foretrace.finding WHERE id = $1', [id]);
    if (found === undefined)
      throw new InputError('USAGE', {}, `there is no finding R${id}`, 'foretrace fleet findings lists them');
    await sql.query('UPDATE foretrace.ignored SET ended = now() WHERE finding = $1 AND ended IS NULL', [id]);
  }
}
