// `foretrace fleet work`: a worker, until the queue is empty or, with --stay, until it is told to stop.

import { availableParallelism, totalmem } from 'node:os';
import { display } from 'foretrace';
import { command, detecting, detectingOptions, Exit, type Session, type Values } from 'foretrace/cli';
import { openFleet, storeError, storeOptions } from '../fleet.ts';
import type { WorkSettings } from '../jobs/kind.ts';
import { type JobEnd, work } from '../working.ts';

const GIGABYTE = 2 ** 30;
const { jobs: _, force: __, inputFormat: ___, ...detectorOptions } = detectingOptions;

const workOptions = {
  concurrency: { kind: 'number', short: 'c', min: 1, max: 1024, help: 'analyses at a time, instead of one for each core' },
  stay: { kind: 'flag', help: 'stay when the queue is empty, and wait for more' },
  attempts: {
    kind: 'number',
    min: 1,
    max: 100,
    default: 3,
    help: 'how often a trace may exceed a limit or crash before it is given up',
  },
  maxTime: { kind: 'duration', help: 'what one analysis may take, instead of 1h' },
  maxMemory: {
    kind: 'size',
    min: 64 * 2 ** 20,
    help: 'what one analysis may take, instead of its share of three quarters of the machine',
  },
  maxDisk: { kind: 'size', min: 2 ** 20, help: 'what one analysis may write, instead of 16G' },
  ...detectorOptions,
  ...storeOptions,
} as const;

export const workCommand = command({
  description:
    'Takes traces from the queue and analyses them, each in a process of its own with limits of memory, time and disk, until the queue is empty. Any number of machines can do so at once with --database. The exit status is 3 if there are traces that could not be analysed, or not wholly.',
  arguments: [],
  options: workOptions,
  examples: [
    { line: 'foretrace fleet work', says: 'all that waits, on all cores' },
    {
      line: 'foretrace fleet work --stay --database postgres://fleet@db/fleet --traces /srv/traces',
      says: 'a machine of several',
    },
    { line: 'foretrace fleet work --detector predict --budget 5m', says: 'search longer than a CI job could' },
  ],
  async run({ options }, session) {
    const interrupted = new AbortController();
    const stop = (): void => interrupted.abort();
    const { remark, errorColors } = session;
    const failed = (error: Error): void =>
      remark(`foretrace: ${errorColors.yellow('note')}: the store cannot be used, trying again: ${display(error.message)}`);
    const { settings, concurrency } = settingsOf(options);
    const fleet = await openFleet(options, { command: 'foretrace fleet work', supervises: true }, session);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
    const counted = new Counted(session);
    try {
      const { signal } = interrupted;
      await work(fleet, {
        ...settings,
        concurrency,
        stays: options.stay,
        signal,
        failed,
        ended: (_, how) => counted.job(how),
      });
    } catch (error) {
      throw storeError(error, fleet.database.name);
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
      await fleet.close().catch(() => {});
    }
    counted.end();
    if (interrupted.signal.aborted) return options.stay ? Exit.ok : 130;
    return counted.failed + counted.partial > 0 ? Exit.partial : Exit.ok;
  },
});

function settingsOf(options: Values<typeof workOptions>): { settings: WorkSettings; concurrency: number } {
  const { concurrency = availableParallelism(), maxTime = 3600, maxDisk = 16 * GIGABYTE, attempts } = options;
  const share = Math.floor((Math.min(totalmem(), process.constrainedMemory() || totalmem()) * 3) / 4 / concurrency);
  const { maxMemory = Math.max(share, 2 ** 28) } = options;
  const given = options as typeof options & Readonly<Record<string, unknown>>;
  const { detectorOptions = {} } = detecting({ ...given, jobs: 1, force: false, inputFormat: undefined });
  // Half of it for what detectors keep, unless somebody said it.
  const memory = typeof given['memory'] === 'number' ? given['memory'] : Math.floor(maxMemory / 2);
  return {
    concurrency,
    settings: {
      detectors: options.detector,
      detectorOptions: { ...detectorOptions, memory },
      limits: { bytesOfMemory: maxMemory, seconds: maxTime, bytesOfDisk: maxDisk },
      attempts,
    },
  };
}

/** What has been done, for a person. */
class Counted {
  failed = 0;
  partial = 0;
  private done = 0;
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  job({ failed, isPartial = false }: JobEnd): void {
    this.done++;
    if (isPartial) this.partial++;
    if (failed === undefined) return;
    this.failed++;
    this.session.remark(`foretrace: a trace could not be analysed: ${display(failed.reason)}`);
  }

  end(): void {
    const troubles = [
      ...(this.failed === 0 ? [] : [`${this.failed} of them failed`]),
      ...(this.partial === 0 ? [] : [`${this.partial} not wholly`]),
    ];
    const named = troubles.length === 0 ? '' : ' (foretrace fleet status names them)';
    this.session.remark(
      `foretrace: ${[`${this.done} ${this.done === 1 ? 'job' : 'jobs'} done`, ...troubles].join(', ')}${named}`,
    );
  }
}
