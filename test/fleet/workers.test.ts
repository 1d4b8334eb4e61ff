// Workers that come while others look who is gone.

import { expect, test } from 'vitest';
import type { Database } from '../../fleet/src/database/database.ts';
import { Worker } from '../../fleet/src/workers.ts';
import { newStore, openStore, storeKinds } from './stores.ts';

const JOB = '00000000-0000-4000-8000-000000000001';

/** Who is said to be gone. */
async function ended(database: Database): Promise<number[]> {
  const rows = await database.query<{ id: number }>('SELECT id FROM foretrace.worker WHERE ended IS NOT NULL ORDER BY id');
  return rows.map(({ id }) => id);
}

test('one that is just coming is not taken for one that is gone', async (context) => {
  const { database, queue } = await openStore(await newStore('postgres', context));
  const other = await Worker.register(database, queue);
  // The other looks after each statement of the new one.
  const watched: Database = {
    ...database,
    async query<Row extends object>(text: string, values?: readonly unknown[]) {
      const rows = await database.query<Row>(text, values);
      await other.sweep();
      return rows;
    },
  };
  const worker = await Worker.register(watched, queue);
  expect(await ended(database)).toEqual([]);
  await worker.end();
  expect(await ended(database)).toEqual([worker.id]);
  await other.end();
});

test.for(storeKinds)('%s: what one still had when it ended is given back', async (kind, context) => {
  const { database, queue } = await openStore(await newStore(kind, context));
  const [gone, other] = [await Worker.register(database, queue), await Worker.register(database, queue)];
  await gone.claim({ id: JOB });
  await gone.end();
  const given: string[] = [];
  queue.giveBack = async ({ id }) => void given.push(id);
  await other.sweep();
  expect(given).toEqual([JOB]);
  expect(await database.query('SELECT FROM foretrace.claim')).toEqual([]);
  await other.end();
});
