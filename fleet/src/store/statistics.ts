// What the database knows of its tables, by which it decides how to answer.

import type { Database } from '../database/database.ts';

/** A server does so by itself; without it, questions to ten thousand findings take twice as long. */
export async function countRows(database: Database): Promise<void> {
  if (database.isEmbedded)
    await database.exec('ANALYZE foretrace.run, foretrace.finding, foretrace.sight, foretrace.occurrence, foretrace.ignored');
}
