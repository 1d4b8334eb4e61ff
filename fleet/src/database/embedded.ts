// PostgreSQL inside this process: PGlite, in a folder. One process at a time: see folder-lock.ts.

import { join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { makePrivateFolder } from 'foretrace/node';
import { type Database, INT8, type Sql } from './database.ts';
import type { FolderLock } from './folder-lock.ts';

/** The lock is released when the database is closed. */
export async function openEmbedded(folder: string, lock: FolderLock): Promise<Database> {
  makePrivateFolder(folder);
  const pglite = await PGlite.create(join(folder, 'database'), { parsers: { [INT8]: Number } });
  return {
    ...sqlOf(pglite),
    name: folder,
    isEmbedded: true,
    transaction: (work) => pglite.transaction((transaction) => work(sqlOf(transaction))),
    // Nobody else is here, and whoever was has lost all that it held.
    hold: async () => ({ lost: new Promise(() => {}), release: async () => {} }),
    async close() {
      await pglite.close();
      lock.release();
    },
  };
}

function sqlOf(pglite: Pick<PGlite | Transaction, 'query' | 'exec'>): Sql {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      return (await pglite.query<Row>(text, [...values])).rows;
    },
    async exec(text) {
      await pglite.exec(text);
    },
  };
}
