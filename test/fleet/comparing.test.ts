// What differs between two commits, of each project by itself: a finding of a library that two projects use has one fingerprint in both.

import { expect, test } from 'vitest';
import { compared } from '../../fleet/src/store/comparing.ts';
import { addProject, addRun, FINDINGS, type StoredRun, storeRun } from './random-runs.ts';
import { newStore, openStore, storeKinds } from './stores.ts';

test.for(storeKinds)('%s', async (kind, context) => {
  const { database } = await openStore(await newStore(kind, context));
  const everywhere = Array.from({ length: FINDINGS + 1 }, (_, place) => place);
  const add = async (project: number, commit: string, run: Pick<StoredRun, 'seen' | 'places'>): Promise<void> =>
    await storeRun(database, project, await addRun(database, project, { commit }), { ...run, complete: true });
  const [shop, bank] = [await addProject(database, 'shop'), await addProject(database, 'bank')];
  await add(shop, 'c1', { seen: [0], places: everywhere });
  await add(shop, 'c2', { seen: [], places: [] });
  await add(bank, 'c1', { seen: [1], places: everywhere });
  await add(bank, 'c2', { seen: [0, 1], places: everywhere });
  const difference = await compared({ commit: 'c1' }, { commit: 'c2' }, database);
  const named = (findings: typeof difference.fresh): string[] => findings.map((one) => `${one.project} ${one.fingerprint}`);
  expect(named(difference.fresh)).toEqual(['bank f0']);
  expect(named(difference.still)).toEqual(['bank f1']);
  expect(named(difference.gone.map(({ finding }) => finding))).toEqual(['shop f0']);
  // Its places were executed by the other project alone.
  expect(difference.gone.map(({ executed }) => executed)).toEqual([false]);
});
