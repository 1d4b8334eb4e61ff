// How far the store is with what was added to it.

import type { Fleet } from '../fleet.ts';
import { type Changed, changed } from './again.ts';

export interface FleetStatus {
  readonly runs: { readonly waiting: number; readonly done: number; readonly partial: number; readonly failed: number };
  readonly jobs: { readonly waiting: number; readonly taken: number };
  readonly findings: number;
  readonly workers: readonly { readonly machine: string; readonly pid: number; readonly jobs: number }[];
  /** At the pace of the last jobs and with those that are being done at a time; null if that is not known, or nobody works. */
  readonly secondsLeft: number | null;
  /** What a newer version or a larger budget changed. */
  readonly again: Changed;
  /** The last runs that could not be analysed, or not wholly. */
  readonly troubles: readonly { readonly run: number; readonly name: string; readonly state: string; readonly reason: string }[];
}

/** So many of the last jobs tell the pace. */
const LAST = 100;
const MOST_TROUBLES = 20;

export async function fleetStatus({ database, queue }: Pick<Fleet, 'database' | 'queue'>): Promise<FleetStatus> {
  const states = await database.query<{ state: string; count: number }>(
    'SELECT state, count(*) FROM foretrace.run GROUP BY state',
  );
  const count = (state: string): number => states.find((row) => row.state === state)?.count ?? 0;
  const [findings] = await database.query<{ count: number }>('SELECT count(*) FROM foretrace.finding');
  const workers = await database.query<{ machine: string; pid: number; jobs: number }>(
    `SELECT w.machine, w.pid, count(c.job) AS jobs FROM foretrace.worker w LEFT JOIN foretrace.claim c ON c.worker = w.id
     WHERE w.ended IS NULL GROUP BY w.id ORDER BY w.id`,
  );
  const pace = await queue.pace(LAST);
  const jobs = await queue.counts();
  const working = workers.reduce((sum, worker) => sum + worker.jobs, 0);
  const left = jobs.waiting + jobs.taken;
  const troubles = await database.query<{ run: number; name: string; state: string; reason: string }>(
    `SELECT r.id AS run, r.name, r.state, r.reason FROM foretrace.run r
     WHERE r.state IN ('failed', 'partial') ORDER BY r.id DESC LIMIT $1`,
    [MOST_TROUBLES],
  );
  return {
    runs: { waiting: count('waiting'), done: count('done'), partial: count('partial'), failed: count('failed') },
    jobs,
    findings: findings!.count,
    workers,
    secondsLeft: left === 0 ? 0 : pace === null || working === 0 ? null : Math.ceil((pace * left) / working),
    again: await changed({ database }),
    troubles,
  };
}
