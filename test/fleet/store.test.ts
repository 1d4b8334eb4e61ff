// The store by itself: who may use it, what it keeps of names, how it grows up.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../fleet/src/database/folder-lock.ts';
import { migrate, SCHEMA_VERSION } from '../../fleet/src/database/migrations.ts';
import { openServer } from '../../fleet/src/database/server.ts';
import { Redaction } from '../../fleet/src/jobs/redaction.ts';
import { storedFindings, toldFindings } from '../../fleet/src/store/findings.ts';
import { storableJson, storableText } from '../../fleet/src/store/storable.ts';
import { processMark } from '../../src/base/process-mark.ts';
import { needs } from '../needs.ts';
import { all } from '../runs.ts';
import { newDatabase, newFolder, newStore, openStore, sampledKinds } from './stores.ts';

test('many that open a new database at once all find it made', async (context) => {
  needs('postgres', context);
  for (let round = 0; round < 5; round++) {
    const database = await newDatabase();
    const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openStore({ folder: newFolder(), database })));
    expect(opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
    await Promise.all(opened.map((one) => one.status === 'fulfilled' && one.value.close()));
  }
});

describe('the lock of an embedded store', () => {
  test('is for one at a time, and says who has it', async () => {
    const folder = newFolder();
    const lock = await lockFolder(folder, 'fleet work', 0, () => {});
    const second = lockFolder(folder, 'fleet status', 0, () => {});
    await expect(second).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining(`fleet work, process ${process.pid}`),
    });
    lock.release();
    (await lockFolder(folder, 'fleet status', 0, () => {})).release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  test('is waited for, and who waits hears of whom', async () => {
    const folder = newFolder();
    const lock = await lockFolder(folder, 'fleet work', 0, () => {});
    const heard: string[] = [];
    const second = lockFolder(folder, 'fleet status', 1000, (holder) => {
      heard.push(holder);
      lock.release();
    });
    (await second).release();
    expect(heard).toEqual([`fleet work, process ${process.pid}`]);
  });

  test('of a process that is over is taken over, by one of many', async () => {
    const folder = newFolder();
    // A process that is over, by the mark that it would have written.
    const child = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(join(folder, 'lock'), `${processMark().replace(/-\d+-/, `-${child.pid}-`)} fleet work`);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, 'fleet add', 0, () => {})));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toContain(`${processMark()} fleet add`);
  });

  test('of another machine stays, and what to do if that one is gone is said', async () => {
    const folder = newFolder();
    const path = join(folder, 'lock');
    writeFileSync(path, '123abc-7-99 fleet work');
    await expect(lockFolder(folder, 'fleet add', 0, () => {})).rejects.toMatchObject({
      message: expect.stringContaining('fleet work, process 7 of another machine'),
      hint: expect.stringContaining(`remove ${path}`),
    });
    expect(readFileSync(path, 'utf8')).toBe('123abc-7-99 fleet work');
  });
});

