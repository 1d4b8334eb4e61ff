// What a kind of job is. One file per kind; index.ts is the one list of them, tasks.ts that of what their processes do. A trace is hostile
// input: only the process of a job reads it, which has limits, no database and an environment of its own. What it answers is a file.

import type { Sql } from '../database/database.ts';
import type { Fleet } from '../fleet.ts';
import type { Stored } from '../store/results.ts';

/** What a worker was told to do, and with what. */
export interface WorkSettings {
  readonly detectors: readonly string[];
  /** Numbers for the detectors, by the names of their options. */
  readonly detectorOptions: Readonly<Record<string, number>>;
  readonly limits: Limits;
  /** How often a trace may fail before it is given up. */
  readonly attempts: number;
}

/** Of the process of one job. */
export interface Limits {
  readonly bytesOfMemory: number;
  readonly seconds: number;
  readonly bytesOfDisk: number;
}

export interface JobContext {
  readonly fleet: Fleet;
  readonly settings: WorkSettings;
  /** A folder of this job alone, which goes away with it. */
  readonly scratch: string;
  /** What its process took. */
  readonly seconds: number;
}

/** What the process of a job is to do, as JSON. */
export interface Task {
  /** The key of tasks.ts. */
  readonly task: string;
}

/** How the process of a job ended, if it did not answer. */
export interface Failed {
  /** `input`: the trace is wrong, and will be the next time; `limit` and `crash` are tried again. */
  readonly how: 'input' | 'limit' | 'crash';
  readonly reason: string;
}

export interface JobKind<Data extends object = object> {
  /** As jobs name it. */
  readonly name: string;
  /** What its process is to do; undefined if there is nothing to do. */
  task(data: Data, context: JobContext): Promise<Task | undefined>;
  /**
   * In one transaction with the completion of the job. The answer is a file that the process wrote, at most as large as its disk. Whether the
   * whole trace was looked at is said by who stores what was found.
   */
  store(data: Data, answer: string | undefined, context: JobContext, sql: Sql): Promise<Stored | undefined>;
  /** The same for one that failed. `false`: it is to be tried again. */
  fail(data: Data, failed: Failed, context: JobContext, sql: Sql): Promise<boolean>;
}

/** Forgets the type of the data, for the list. */
export function jobKind<Data extends object>(kind: JobKind<Data>): JobKind {
  return kind as unknown as JobKind;
}
