// What the follower asks of a log, however its recorder writes it.

import { LogFacts } from '../assemble/log-facts.ts';
import type { LogFiles } from './log-files.ts';
import { LogStore } from './log-store.ts';
import { Progress } from './progress.ts';
import type { Scratch } from './scratch.ts';

/** What all logs of a follower share. */
export interface LogContext {
  readonly scratch: Scratch;
  /** Bytes of a log that may be forgotten and stay. */
  readonly kept: number;
  /** Somebody will ask what their records told of them as a whole. */
  readonly keepsFacts: boolean;
}

/** A bound of a thread of which nothing is left to be told. */
export const EVERYTHING: number = Number.POSITIVE_INFINITY;

export abstract class LogReader {
  readonly number: number;
  readonly progress: Progress;
  readonly store: LogStore;
  /** No more will come. */
  isOver = false;
  /** All that the thread took a time for is final. */
  isAtEnd = false;
  /** No synchronisation of this thread that is told of later is at this time or earlier. */
  bound = 0;
  protected readonly files: LogFiles;
  protected readonly scratch: Scratch;

  constructor(files: LogFiles, number: number, { scratch, kept, keepsFacts }: LogContext) {
    this.progress = new Progress(keepsFacts ? new LogFacts(true) : undefined);
    this.files = files;
    this.number = number;
    this.store = new LogStore(files, number, kept);
    this.scratch = scratch;
  }

  /** `hasTail`: there was one when the folder was listed. `isDead`: the process was over before. */
  abstract look(hasTail: boolean, isDead: boolean): void;
  /** Reads final bytes; how many there were. */
  abstract read(target: Uint8Array, offset: number): number;
}
