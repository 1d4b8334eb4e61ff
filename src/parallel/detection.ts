// Runs detectors over one reading of a trace, on several cores: the main thread reads, workers detect meanwhile. Each detector sees
// all blocks in their order in one thread, so that what it finds does not depend on how many there are. A short trace is over before
// a worker has started: its blocks are kept until there are enough of them.

import { Detection, type DetectorResult } from '../detectors/detection.ts';
import type { Detector } from '../detectors/detector.ts';
import { copyBlock, type EventBlock } from '../trace/block.ts';
import { HelperThreads } from './helper-threads.ts';
import type { Jobs } from './jobs.ts';
import { shares } from './shares.ts';
import { Teammate } from './teammate.ts';
import { threads } from './threads.ts';

/** To start a worker takes 0.11 s of processor time, as much as the default detectors take for half as many events. */
const WORKERS_FROM = 1_000_000;

export class ParallelDetection {
  private readonly detectors: readonly Detector[];
  private readonly options: Readonly<Record<string, number>>;
  private readonly jobs: number;
  private readonly workersFrom: number;
  private waiting: EventBlock[] = [];
  private events = 0;
  private own: Detection | undefined;
  private helpers: HelperThreads | undefined;
  private team: readonly Teammate[] = [];

  constructor(
    detectors: readonly Detector[],
    options: Readonly<Record<string, number>> = {},
    { jobs = 1, workersFrom = WORKERS_FROM }: Jobs = {},
  ) {
    this.detectors = detectors;
    this.options = options;
    this.jobs = jobs;
    this.workersFrom = workersFrom;
    if (threads === undefined || jobs <= 1) this.begin(1);
  }

  block(block: EventBlock): void {
    if (this.own !== undefined) {
      this.deal(this.own, block);
      return;
    }
    this.waiting.push(copyBlock(block));
    this.events += block.length;
    if (this.events >= this.workersFrom) this.begin(this.jobs);
  }

  /** Resolves when there is room for more blocks; undefined if there is. */
  drain(): Promise<void> | undefined {
    const rooms = this.team.map((mate) => mate.room());
    return rooms.every((room) => room === undefined) ? undefined : Promise.all(rooms).then(() => {});
  }

  /** After the last block. `working` hears which detector is how far. */
  async end(working?: (detector: string, done: number) => void): Promise<DetectorResult[]> {
    const own = this.own ?? this.begin(1);
    const results = Promise.all(this.team.map((mate) => mate.end(working)));
    // They fail while this thread is at its own.
    results.catch(() => {});
    return [...own.end(working), ...(await results).flat()];
  }

  /** Nobody works after this. */
  close(): void {
    for (const mate of this.team) mate.close();
    this.helpers?.close();
  }

  private begin(jobs: number): Detection {
    const [ownShare, ...others] = shares(this.detectors, jobs);
    // All of them: a trace that is too short for workers may have work for helpers.
    this.helpers = threads && new HelperThreads(threads, this.jobs, this.workersFrom);
    const own = new Detection(ownShare!, this.options, this.helpers);
    const { jobs: helping, workersFrom } = this;
    this.team = others.map((share) => new Teammate(threads!, share, this.options, { jobs: helping, workersFrom }));
    this.own = own;
    for (const block of this.waiting) this.deal(own, block);
    this.waiting = [];
    return own;
  }

  private deal(own: Detection, block: EventBlock): void {
    for (const mate of this.team) mate.send(block);
    own.block(block);
  }
}
