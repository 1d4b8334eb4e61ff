// A PostgreSQL server, through a pool of connections.

import { InputError } from 'foretrace';
import pg from 'pg';
import { type Database, INT8, LOCKS, type Sql } from './database.ts';

/** Connections of one process: those that store results, the queue's, and the lock's. */
const MOST = 10;
const CONNECT_MS = 10_000;

/** A machine that is gone without a word is noticed after a minute, and not after the two hours of most systems. */
const KEEP_ALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** To compile a question takes longer than any of ours does. */
const NO_COMPILER = '-c jit=off';

export async function openServer(address: string): Promise<Database> {
  const types = { getTypeParser: ((type: number, format?: 'text') => parser(type, format)) as typeof pg.types.getTypeParser };
  const settings = {
    connectionString: address,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    options: `${KEEP_ALIVE} ${NO_COMPILER}`,
  };
  const connection = { ...settings, application_name: 'foretrace fleet', types };
  const name = shownAddress(address);
  const pool = new pg.Pool({ ...connection, max: MOST });
  // Of connections that wait in the pool: whoever needs one next hears of it.
  pool.on('error', () => {});
  await pool.query('SELECT 1').catch(async (error: Error) => {
    await pool.end();
    throw unreachable(name, error);
  });
  return {
    ...sqlOf(pool),
    name,
    isEmbedded: false,
    transaction: (work) => transaction(pool, work),
    async hold(number) {
      const client = new pg.Client(connection);
      const lost = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()));
      await client.connect();
      const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [LOCKS, number]);
      if (rows[0]!.held) return { lost, release: () => client.end() };
      await client.end();
      return undefined;
    },
    close: () => pool.end(),
  };
}

async function transaction<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without anybody who listens, a lost connection would end the process.
  const listen = (error: Error): void => {
    broken = error;
  };
  client.on('error', listen);
  try {
    await client.query('BEGIN');
    const result = await work(sqlOf(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken ??= failed;
    });
    throw error;
  } finally {
    client.off('error', listen);
    client.release(broken);
  }
}

function sqlOf(client: Pick<pg.Pool | pg.PoolClient, 'query'>): Sql {
  return {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      return (await (client as pg.Pool).query<Row>(text, [...values])).rows;
    },
    async exec(text) {
      await (client as pg.Pool).query(text);
    },
  };
}

function parser(type: number, format?: 'text'): unknown {
  return type === INT8 ? Number : pg.types.getTypeParser(type, format);
}

/** Without the password, for messages. */
function shownAddress(address: string): string {
  try {
    const url = new URL(address);
    if (!/^postgres(?:ql)?:$/.test(url.protocol)) throw new TypeError();
    if (url.password !== '') url.password = '***';
    return `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${url.host}${url.pathname}`;
  } catch {
    throw new InputError(
      'USAGE',
      {},
      '--database is no address of a PostgreSQL server',
      'for instance postgres://user@host/name',
    );
  }
}

function unreachable(name: string, error: Error): InputError {
  // A host with several addresses fails with one error for each.
  const why = error instanceof AggregateError ? (error.errors[0] as Error).message : error.message;
  return new InputError(
    'FILE_UNREADABLE',
    { file: name },
    `the database cannot be used: ${why}`,
    'is the server running, and the name right?',
  );
}
