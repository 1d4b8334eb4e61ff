// What the follower asks of a log, however its recorder writes it.

import type { LogStore } from './log-store.ts';
import type { Progress } from './progress.ts';
import type { Scratch } from './scratch.ts';

/** What all logs of a follower share. */
export interface LogContext {
  readonly scratch: Scratch;
  /** Bytes of a log that may be forgotten and stay. */
  readonly kept: number;
}

export interface LogReader {
  readonly progress: Progress;
  readonly store: LogStore;
  /** No more will come. */
  readonly isOver: boolean;
  /** All that the thread took a time for is final. */
  readonly isAtEnd: boolean;
  /** No synchronisation of this thread that is told of later is at this time or earlier. */
  readonly bound: number;
  /** `hasTail`: there was one when the folder was listed. `isDead`: the process was over before. */
  look(hasTail: boolean, isDead: boolean): void;
  /** Reads final bytes; how many there were. */
  read(target: Uint8Array, offset: number): number;
}
