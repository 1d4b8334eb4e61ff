// Whether the store keeps names of code. Once it does not, it stays so, whoever adds or works.

import { randomBytes } from 'node:crypto';
import type { Sql } from '../database/database.ts';

const NAME = 'redact';

/** From now on. */
export async function redact(sql: Sql): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  await sql.query('INSERT INTO foretrace.setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [NAME, secret]);
}

/** What names are hashed with; undefined if they are kept. */
export async function salt(sql: Sql): Promise<string | undefined> {
  const [row] = await sql.query<{ value: string }>('SELECT value FROM foretrace.setting WHERE name = $1', [NAME]);
  return row?.value;
}
