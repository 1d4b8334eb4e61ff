// A worker: takes jobs, runs each in a process of its own, and stores what it answers, until there is nothing left or it is told to stop.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOfDeadProcess, makePrivateFolder, PRIVATE_FOLDER, processMark } from 'foretrace/node';
import type { Fleet } from './fleet.ts';
import { confined } from './jobs/confined.ts';
import { jobKinds } from './jobs/index.ts';
import type { Failed, WorkSettings } from './jobs/kind.ts';
import type { Job } from './queue.ts';
import { countRows } from './store/statistics.ts';
import { Worker } from './workers.ts';

export interface WorkOptions extends WorkSettings {
  /** Jobs at a time. */
  readonly concurrency: number;
  /** Goes on when there is nothing left, for what comes. */
  readonly stays: boolean;
  /** Ends it, without an answer of what runs: that is somebody else's then. */
  readonly signal: AbortSignal;
  /** Hears of each job that has ended. */
  readonly ended: (job: Job, how: JobEnd) => void;
  /** Hears what is wrong with the store; the work goes on. */
  readonly failed: (error: Error) => void;
}

/** Between two looks whether there is something left, and whether other workers are there. */
const LOOK_MS = 200;
const SWEEP_MS = 5000;
/** A server that is away is tried again, for so long. */
const AWAY_MS = 1000;
const MOST_AWAY_MS = 600_000;

export async function work(fleet: Fleet, options: WorkOptions): Promise<void> {
  const scratch = scratchFolder();
  const working = new Working(fleet, options, scratch);
  try {
    await working.run();
  } finally {
    await working.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

class Working {
  private readonly fleet: Fleet;
  private readonly options: WorkOptions;
  private readonly scratch: string;
  private readonly stopping = new AbortController();
  private worker: Worker | undefined;
  private broken: Error | undefined;
  /** What was said already. */
  private readonly told = new Set<string>();

  constructor(fleet: Fleet, options: WorkOptions, scratch: string) {
    this.fleet = fleet;
    this.scratch = scratch;
    this.options = { ...options, signal: AbortSignal.any([options.signal, this.stopping.signal]) };
  }

  async run(): Promise<void> {
    await this.register();
    for (let i = 0; i < this.options.concurrency; i++) await this.fleet.queue.work((job) => this.job(job));
    const { signal } = this.options;
    let away = 0;
    while (!signal.aborted) {
      try {
        if (this.worker === undefined) await this.register();
        if (await this.isDone()) return;
        away = 0;
      } catch (error) {
        await this.worker?.leave();
        this.worker = undefined;
        // A database of our own does not come back.
        if (this.fleet.database.isEmbedded || away++ * AWAY_MS > MOST_AWAY_MS) throw error;
        if (away === 1) this.options.failed(error as Error);
        await sleep(AWAY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.fleet.queue.stop();
    await this.worker?.end().catch(() => {});
    await countRows(this.fleet.database).catch(() => {});
  }

  private async register(): Promise<void> {
    const worker = await Worker.register(this.fleet.database, this.fleet.queue);
    void worker.lost.then(() => {
      if (this.worker === worker) this.worker = undefined;
    });
    this.worker = worker;
    await worker.sweep();
  }

  private swept = performance.now();

  private async isDone(): Promise<boolean> {
    if (this.broken !== undefined) throw this.broken;
    const { waiting, taken } = await this.fleet.queue.counts();
    if (!this.options.stays && waiting + taken === 0) return true;
    if (performance.now() - this.swept > SWEEP_MS) {
      await this.worker?.sweep();
      this.swept = performance.now();
    }
    await sleep(LOOK_MS, undefined, { signal: this.options.signal }).catch(() => {});
    return false;
  }

  /** The job is tried again; a database of our own does not come back. */
  private tell(error: Error): void {
    if (this.fleet.database.isEmbedded) this.broken ??= error;
    if (!this.told.has(error.message)) this.options.failed(error);
    this.told.add(error.message);
  }

  private async job(job: Job): Promise<void> {
    const { worker, fleet, options, scratch } = this;
    if (worker === undefined) throw new Error('the database is away');
    try {
      await handle(job, fleet, worker, options, scratch);
    } catch (error) {
      if (!(error instanceof AgainError) && !options.signal.aborted) this.tell(error as Error);
      throw error;
    }
  }
}

/** How a job has ended. */
export interface JobEnd {
  readonly failed?: Failed | undefined;
  /** It was the last one of a run, of which not all was looked at. */
  readonly isPartial?: boolean;
}

interface Ended extends JobEnd {
  /** It has not: why it is to be tried again. */
  readonly again?: string;
}

/** A job that failed and is to be tried again. */
class AgainError extends Error {}

async function handle(job: Job, fleet: Fleet, worker: Worker, options: WorkOptions, folder: string): Promise<void> {
  const kind = jobKinds.find(({ name }) => name === job.kind);
  if (kind === undefined) throw new Error(`no job of this version is called ${job.kind}`);
  await worker.claim(job);
  const scratch = mkdtempSync(join(folder, 'job-'));
  try {
    const begun = performance.now();
    const context = { fleet, settings: options, scratch, seconds: 0 };
    const task = await kind.task(job.data, context);
    const answer = task === undefined ? undefined : await confined(task, scratch, options.limits, options.signal);
    const ended = { ...context, seconds: (performance.now() - begun) / 1000 };
    const end = (answer: string | undefined | Failed): Promise<Ended> =>
      fleet.database.transaction(async (sql) => {
        await worker.unclaim(job, sql);
        const failed = typeof answer === 'object' ? answer : undefined;
        if (failed !== undefined && !(await kind.fail(job.data, failed, ended, sql))) return { again: failed.reason };
        const stored = typeof answer === 'object' ? undefined : await kind.store(job.data, answer, ended, sql);
        await fleet.queue.complete(job, sql);
        return { failed, isPartial: stored === 'partial' };
      });
    const { again, ...how } = await end(answer).catch((error: unknown) => {
      if (typeof answer === 'object' || !isOfTheAnswer(error)) throw error;
      return end({ how: 'input', reason: `the store does not take what was found: ${(error as Error).message}` });
    });
    if (again !== undefined) throw new AgainError(again);
    options.ended(job, how);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** By the classes of SQLSTATE for values that are wrong, twice there or too large: the next time they are so again, and nothing is wrong with the store. */
function isOfTheAnswer(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^(?:21|22|23|54)[0-9A-Z]{3}$/.test(code);
}

/** One for this process; those of processes that are over go away. */
function scratchFolder(): string {
  const parent = join(tmpdir(), `foretrace-fleet-${process.getuid?.() ?? 0}`);
  makePrivateFolder(parent);
  for (const name of readdirSync(parent)) if (isOfDeadProcess(name)) rmSync(join(parent, name), { recursive: true, force: true });
  const folder = join(parent, processMark());
  mkdirSync(folder, { mode: PRIVATE_FOLDER });
  return folder;
}
