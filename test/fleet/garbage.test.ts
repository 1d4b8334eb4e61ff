// Traces that nobody needs, and what becomes of those that somebody needs again.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collect } from '../../fleet/src/store/garbage.ts';
import { addRun } from '../../fleet/src/store/runs.ts';
import { foretrace, root } from '../cli/run.ts';
import { fleet } from './run.ts';
import { newStore, openStore, storeKinds } from './stores.ts';

const clean = join(root, 'traces/no-race/lock-protected.std');
const about = (commit: string) => ['--project', 'p', '--commit', commit, '--branch', 'main'];

test.for(storeKinds)('%s: what was analysed and shows nothing goes, and nothing else', async (kind, context) => {
  const store = await newStore(kind, context);
  const race = join(root, 'traces/race/two-locks.std');
  expect(fleet(store, ['add', clean, race, ...about('c1')])).toMatchObject({ status: 0 });
  expect(fleet(store, ['work'])).toMatchObject({ status: 0 });
  const hash = createHash('sha256').update(readFileSync(clean)).digest('hex');
  // In a process of its own: one that waits for itself ends with 13.
  expect(foretrace(['fleet', 'gc', ...store.flags])).toMatchObject({
    status: 0,
    stdout: `${hash}  ${readFileSync(clean).length}\n`,
    stderr: expect.stringContaining('1 trace removed'),
  });
  expect(readdirSync(store.folder)).not.toContain('lock');
  expect(foretrace(['fleet', 'gc', ...store.flags])).toMatchObject({ status: 0, stdout: '' });
});

test('a trace that went and is added again by its address is fetched from there', async (context) => {
  const store = await newStore('embedded', context);
  const { database, queue, traces, close } = await openStore(store);
  const bytes = readFileSync(clean);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const run = { project: 'p', branch: 'main', job: '', machine: 'm', name: 't' };
  const addressOf = async () => (await database.query('SELECT address, removed FROM foretrace.trace'))[0];
  await traces.add(clean);
  await addRun({ database, queue }, { hash, bytes: bytes.length }, { ...run, commit: 'c1' });
  // What is in the folder stays the better source.
  await addRun({ database, queue }, { hash, bytes: 0, address: 'http://ci.example/1' }, { ...run, commit: 'c2' });
  expect(await addressOf()).toEqual({ address: null, removed: null });
  await database.exec(`UPDATE foretrace.run SET state = 'done'; DELETE FROM foretrace_queue.job`);
  expect(await collect({ database, queue, traces }, { dryRun: false, failed: false, olderThan: 0 })).toHaveLength(1);
  expect(existsSync(traces.pathOf(hash))).toBe(false);
  await addRun({ database, queue }, { hash, bytes: 0, address: 'http://ci.example/2' }, { ...run, commit: 'c3' });
  expect(await addressOf()).toEqual({ address: 'http://ci.example/2', removed: null });
  // And where it has moved, from there.
  await addRun({ database, queue }, { hash, bytes: 0, address: 'http://ci.example/3' }, { ...run, commit: 'c4' });
  expect(await addressOf()).toEqual({ address: 'http://ci.example/3', removed: null });
  await close();
});
