// Who works, and what became of those who do not any more. Each worker holds a lock of the database for as long as it is connected: whoever
// can take the lock of another knows that it is gone, without a clock, and gives its jobs back. In an embedded store nobody else can be there.

import { hostname } from 'node:os';
import { version } from 'foretrace/cli';
import type { Database, Held, Sql } from './database/database.ts';
import type { Queue, TakenJob } from './queue.ts';

/** Between taking a job and writing that down. */
const UNCLAIMED_SECONDS = 30;

export class Worker {
  readonly id: number;
  private readonly database: Database;
  private readonly queue: Queue;
  private readonly held: Held;

  private constructor(database: Database, queue: Queue, id: number, held: Held) {
    this.database = database;
    this.queue = queue;
    this.id = id;
    this.held = held;
  }

  static async register(database: Database, queue: Queue): Promise<Worker> {
    const [row] = await database.query<{ id: number }>(`SELECT nextval(pg_get_serial_sequence('foretrace.worker', 'id')) AS id`);
    const { id } = row!;
    // Held before anybody can see it: a worker that is seen and not held is taken for one that is gone.
    const held = await database.hold(id);
    if (held === undefined) throw new Error(`somebody holds the lock of worker ${id}, which is new`);
    try {
      await database.query(
        'INSERT INTO foretrace.worker (id, machine, pid, version) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4)',
        [id, machineName(), process.pid, version()],
      );
    } catch (error) {
      await held.release().catch(() => {});
      throw error;
    }
    return new Worker(database, queue, id, held);
  }

  /** Resolves when the database no longer knows that this worker is there. */
  get lost(): Promise<void> {
    return this.held.lost;
  }

  /** That this worker has the job. */
  async claim({ id }: TakenJob): Promise<void> {
    await this.database.query(
      `INSERT INTO foretrace.claim (job, worker) VALUES ($1, $2)
       ON CONFLICT (job) DO UPDATE SET worker = excluded.worker, at = now()`,
      [id, this.id],
    );
  }

  /** That it is done with it. */
  async unclaim({ id }: TakenJob, sql: Sql): Promise<void> {
    await sql.query('DELETE FROM foretrace.claim WHERE job = $1 AND worker = $2', [id, this.id]);
  }

  /** Gives the jobs of workers that are gone to others. */
  async sweep(): Promise<void> {
    const others = await this.database.query<{ id: number }>(
      `SELECT id FROM foretrace.worker w
       WHERE id <> $1 AND (ended IS NULL OR EXISTS (SELECT FROM foretrace.claim c WHERE c.worker = w.id))`,
      [this.id],
    );
    for (const { id } of others) {
      const held = await this.database.hold(id);
      if (held === undefined) continue;
      await this.bury(id);
      await held.release();
    }
    for (const job of await this.queue.unclaimed(this.database.isEmbedded ? 0 : UNCLAIMED_SECONDS))
      await this.queue.giveBack(job);
  }

  /** Without a word: whoever sweeps next gives back what it still has. */
  async leave(): Promise<void> {
    await this.held.release().catch(() => {});
  }

  async end(): Promise<void> {
    await this.database.query('UPDATE foretrace.worker SET ended = now() WHERE id = $1', [this.id]);
    await this.held.release();
  }

  private async bury(worker: number): Promise<void> {
    const jobs = await this.database.query<{ id: string }>('DELETE FROM foretrace.claim WHERE worker = $1 RETURNING job AS id', [
      worker,
    ]);
    for (const job of jobs) await this.queue.giveBack(job);
    await this.database.query('UPDATE foretrace.worker SET ended = now() WHERE id = $1', [worker]);
  }
}

export function machineName(): string {
  return hostname();
}
