// Whether a finding is still there, held to its definition on random runs that are analysed in random order.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs as numRuns } from '../runs.ts';
import { addProject, addRun, FINDINGS, keysOf, type StoredRun, storeRun } from './random-runs.ts';
import { embeddedStore, openStore } from './stores.ts';

const run: fc.Arbitrary<StoredRun> = fc.record({
  seen: fc.uniqueArray(fc.nat(FINDINGS - 1)),
  places: fc.uniqueArray(fc.nat(FINDINGS)).map((places) => places.sort((a, b) => a - b)),
  complete: fc.boolean(),
});

interface Counted {
  readonly missed: number;
  readonly gap: number;
  /** Which run came back after the longest gap, from 0. */
  readonly returned: number | null;
}

/** From the definition, run by run. */
function referee(runs: readonly StoredRun[], finding: number): Counted | undefined {
  let counted: Counted | undefined;
  for (const [i, { seen, places, complete }] of runs.entries()) {
    if (seen.includes(finding)) {
      const { missed = 0, gap = 0, returned = null } = counted ?? {};
      counted = missed > gap ? { missed: 0, gap: missed, returned: i } : { missed: 0, gap, returned };
    } else if (counted !== undefined && complete && keysOf(finding).every((key) => places.includes(key)))
      counted = { ...counted, missed: counted.missed + 1 };
  }
  return counted;
}

test('missed and came back are what the definition says, in whatever order the runs are analysed', { retry: 0 }, async () => {
  const { database } = await openStore({ folder: await embeddedStore(), database: undefined });
  let projects = 0;
  const order = fc.array(run, { minLength: 1, maxLength: 9 }).chain((all) =>
    fc.record({
      all: fc.constant(all),
      order: fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
      // Some are analysed twice, and found otherwise the first time. What a run once saw stays.
      before: fc.dictionary(
        fc.constantFrom(...[...all.keys()].map(String)),
        fc.record({ places: run.map(({ places }) => places), complete: fc.boolean() }),
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(order, async ({ all, order, before }) => {
      const project = await addProject(database, `p${projects++}`);
      const ids: number[] = [];
      for (const i of all.keys()) ids.push(await addRun(database, project, { commit: `c${i}` }));
      for (const i of order) await storeRun(database, project, ids[i]!, { ...all[i]!, seen: [], ...before[i] });
      for (const i of order) await storeRun(database, project, ids[i]!, all[i]!);
      const stored = await database.query<{
        fingerprint: string;
        missed: number;
        gap: number;
        returned: number | null;
        runs: number;
      }>(
        `SELECT fingerprint, missed, gap, returned_run AS returned, runs FROM foretrace.finding JOIN foretrace.sight ON finding = id
         WHERE project = $1`,
        [project],
      );
      for (let n = 0; n < FINDINGS; n++) {
        const found = stored.find(({ fingerprint }) => fingerprint === `f${n}`);
        const wanted = referee(all, n);
        expect(found === undefined).toBe(wanted === undefined);
        if (found === undefined || wanted === undefined) continue;
        const { missed, gap, runs } = found;
        const returned = found.returned === null ? null : ids.indexOf(found.returned);
        expect({ missed, gap, returned }).toEqual(wanted);
        expect(runs).toBe(all.filter(({ seen }) => seen.includes(n)).length);
      }
    }),
    numRuns(200, 15),
  );
});

test('a settled run that is analysed again counts as if it had been so the first time', async () => {
  const { database } = await openStore({ folder: await embeddedStore(), database: undefined });
  const project = await addProject(database, 'again');
  const idle: StoredRun = { seen: [], places: [0, 1], complete: true };
  const all: StoredRun[] = [{ ...idle, seen: [0] }, idle, idle, idle, { ...idle, seen: [0] }, idle];
  const ids: number[] = [];
  for (const [i, one] of all.entries()) {
    ids.push(await addRun(database, project, { commit: `c${i}` }));
    await storeRun(database, project, ids[i]!, one);
  }
  const counted = () =>
    database.query('SELECT missed, gap, runs FROM foretrace.finding JOIN foretrace.sight ON finding = id WHERE project = $1', [
      project,
    ]);
  expect(await counted()).toEqual([{ missed: 1, gap: 3, runs: 2 }]);
  await storeRun(database, project, ids[2]!, { ...idle, seen: [0] });
  expect(await counted()).toEqual([{ missed: 1, gap: 1, runs: 3 }]);
  // What it does not see counts as much as what it sees: places that it did not execute before, and a result that is partial now.
  await storeRun(database, project, ids[5]!, { ...idle, places: [0] });
  expect(await counted()).toEqual([{ missed: 0, gap: 1, runs: 3 }]);
  await storeRun(database, project, ids[5]!, idle);
  expect(await counted()).toEqual([{ missed: 1, gap: 1, runs: 3 }]);
  await storeRun(database, project, ids[5]!, { ...idle, complete: false });
  expect(await counted()).toEqual([{ missed: 0, gap: 1, runs: 3 }]);
});
