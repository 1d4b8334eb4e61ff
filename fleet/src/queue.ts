// The queue: pg-boss, in the same database as the results. A job is sent in the transaction that makes it necessary and completed in the one that stores
// its result, so that neither is lost and no result is stored twice. pg-boss, because it takes any connection, also one to PGlite; graphile-worker
// needs a pool of pg's own. The line 10, because later ones need Node 22.

import PgBoss from 'pg-boss';
import { type Database, lockSchema, type Sql } from './database/database.ts';

const SCHEMA = 'foretrace_queue';
/** One for all kinds of jobs: so a worker has as many at a time as it was told, whatever they are. */
const QUEUE = 'job';

/** How often an idle worker looks; one that was busy looks at once. */
const POLLING_SECONDS = 1;
/** pg-boss gives a job up after this, at most a day. Ours have limits of their own, and lost workers are noticed otherwise (workers.ts). */
const EXPIRE_HOURS = 23;
/** A job that waits stays, for ten years. */
const RETENTION_DAYS = 3650;
/** For what is nobody's fault: a database that is away, a worker that was killed. How often a trace may fail is counted with the trace. */
const RETRIES = 1_000_000;
const RETRY_SECONDS = 1;

const ALWAYS = {
  schema: SCHEMA,
  schedule: false,
  retryLimit: RETRIES,
  retryDelay: RETRY_SECONDS,
  expireInHours: EXPIRE_HOURS,
  retentionDays: RETENTION_DAYS,
};

export interface Job {
  readonly id: string;
  /** Which of the kinds of jobs it is. */
  readonly kind: string;
  readonly data: object;
}

/** A job that somebody took and has not ended. */
export type TakenJob = Pick<Job, 'id'>;

interface Sent {
  readonly kind: string;
  readonly data: object;
}

export class Queue {
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly guard: Guard;

  private constructor(database: Database, boss: PgBoss, guard: Guard) {
    this.database = database;
    this.boss = boss;
    this.guard = guard;
  }

  /** `supervises`: also tidies up what has long been done; `failed` hears of what went wrong in the background. */
  static async open(
    database: Database,
    { supervises = false, failed = () => {} }: { supervises?: boolean; failed?: (error: Error) => void } = {},
  ): Promise<Queue> {
    const guard = new Guard(failed);
    const boss = new PgBoss({ ...ALWAYS, db: guard.guarded(dbOf(database)), supervise: supervises });
    boss.on('error', failed);
    await oneAtATime(database, async () => {
      await boss.start();
      await boss.createQueue(QUEUE, { ...ALWAYS, name: QUEUE });
    });
    return new Queue(database, boss, guard);
  }

  /** In that transaction. Higher priorities come first. */
  async send(kind: string, all: readonly object[], sql: Sql, priority = 0): Promise<void> {
    const jobs = all.map((data) => ({ name: QUEUE, priority, data: { kind, data } satisfies Sent }));
    await this.boss.insert(jobs, { db: dbOf(sql) });
  }

  /** Jobs, one at a time, until `stop`; several calls make several at a time. The handler completes the job itself. */
  async work(handler: (job: Job) => Promise<void>): Promise<void> {
    const id: string = await this.boss.work<Sent>(
      QUEUE,
      { batchSize: 1, pollingIntervalSeconds: POLLING_SECONDS },
      async ([job]) => {
        await handler({ id: job!.id, ...job!.data });
        this.boss.notifyWorker(id);
      },
    );
  }

  /** In the transaction that stores its result. */
  async complete({ id }: TakenJob, sql: Sql): Promise<void> {
    await this.boss.complete(QUEUE, id, {}, { db: dbOf(sql) });
  }

  /** Somebody else may have it: its worker is gone. */
  async giveBack({ id }: TakenJob): Promise<void> {
    await this.boss.fail(QUEUE, id, { message: 'its worker was lost' });
  }

  /** How many jobs nobody has done yet. */
  async counts(): Promise<{ readonly waiting: number; readonly taken: number }> {
    const [row] = await this.database.query<{ waiting: number; taken: number }>(
      `SELECT count(*) FILTER (WHERE state < 'active') AS waiting, count(*) FILTER (WHERE state = 'active') AS taken
       FROM ${SCHEMA}.job WHERE name = '${QUEUE}' AND state <= 'active'`,
    );
    return row!;
  }

  /** What the last jobs took that were done, in seconds on the average; null if there are none. */
  async pace(last: number): Promise<number | null> {
    const [row] = await this.database.query<{ seconds: number | null }>(
      `SELECT avg(extract(epoch FROM completed_on - started_on))::double precision AS seconds FROM (
         SELECT started_on, completed_on FROM ${SCHEMA}.job WHERE name = '${QUEUE}' AND state = 'completed'
         ORDER BY completed_on DESC LIMIT $1) last`,
      [last],
    );
    return row!.seconds;
  }

  /** The runs that jobs are about which nobody has done yet. */
  async pendingRuns(sql: Sql): Promise<number[]> {
    const rows = await sql.query<{ run: number }>(
      `SELECT DISTINCT (data->'data'->>'run')::integer AS run FROM ${SCHEMA}.job
       WHERE name = '${QUEUE}' AND state <= 'active' AND data->'data'->>'run' IS NOT NULL`,
    );
    return rows.map(({ run }) => run);
  }

  /** Taken jobs that no claim speaks for; `seconds`: taken before. */
  async unclaimed(seconds: number): Promise<TakenJob[]> {
    return this.database.query<{ id: string }>(
      `SELECT id FROM ${SCHEMA}.job j WHERE name = '${QUEUE}' AND state = 'active' AND started_on <= now() - make_interval(secs => $1)
       AND NOT EXISTS (SELECT FROM foretrace.claim c WHERE c.job = j.id)`,
      [seconds],
    );
  }

  /** Jobs that run are waited for. */
  async stop(): Promise<void> {
    await this.boss.stop({ graceful: true, wait: true, timeout: 1000, close: false });
    await this.guard.end();
  }
}

/** pg-boss does not wait for the statement that ends a job: here it is waited for, and what becomes of it does not end the process. */
class Guard {
  private readonly running = new Set<Promise<unknown>>();
  private readonly errors = new WeakSet<object>();
  private readonly failed: (error: Error) => void;

  constructor(failed: (error: Error) => void) {
    this.failed = failed;
    process.on('unhandledRejection', this.unhandled);
  }

  guarded({ executeSql }: PgBoss.Db): PgBoss.Db {
    return {
      executeSql: (text, values) => {
        const result = executeSql(text, values);
        this.running.add(result);
        result.catch((error: Error) => this.errors.add(error)).finally(() => this.running.delete(result));
        return result;
      },
    };
  }

  async end(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
    // Whoever is not told yet is now.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', this.unhandled);
  }

  private readonly unhandled = (error: unknown): void => {
    if (!(error instanceof Error && this.errors.has(error))) throw error;
    this.failed(error);
  };
}

function dbOf(sql: Sql): PgBoss.Db {
  return {
    async executeSql(text, values = []) {
      if (values.length > 0) return { rows: await sql.query(text, values) };
      // Without values there may be several statements, or one whose rows are wanted.
      if (/;\s*\S/.test(text)) {
        await sql.exec(text);
        return { rows: [] };
      }
      return { rows: await sql.query(text) };
    },
  };
}

/** pg-boss makes its tables behind a lock of its own, but has looked for them before: of several that come at once to a new database, some would then
 * make them again and fail. An embedded database has one process, and no second connection. */
async function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.isEmbedded) return work();
  await database.transaction(async (sql) => {
    await lockSchema(sql);
    await work();
  });
}
