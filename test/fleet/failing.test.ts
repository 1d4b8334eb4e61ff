// Runs that fail or are seen only in part: who is told, what stays, and how often they are tried.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failRun, runRow } from '../../fleet/src/jobs/analyze.ts';
import type { JobContext } from '../../fleet/src/jobs/kind.ts';
import { resultOf } from '../../fleet/src/reporting.ts';
import { storedFindings } from '../../fleet/src/store/findings.ts';
import { fleetStatus } from '../../fleet/src/store/status.ts';
import { foretrace, root } from '../cli/run.ts';
import { addProject, addRun, storeRun } from './random-runs.ts';
import { fleet } from './run.ts';
import { newFolder, newStore, openStore, storeKinds } from './stores.ts';

const LIMIT = { how: 'limit', reason: 'it took more than 1 s' } as const;
const attempts = (most: number) => ({ settings: { attempts: most } }) as JobContext;

test.for(storeKinds)('%s: a run that fails takes nothing from another of the same trace', async (kind, context) => {
  const store = await newStore(kind, context);
  const trace = join(root, 'traces/race/two-locks.std');
  const add = (commit: string) => fleet(store, ['add', trace, '--project', 'p', '--commit', commit, '--branch', 'main']);
  add('c1');
  expect(fleet(store, ['work'])).toMatchObject({ status: 0 });
  add('c3');
  expect(fleet(store, ['work', '--attempts', '1', '--max-time', '1ms'])).toMatchObject({ status: 3 });
  expect(fleet(store, ['report', '--commit', 'c1', '--format', 'json'])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('"complete":true'),
  });
  expect(fleet(store, ['status']).stdout).toContain(
    '1 of 2 runs analysed, 1 could not be\n0 jobs waiting, 0 being done\n1 finding\n',
  );
  const { troubles } = JSON.parse(fleet(store, ['status', '--format', 'json']).stdout);
  expect(troubles).toEqual([
    { run: 2, name: 'two-locks.std', state: 'failed', reason: expect.stringContaining('it took more than 0.001 s') },
  ]);
});

test('each time that it is put into the queue, a run is tried as often as it may be', async (context) => {
  const { database, queue } = await openStore(await newStore('embedded', context));
  const project = await addProject(database, 'p');
  const run = await addRun(database, project, { commit: 'c' });
  const fail = (most: number) => database.transaction((sql) => failRun(run, LIMIT, attempts(most), sql));
  expect([await fail(2), await fail(2)]).toEqual([false, true]);
  expect(await runRow(run, database)).toMatchObject({ state: 'failed' });
  // Once more, in vain: also another run of the same trace has all of its tries.
  expect([await fail(3), await fail(3), await fail(3)]).toEqual([false, false, true]);
  await storeRun(database, project, run, { seen: [0], places: [], complete: true });
  expect([await fail(2), await fail(2)]).toEqual([false, true]);
  expect(await runRow(run, database)).toMatchObject({ state: 'done' });
  expect(await fleetStatus({ database, queue })).toMatchObject({ runs: { done: 1, failed: 0 }, troubles: [] });
});

test('findings whose analysis an earlier version lost are shown, and not called complete', async (context) => {
  const { database } = await openStore(await newStore('embedded', context));
  const project = await addProject(database, 'p');
  const run = await addRun(database, project, { commit: 'c' });
  await storeRun(database, project, run, { seen: [0], places: [], complete: true });
  await database.exec('UPDATE foretrace.analysis SET summary = NULL');
  const { findings, traces } = await resultOf(
    await storedFindings({}, database),
    { ignored: 0, isComplete: true, folds: [] },
    database,
  );
  expect(findings).toHaveLength(1);
  expect(traces).toMatchObject([{ complete: false }]);
});

test.for(storeKinds)('%s: who works is told of what was not wholly analysed', async (kind, context) => {
  const store = await newStore(kind, context);
  const report = join(newFolder(), 'report.json');
  const told = JSON.parse(foretrace(['analyze', join(root, 'traces/race/two-locks.std'), '--format', 'json']).stdout) as {
    traces: object[];
  };
  writeFileSync(report, JSON.stringify({ ...told, traces: told.traces.map((trace) => ({ ...trace, complete: false })) }));
  fleet(store, ['add', report, '--project', 'p', '--commit', 'c']);
  expect(fleet(store, ['work'])).toMatchObject({
    status: 3,
    stderr: 'foretrace: 1 job done, 1 not wholly (foretrace fleet status names them)\n',
  });
});