describe('names', () => {
  test('are stored with what PostgreSQL cannot keep replaced', () => {
    expect(storableText(`a\0b\ud800c'; DROP TABLE x; --`)).toBe("a\u2400b\ufffdc'; DROP TABLE x; --");
    expect(JSON.parse(storableJson({ '\0': 1, deep: ['\0', { x: '\udfff' }] }))).toEqual({
      '\0': 1,
      deep: ['\u2400', { x: '\ufffd' }],
    });
  });

  test('leave nothing when they are redacted', () => {
    const access = {
      index: 3,
      thread: 'SECRET-thread',
      op: 'write',
      location: 'SECRET/file.c:4 (SECRET_function)',
      text: 'SECRET',
      locks: ['SECRET-lock'],
      taken: [{ lock: 'SECRET-lock', location: 'SECRET:1', stack: [] }],
      stack: [{ location: 'SECRET:4', function: 'SECRET', file: 'SECRET', line: 4, text: 'SECRET', library: 'SECRET' }],
    };
    const finding = {
      id: 'R1',
      fingerprint: '0123456789abcdef',
      type: 'race',
      kind: 'write-write',
      claim: 'observed',
      variable: 'SECRET',
      variables: ['SECRET'],
      detectors: ['shb'],
      count: 2,
      first: access,
      second: access,
      witness: [1, [2, 5]],
      reason: 'SECRET races',
      forks: [{ thread: 'SECRET', by: 'SECRET', index: 0, location: 'SECRET', stack: [] }],
      places: [
        {
          first: 'SECRET',
          second: 'SECRET',
          kind: 'write-write',
          claim: 'observed',
          count: 2,
          fingerprints: ['0'],
          sides: [['1']],
        },
      ],
      processes: ['SECRET'],
      tests: ['SECRET'],
      memory: { address: 'SECRET', bytes: 1 },
      known: { field: 'SECRET', places: ['SECRET'], of: ['SECRET', 'SECRET'] },
      trace: 0,
    };
    const told = new Redaction('salt').finding(finding as never);
    expect(JSON.stringify(told)).not.toContain('SECRET');
    expect(told).toMatchObject({ id: 'R1', fingerprint: '0123456789abcdef', claim: 'observed', count: 2, witness: [1, [2, 5]] });
    expect(told.variable).toBe(told.variables[0]);
    expect(told.variable).not.toBe(new Redaction('pepper').finding(finding as never).variable);
  });
});

describe.each(sampledKinds)('%s', (kind) => {
  test('a newer schema is refused', async (context) => {
    const store = await newStore(kind, context);
    const { database, close } = await openStore(store);
    await database.query('UPDATE foretrace.schema_version SET version = $1', [SCHEMA_VERSION + 1]);
    await expect(migrate(database)).rejects.toMatchObject({ code: 'FILE_UNREADABLE', message: expect.stringContaining('newer') });
    await close();
  });

  test('what failed half-way is not there', async (context) => {
    const { database } = await openStore(await newStore(kind, context));
    const work = database.transaction(async (sql) => {
      await sql.query(`INSERT INTO foretrace.project (name) VALUES ('half')`);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await database.query('SELECT count(*) FROM foretrace.project')).toEqual([{ count: 0 }]);
  });
});

test.runIf(all)('an older store is brought up to date, with all that it has', async (context) => {
  needs('postgres', context);
  const database = await openServer(await newDatabase());
  onTestFinished(() => database.close());
  await migrate(database, 2);
  await database.exec(`
    INSERT INTO foretrace.project (name) VALUES ('p');
    INSERT INTO foretrace.trace (hash, bytes) VALUES (repeat('ab', 32), 1);
    INSERT INTO foretrace.analysis (trace, version, settings, key, state, reason, attempts)
      VALUES (repeat('ab', 32), '1', '{}', 'k', 'failed', 'too long', 3), (repeat('ab', 32), '2', '{}', 'l', 'trying', 'too long', 1);
    INSERT INTO foretrace.run (project, trace, name, commit, branch, job, machine, state, analysis)
      VALUES (1, repeat('ab', 32), 't', 'c', 'main', '', 'm', 'done', NULL), (1, repeat('ab', 32), 't', 'c', 'other', '', 'm', 'failed', 1);
    INSERT INTO foretrace.finding (project, fingerprint, sides, type, kind, variable, claim, places, detail, trace, keys, first_run, last_run, missed, gap)
      VALUES (1, 'f', '{}', 'race', 'write-write', 'x', 'observed', '{a.c:1}', '{"variable": "x", "witness": null}', repeat('ab', 32), '{}', 1, 1, 3, 7);
  `);
  await migrate(database);
  expect(await storedFindings({}, database)).toMatchObject([{ id: 1, variable: 'x', missed: 3, state: 'new' }]);
  expect((await toldFindings([1], database)).get(1)).toMatchObject({ finding: { id: 'R1', variable: 'x' } });
  expect(await database.query(`SELECT reason, attempts, analysis FROM foretrace.run WHERE state = 'failed'`)).toEqual([
    { reason: 'too long', attempts: 0, analysis: null },
  ]);
  expect(await database.query('SELECT FROM foretrace.analysis')).toEqual([]);
  expect(await database.query('SELECT version FROM foretrace.schema_version')).toEqual([{ version: SCHEMA_VERSION }]);
});
