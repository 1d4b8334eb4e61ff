// Stores for tests: embedded ones, copied from one that was made once, because to make one takes seconds; and databases of a PostgreSQL server that
// is started when the first test of a process asks: files share it as they share their modules.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject, onTestFinished, type TestContext } from 'vitest';
import { openServer } from '../../fleet/src/database/server.ts';
import { type Fleet, openFleet } from '../../fleet/src/fleet.ts';
import { needs, postgresProgram } from '../needs.ts';
import { all } from '../runs.ts';

const quiet = { remark: () => {} };

/** A folder of its own for one test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-fleet-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder in which the embedded database is made already; it is kept from run to run. */
export async function embeddedStore(): Promise<string> {
  const cache = join(import.meta.dirname, '../../node_modules/.cache/foretrace');
  const schema = readFileSync(join(import.meta.dirname, '../../fleet/src/database/migrations.ts'));
  const made = join(cache, `fleet-store-${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`);
  if (!existsSync(made)) {
    mkdirSync(cache, { recursive: true });
    const aside = mkdtempSync(join(cache, 'making-'));
    await (await openFleet(storeIn(aside), { command: 'test' }, quiet)).close();
    try {
      renameSync(aside, made);
    } catch {
      // Another process of tests was faster.
      rmSync(aside, { recursive: true, force: true });
    }
  }
  const store = join(newFolder(), 'store');
  cpSync(made, store, { recursive: true });
  return store;
}

/** Options of every command, as they are without any. */
export function storeIn(store: string, database?: string) {
  return { store, database, traces: undefined, wait: undefined };
}

/** The two kinds of stores, to hold one thing for both. */
export const storeKinds = ['embedded', 'postgres'] as const;

/** The same for what takes long: `npm test` takes the one that is there everywhere. */
export const sampledKinds: readonly StoreKind[] = all ? storeKinds : ['embedded'];
export type StoreKind = (typeof storeKinds)[number];

export interface TestStore {
  readonly folder: string;
  /** Of the server; undefined if it is embedded. */
  readonly database: string | undefined;
  /** As the program takes them. */
  readonly flags: readonly string[];
}

/** A new one. To be called first in a test. */
export async function newStore(kind: StoreKind, context: Pick<TestContext, 'skip'>): Promise<TestStore> {
  if (kind === 'embedded') {
    const folder = await embeddedStore();
    return { folder, database: undefined, flags: ['--store', folder] };
  }
  needs('postgres', context);
  const folder = join(newFolder(), 'store');
  const database = await newDatabase();
  return { folder, database, flags: ['--store', folder, '--database', database] };
}

/** Open, until the test is over. */
export async function openStore({ folder, database }: Pick<TestStore, 'folder' | 'database'>): Promise<Fleet> {
  const fleet = await openFleet(storeIn(folder, database), { command: 'test' }, quiet);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= fleet.close();
    return closed;
  };
  onTestFinished(close);
  return { ...fleet, close };
}

let server: Promise<Server> | undefined;
let databases = 0;

/** The address of an empty database. */
export async function newDatabase(): Promise<string> {
  server ??= startServer();
  const { address } = await server;
  const name = `test_${process.pid}_${databases++}`;
  await query(address('postgres'), `CREATE DATABASE ${name}`);
  return address(name);
}

export interface Server {
  readonly address: (database: string) => string;
  /** Of the server's first process. */
  readonly pid: () => number;
  /** Starts it again after it was killed. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string, user: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  const user =
    existsSync('/etc/passwd') && /^postgres:/m.test(execFileSync('cat', ['/etc/passwd'], { encoding: 'utf8' }))
      ? 'postgres'
      : 'nobody';
  return { uid: id('-u', user), gid: id('-g', user) };
}

/** One more server, for tests that kill it. */
export async function startServer(): Promise<Server> {
  const user = serverUser();
  // A server ends when its folder is gone, within a minute: with the run of the tests, if nobody stops it.
  const shared = inject('shared');
  chmodSync(shared, 0o711);
  const folder = mkdtempSync(join(shared, 'postgres-'));
  if (user.uid !== undefined) execFileSync('chown', [`${user.uid}:${user.gid}`, folder]);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  execFileSync(postgresProgram('initdb')!, init, { ...user, cwd: folder, stdio: 'pipe' });
  const address = (database: string): string => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;
  let child: ReturnType<typeof spawn>;
  const start = async (): Promise<void> => {
    const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=200'];
    child = spawn(postgresProgram('postgres')!, args, { ...user, cwd: folder, stdio: 'ignore' });
    while (!(await isThere(address('postgres')))) {
      const ended = child.exitCode ?? child.signalCode;
      if (ended !== null) throw new Error(`PostgreSQL ended with ${ended}`);
      await sleep(50);
    }
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { address, pid: () => child.pid!, start, stop };
}

async function isThere(address: string): Promise<boolean> {
  try {
    await query(address, 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}

export async function query(address: string, text: string): Promise<Record<string, unknown>[]> {
  const database = await openServer(address);
  try {
    return await database.query(text);
  } finally {
    await database.close();
  }
}
